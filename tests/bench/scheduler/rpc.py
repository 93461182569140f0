"""The calls: from Submit to STARTED on an idle scheduler, and whole runs a second, beside empty calls."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.channel import open_channel
from tests.bench.measure import Measure, Probe, compared, median_round
from tests.bench.scheduler.settings import scheduler

IDLE_CALLS: Final = 100
IDLE_ROUNDS: Final = 11
WORKERS: Final = 64
BUSY_ROUNDS: Final = 21
BUSY_S: Final = 0.4
EMPTY: Final = "an empty unary call on the same channel"
CEILING: Final = "empty unary calls/s on the same channel, as many callers"


async def measure() -> AsyncIterator[Measure]:
    """scheduler.rpc.*"""
    with tempfile.TemporaryDirectory() as folder:
        async with scheduler(Path(folder), places=2 * WORKERS) as served, open_channel(served.address) as channel:
            runs, empty_calls = _Runs(channel).start, _EmptyCalls(channel).call
            start, empty = await median_round(_idle(runs), _idle(empty_calls), IDLE_ROUNDS)
            yield compared("scheduler.rpc.start_over_empty_call", start * 1e3, "ms", EMPTY, empty * 1e3)
            cycles, ceiling = await median_round(_busy(runs), _busy(empty_calls), BUSY_ROUNDS)
            yield compared("scheduler.rpc.starts_share_of_ceiling", cycles, "cycles/s", CEILING, ceiling)


class _Runs:
    """Runs that end as soon as they have started."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)

    async def start(self) -> float:
        """Seconds from Submit to STARTED; the run has ended on return."""
        metadata = caller_metadata(Caller(uuid.uuid4().hex, Tier.PUBLIC))
        request = pb.SubmitRequest(run_id=uuid.uuid4().hex, pool="runs", kind="plot", share_messages=True)
        began, took = time.perf_counter(), 0.0
        async for response in self._stub.Submit(request, metadata=metadata):
            last = response.then[-1] if response.then else response.status
            if last.state == pb.RUN_STATE_STARTED:
                took = time.perf_counter() - began
                release = pb.ReleaseRequest(run_id=request.run_id, token=last.token, outcome=pb.RUN_OUTCOME_OK)
                await self._stub.Release(release, metadata=metadata)
        return took


class _EmptyCalls:
    """Health checks: the emptiest call that every server here answers."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = health_pb2_grpc.HealthStub(channel)

    async def call(self) -> float:
        """Seconds of one call."""
        began = time.perf_counter()
        await self._stub.Check(health_pb2.HealthCheckRequest())
        return time.perf_counter() - began


def _idle(call: Callable[[], Awaitable[float]]) -> Probe:
    async def probe() -> float:
        return statistics.median([await call() for _ in range(IDLE_CALLS)])

    return probe


def _busy(call: Callable[[], Awaitable[float]]) -> Probe:
    async def work(until: float) -> int:
        done = 0
        while time.perf_counter() < until:
            await call()
            done += 1
        return done

    async def probe() -> float:
        began = time.perf_counter()
        done = await asyncio.gather(*(work(began + BUSY_S) for _ in range(WORKERS)))
        return sum(done) / (time.perf_counter() - began)

    return probe
