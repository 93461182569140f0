"""Several renderers behind one scheduler: slots add up, a lease names one, and others do the work of a dead one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.channel import open_channel
from plotlane_kit.event_log import event_log
from plotlane_kit.serve import RunningServer, start_server
from renderer_svc.house import House, build_desk
from renderer_svc.registration import Registration
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings
from tests.integration.agent_svc.agent_house import AgentHouse

Start = Callable[[], Awaitable[RunningServer]]


@pytest.fixture
async def start_renderer(
    empty_house: AgentHouse, warm: House, renderer_settings: RendererSettings
) -> AsyncIterator[Start]:
    """Starts renderers with one slot, which they offer to the scheduler of the house; each call one more."""
    async with AsyncExitStack() as stack:
        started = 0

        async def start() -> RunningServer:
            nonlocal started
            started += 1
            uids = renderer_settings.sandbox_uid_base + 10 * started
            settings = renderer_settings.model_copy(update={"render_slots": 1, "sandbox_uid_base": uids})
            log = event_log("test")
            desk = build_desk(warm.executor, warm.desk.libraries, settings, log, on_stuck=lambda: None)
            registration = Registration(empty_house.scheduler_address, desk.slots, 1_000, log)
            server = await start_server(build_app(replace(warm, desk=desk), registration), "127.0.0.1", 0)
            stack.push_async_callback(server.shutdown, 0)
            return server

        yield start


async def until_render_pool(house: AgentHouse, **wanted: int) -> None:
    """Wait until the pool of sandboxes is as `wanted`."""
    async with open_channel(house.scheduler_address) as channel, asyncio.timeout(20):
        stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        async for answer in stub.WatchStatus(scheduler_pb2.WatchStatusRequest()):
            pool = next(pool for pool in answer.status.pools if pool.pool == "render")
            if all(getattr(pool, field) == value for field, value in wanted.items()):
                return


async def renderer_at_work(house: AgentHouse) -> str:
    """The address of the renderer that the one render in flight has been given."""
    await until_render_pool(house, in_flight=1)
    async with open_channel(house.scheduler_address) as channel:
        stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        operator = caller_metadata(Caller("operator", Tier.ADMIN))
        answer = await stub.ListRuns(scheduler_pb2.ListRunsRequest(pool="render"), metadata=operator)
        return next(run.renderer for run in answer.runs)


async def test_the_slots_of_all_renderers_add_up_and_those_of_one_that_stops_are_gone(
    empty_house: AgentHouse, start_renderer: Start
) -> None:
    await empty_house.start_scheduler()
    first = await start_renderer()
    await until_render_pool(empty_house, concurrency=1)
    await start_renderer()
    await until_render_pool(empty_house, concurrency=2)
    await first.shutdown(0)
    await until_render_pool(empty_house, concurrency=1)


async def test_a_plot_is_drawn_by_the_renderer_that_its_lease_names_whichever_is_configured(
    empty_house: AgentHouse, start_renderer: Start
) -> None:
    await empty_house.start_scheduler()
    await start_renderer()
    await until_render_pool(empty_house, concurrency=1)
    await empty_house.start_agent()
    guest = empty_house.guest()
    session_id = await guest.session()
    plotting = asyncio.create_task(guest.plot(session_id))
    assert await renderer_at_work(empty_house) != empty_house.renderer_address
    assert (await plotting)[-1].done.version == 1


async def test_a_render_whose_renderer_dies_is_done_by_another(empty_house: AgentHouse, start_renderer: Start) -> None:
    await empty_house.start_scheduler()
    renderers = {server.address: server for server in (await start_renderer(), await start_renderer())}
    await until_render_pool(empty_house, concurrency=2)
    await empty_house.start_agent()
    guest = empty_house.guest()
    session_id = await guest.session()
    plotting = asyncio.create_task(guest.plot(session_id))
    await renderers[await renderer_at_work(empty_house)].shutdown(0)
    async with asyncio.timeout(60):
        assert (await plotting)[-1].done.version == 1
