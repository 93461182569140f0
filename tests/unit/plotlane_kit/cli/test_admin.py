"""`plotlane admin drain` against a scheduler that does not stay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from typer.testing import CliRunner, Result

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.cli.main import app

Context = grpc.aio.ServicerContext[Any, Any]
Leave = Callable[[Context], Awaitable[None]]


async def _end(context: Context) -> None:
    """The stream just ends."""


async def _cancel(context: Context) -> None:
    await context.abort(grpc.StatusCode.CANCELLED, "shutting down")


class Leaving(scheduler_pb2_grpc.SchedulerServiceServicer):
    """Says what is in flight, and goes."""

    def __init__(self, in_flight: list[int], leave: Leave) -> None:
        self._in_flight = in_flight
        self._leave = leave

    async def Pause(self, request: pb.PauseRequest, context: Context) -> pb.PauseResponse:
        return pb.PauseResponse()

    async def WatchStatus(
        self, request: pb.WatchStatusRequest, context: Context
    ) -> AsyncIterator[pb.WatchStatusResponse]:
        for count in self._in_flight:
            pools = [pb.PoolStatus(pool="runs", in_flight=count, concurrency=5)]
            yield pb.WatchStatusResponse(status=pb.GetStatusResponse(pools=pools))
        await self._leave(context)


@asynccontextmanager
async def served(scheduler: Leaving) -> AsyncIterator[str]:
    server = grpc.aio.server()
    scheduler_pb2_grpc.add_SchedulerServiceServicer_to_server(scheduler, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(0)


async def drain(address: str) -> Result:
    return await asyncio.to_thread(lambda: CliRunner().invoke(app, ["admin", "drain", "--scheduler", address]))


@pytest.mark.parametrize("leave", [_end, _cancel])
@pytest.mark.parametrize(("told", "said"), [([2, 1], "with 1 in flight"), ([], "nobody knows")])
async def test_drain_fails_when_the_scheduler_goes_before_the_last_run(
    leave: Leave, told: list[int], said: str
) -> None:
    async with served(Leaving(told, leave)) as address:
        ended = await drain(address)
    assert ended.exit_code == 1
    assert "drained" not in ended.stdout
    (line,) = ended.stderr.splitlines()
    assert line.startswith("the scheduler has gone")
    assert said in line


async def test_drain_goes_well_once_nothing_is_in_flight() -> None:
    async with served(Leaving([1, 0], _end)) as address:
        ended = await drain(address)
    assert ended.exit_code == 0, ended.stderr
    assert "drained" in ended.stdout
