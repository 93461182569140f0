"""A renderer that a scheduler knows starts nothing without a live lease of its own, whatever kind of job it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2 as pb
from plotlane.renderer.v1 import renderer_pb2_grpc
from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import SystemClock
from plotlane_kit.errors import Reason
from plotlane_kit.event_log import event_log
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.serve import RunningServer, start_server
from plotlane_kit.settings import load_settings
from renderer_svc.house import House, build_desk, build_executor, prepare_tools
from renderer_svc.leases import Leases
from renderer_svc.registration import Registration
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings
from scheduler_svc.client import Proof, SchedulerClient
from scheduler_svc.server import build as build_scheduler
from scheduler_svc.settings import SchedulerSettings
from tests_support.dial import Dial

SLOTS = 3  # other than what a scheduler without renderers assumes
ADA = Caller("ada", Tier.PUBLIC)
Stub = renderer_pb2_grpc.RendererServiceStub


@pytest.fixture
async def scheduler(tmp_path: Path) -> AsyncIterator[RunningServer]:
    settings = load_settings(SchedulerSettings, drain_s=0, data_dir=tmp_path)
    running = await start_server(build_scheduler(settings, SystemClock()), "127.0.0.1", 0)
    yield running
    await running.shutdown(0)


@pytest.fixture
async def renderer(scheduler: RunningServer, dial: Dial) -> AsyncIterator[RunningServer]:
    settings = load_settings(
        RendererSettings, render_slots=SLOTS, start_memory_bytes=0, memory_floor_bytes=0, sandbox_uid_base=87_000
    )
    log = event_log("test")
    executor = build_executor(settings, log)
    desk = build_desk(executor, {}, settings, log, lambda: None, prepare_tools(executor, settings))
    leases = Leases(SystemClock(), news_within_s=0.5)
    registration = Registration(scheduler.address, desk.slots, 1_000, log, leases=leases)
    running = await start_server(build_app(House("test", (), desk, executor), registration), "127.0.0.1", 0)
    await until_registered(dial(scheduler.address))
    yield running
    await running.shutdown(0)
    executor.close()


async def until_registered(channel: grpc.aio.Channel) -> None:
    """Wait until the scheduler counts the renderer's slots."""
    stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
    async with asyncio.timeout(20):
        async for answer in stub.WatchStatus(scheduler_pb2.WatchStatusRequest()):
            if any(pool.pool == "render" and pool.concurrency == SLOTS for pool in answer.status.pools):
                return


@pytest.fixture
def stub(renderer: RunningServer, dial: Dial) -> Stub:
    return Stub(dial(renderer.address))


def lease_of(proof: Proof) -> common_pb2.Lease:
    return common_pb2.Lease(id=proof.lease_id, token=proof.token, renderer=proof.renderer)


def upload(job_id: str, lease: common_pb2.Lease | None) -> Iterator[pb.ConvertRequest]:
    yield pb.ConvertRequest(header=pb.ConvertHeader(job_id=job_id, lease=lease))
    yield pb.ConvertRequest(chunk=b"a,b\n1,2\n")


async def convert(stub: Stub, job_id: str, lease: common_pb2.Lease | None) -> bytes:
    return b"".join([answer.chunk async for answer in stub.Convert(upload(job_id, lease))])


async def refusal(call: Any) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        async for _ in call:
            pass
    error = from_rpc_error(raised.value)
    assert error.reason is Reason.NOT_FOUND
    return error.metadata["lease"]


async def test_a_job_runs_under_its_lease_and_no_longer(
    stub: Stub, scheduler: RunningServer, renderer: RunningServer, dial: Dial
) -> None:
    client = SchedulerClient(dial(scheduler.address))
    async with client.run(ADA, kind="convert", pool="render", lane="convert") as run:
        async for _ in run.places():
            pass
        lease = lease_of(run.proof)
        assert lease.renderer == renderer.address
        assert await convert(stub, "j1", lease) == b"a,b\n1,2\n"
        wrong = common_pb2.Lease(id=lease.id, token=lease.token + 1, renderer=lease.renderer)
        assert await refusal(stub.Convert(upload("j2", wrong))) == "wrong_token"
    assert await refusal(stub.Convert(upload("j3", lease))) in ("ended", "unknown")


@pytest.mark.parametrize(
    ("lease", "why"),
    [
        (None, "missing"),
        (common_pb2.Lease(id="run-1", token=1, renderer="elsewhere:1"), "foreign"),
        (common_pb2.Lease(id="made-up", token=1), "unknown"),
    ],
)
async def test_every_kind_of_job_needs_one(stub: Stub, lease: common_pb2.Lease | None, why: str) -> None:
    theme = pb.ThemedSource(theme=common_pb2.THEME_LIGHT, source="pass")
    render = pb.RenderJob(job_id="a", library="matplotlib", themes=[theme], lease=lease)
    data = pb.DataJob(job_id="b", source="pass", lease=lease)
    calls = (
        stub.Render(iter([pb.RenderRequest(job=render)])),
        stub.RunData(iter([pb.RunDataRequest(job=data)])),
        stub.Convert(upload("c", lease)),
    )
    assert [await refusal(call) for call in calls] == [why] * 3
    assert (await stub.GetStatus(pb.GetStatusRequest())).busy == 0
