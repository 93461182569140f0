"""The registration: a renderer's slots reach the scheduler, again after every break, and none while it drains."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Tier, caller_from
from plotlane_kit.event_log import event_log
from plotlane_kit.serve import RunningServer, ServiceApp, start_server
from renderer_svc.registration import LONGEST_PAUSE_S, Registration
from tests_support.breaking_call import BreakingCall

ADDRESS = "127.0.0.1:8082"


class ScriptedScheduler(scheduler_pb2_grpc.SchedulerServiceServicer):
    """Takes every offer; breaks the streams that it is told to break."""

    def __init__(self) -> None:
        self.offers: asyncio.Queue[tuple[str, int, int]] = asyncio.Queue()
        self.tiers: list[Tier] = []
        self.left = asyncio.Event()
        self.failures: list[Exception] = []

    async def RegisterSlots(
        self, request_iterator: AsyncIterator[pb.RegisterSlotsRequest], context: Any
    ) -> AsyncIterator[pb.RegisterSlotsResponse]:
        self.tiers.append(caller_from(context.invocation_metadata()).tier)
        if self.failures:
            raise self.failures.pop()
        try:
            async for offer in request_iterator:
                self.offers.put_nowait((offer.address, offer.slots, offer.memory_bytes))
                yield pb.RegisterSlotsResponse()
        finally:
            self.left.set()


@pytest.fixture
def scheduler() -> ScriptedScheduler:
    return ScriptedScheduler()


async def serve(scheduler: ScriptedScheduler, port: int = 0) -> RunningServer:
    def register(server: Any) -> None:
        scheduler_pb2_grpc.add_SchedulerServiceServicer_to_server(scheduler, server)

    return await start_server(ServiceApp("scheduler", [], register), "127.0.0.1", port)


@pytest.fixture
async def running(scheduler: ScriptedScheduler) -> AsyncIterator[RunningServer]:
    running = await serve(scheduler)
    yield running
    await running.shutdown(0)


@pytest.fixture
async def registration(running: RunningServer) -> AsyncIterator[Registration]:
    registration = Registration(running.address, 3, 1_000, event_log("test"))
    registration.begin(ADDRESS)
    yield registration
    await registration.end()


async def test_the_slots_are_offered_under_the_address_that_is_served(
    registration: Registration, scheduler: ScriptedScheduler
) -> None:
    async with asyncio.timeout(10):
        assert await scheduler.offers.get() == (ADDRESS, 3, 1_000)
    assert scheduler.tiers == [Tier.ADMIN]


async def test_an_advertised_address_is_offered_instead(running: RunningServer, scheduler: ScriptedScheduler) -> None:
    registration = Registration(running.address, 3, 1_000, event_log("test"), "renderer.internal:443")
    registration.begin(ADDRESS)
    async with asyncio.timeout(10):
        assert await scheduler.offers.get() == ("renderer.internal:443", 3, 1_000)
    await registration.end()


async def test_a_scheduler_that_restarts_gets_the_offer_again(
    registration: Registration, scheduler: ScriptedScheduler, running: RunningServer
) -> None:
    async with asyncio.timeout(20):
        await scheduler.offers.get()
        await running.shutdown(0)
        again = await serve(scheduler, int(running.address.rpartition(":")[2]))
        assert await scheduler.offers.get() == (ADDRESS, 3, 1_000)
    await again.shutdown(0)


async def test_between_two_tries_it_pauses_for_longer_and_longer_and_at_most_a_second(
    running: RunningServer, scheduler: ScriptedScheduler
) -> None:
    pauses: list[float] = []
    scheduler.failures = [OSError()] * 8

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    registration = Registration(running.address, 3, 1_000, event_log("test"), sleep=pause)
    registration.begin(ADDRESS)
    async with asyncio.timeout(10):
        await scheduler.offers.get()
    await registration.end()
    assert pauses == sorted(pauses)
    assert (len(pauses), pauses[-1]) == (8, LONGEST_PAUSE_S)


class BreakingChannel:
    """A channel whose streams are all the same one."""

    def __init__(self, call: BreakingCall) -> None:
        self._call = call

    async def __aenter__(self) -> BreakingChannel:
        return self

    async def __aexit__(self, *_error: object) -> None:
        """It holds nothing."""

    def __getattr__(self, kind: str) -> Any:
        return lambda *_method, **_with: lambda *_request, **_call: self._call


async def test_a_renderer_leaves_also_when_its_stream_breaks_in_that_moment() -> None:
    call = BreakingCall()
    channel: Any = BreakingChannel(call)
    registration = Registration("nowhere", 3, 1_000, event_log("test"), dial=lambda _address: channel)
    registration.begin(ADDRESS)
    async with asyncio.timeout(10):
        await call.opened.wait()
        await registration.end()


async def test_a_renderer_that_drains_offers_no_slots_and_keeps_its_stream_until_the_end(
    registration: Registration, scheduler: ScriptedScheduler
) -> None:
    async with asyncio.timeout(10):
        await scheduler.offers.get()
        registration.drain()
        assert await scheduler.offers.get() == (ADDRESS, 0, 1_000)
        assert not scheduler.left.is_set()
        await registration.end()
        await scheduler.left.wait()
