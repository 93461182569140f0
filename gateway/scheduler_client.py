"""The gateway's view of scheduler_svc: what waits and runs now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import grpc

from gateway.upstream import ask
from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller

RUNS: Final = "runs"


@dataclass(frozen=True, slots=True)
class QueueState:
    """The pool of runs as it is now, and what the caller may do in it."""

    tier: str
    user_max_runs: int  # 0: no cap
    user_runs: int
    waiting: int
    in_flight: int
    concurrency: int
    capacity: int  # how many may wait
    usage: Sequence[scheduler_pb2.Usage]


class SchedulerClient:
    """Calls scheduler_svc over one channel; each call has `timeout_s` seconds."""

    def __init__(self, channel: grpc.aio.Channel, timeout_s: float) -> None:
        self._stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        self._timeout_s = timeout_s

    async def status(self, caller: Caller) -> QueueState:
        """Raises PlotlaneError."""
        answer = await ask(self._stub.GetStatus, scheduler_pb2.GetStatusRequest(), caller, self._timeout_s)
        runs = next((pool for pool in answer.pools if pool.pool == RUNS), scheduler_pb2.PoolStatus())
        return QueueState(
            tier=answer.tier,
            user_max_runs=answer.user_max_runs,
            user_runs=answer.user_runs,
            waiting=runs.waiting,
            in_flight=runs.in_flight,
            concurrency=runs.concurrency,
            capacity=runs.capacity,
            usage=answer.usage,
        )
