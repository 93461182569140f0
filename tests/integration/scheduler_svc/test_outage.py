"""A leader whose PostgreSQL is away: it says that it does not serve, answers nobody, and goes on when it is back."""

from __future__ import annotations

import asyncio
import uuid
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.clock import SystemClock
from plotlane_kit.serve import start_server
from scheduler_svc.journal.base import JournalError
from scheduler_svc.server import build
from scheduler_svc.settings import SchedulerSettings
from tests_support.dial import Dial
from tests_support.outage import Outage
from tests_support.postgres import Postgres

PATIENCE_S = 60.0
SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING


def no_failure(error: JournalError) -> None:
    raise AssertionError(error)


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.url(f"s{uuid.uuid4().hex}")


@pytest.fixture
async def channel(
    url: str, tmp_path: Path, stack: AsyncExitStack, dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> grpc.aio.Channel:
    """To a leader that tries for as long as a test takes, however slow the machine is."""
    monkeypatch.setattr("scheduler_svc.journal.commits.PAUSES_S", (0.1,) * 1_000)
    monkeypatch.setattr("scheduler_svc.journal.commits.LONGEST_OUTAGE_S", 10 * PATIENCE_S)
    settings = SchedulerSettings.model_validate(
        {"journal_url": url, "journal_silence_s": 0.5, "data_dir": tmp_path, "drain_s": 0.0}
    )
    running = await start_server(build(settings, SystemClock(), no_failure), "127.0.0.1", 0)
    stack.push_async_callback(running.shutdown, 0)
    return dial(running.address)


async def test_health_tells_the_truth_and_what_is_asked_meanwhile_is_answered_afterwards(
    url: str, channel: grpc.aio.Channel
) -> None:
    stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
    watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())

    async def says(status: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while (await watch.read()).status != status:
                pass

    await says(SERVING)
    async with Outage(url):
        await says(NOT_SERVING)
        asked: list[asyncio.Future[Any]] = [
            asyncio.ensure_future(stub.GetStatus(pb.GetStatusRequest())),
            asyncio.ensure_future(stub.Submit(pb.SubmitRequest(run_id="r1", pool="runs")).read()),
            asyncio.ensure_future(stub.Release(pb.ReleaseRequest(run_id="unheard", token=1))),
        ]
        await asyncio.wait(asked, timeout=0.2)
        assert not any(each.done() for each in asked)
    await says(SERVING)
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait(asked)
    status, accepted = asked[0].result(), asked[1].result()
    assert [pool.pool for pool in status.pools] == ["runs", "render"]
    assert accepted.status.state == pb.RUN_STATE_ACCEPTED
    refusal = asked[2].exception()
    assert isinstance(refusal, grpc.aio.AioRpcError)
    assert refusal.code() is grpc.StatusCode.NOT_FOUND
