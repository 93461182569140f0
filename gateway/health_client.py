"""Whether a service says that it serves."""

from __future__ import annotations

from typing import Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

TIMEOUT_S: Final = 2.0


async def is_serving(channel: grpc.aio.Channel) -> bool:
    """Ask the service behind `channel`; no answer within 2 s is a no."""
    try:
        answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=TIMEOUT_S)
    except grpc.aio.AioRpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)
