"""Draining: waiting until the pool of runs has nothing in flight."""

from __future__ import annotations

import asyncio

import grpc
import typer

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.grpc_errors import is_transport

UNKNOWN = -1


async def left_in_flight(runs: scheduler_pb2_grpc.SchedulerServiceStub, metadata: tuple[tuple[str, str], ...]) -> int:
    """Wait for the last run and say meanwhile how many there are: 0, or how many there were when the scheduler left.

    `UNKNOWN` when it left before it had told anything.
    """
    last = UNKNOWN
    try:
        async for answer in runs.WatchStatus(pb.WatchStatusRequest(), metadata=metadata):
            in_flight = next(pool.in_flight for pool in answer.status.pools if pool.pool == "runs")
            if not in_flight:
                return 0
            if in_flight != last:
                typer.echo(f"{in_flight} in flight")
            last = in_flight
    except grpc.aio.AioRpcError as error:
        if not is_transport(error):
            raise
    except asyncio.CancelledError:
        # A stream that the server cut says the same as our own cancellation.
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
    return last
