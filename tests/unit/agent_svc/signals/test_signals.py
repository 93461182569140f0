"""The worker: it claims in the order of emission, passes over who has too much under way, and stops in good order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent_svc.errors import DrainingError
from agent_svc.sessions.database import Database, open_database, sqlite_url
from agent_svc.signals import Prompt, Signal
from agent_svc.signals.book import SignalBook
from agent_svc.signals.refusal import SignalNotFoundError
from agent_svc.signals.signal import Entry, SignalState
from agent_svc.signals.signals import MAX_UNDER_WAY, Signals
from plotlane_kit.caller import Caller, Tier
from tests.unit.agent_svc.signals.signal_world import FreeQuotas, World, prompts, shop_of

ANNA, BEN = Caller("anna", Tier.PUBLIC), Caller("ben", Tier.PUBLIC)


class Scripted:
    """Makes as many prompts as the payload says, and writes down in which order it is asked."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def handle(self, signal: Signal) -> list[Prompt]:
        self.world.note(f"handled {signal.id}")
        return prompts(*(f"{signal.id}-{number}" for number in range(signal.payload.get("prompts", 1))))


class Office:
    """Signals over a real book, in a world of twins."""

    def __init__(self, world: World, database: Database) -> None:
        self.world = world
        self.book = SignalBook(database)
        self.signals = Signals(shop_of(world, Scripted(world), book=self.book), FreeQuotas(), world.bell)

    async def emit(self, signal_id: str, caller: Caller = ANNA, **payload: Any) -> Entry:
        return await self.signals.emit(caller, signal_id, "mine", payload)

    async def state(self, signal_id: str, caller: Caller = ANNA) -> SignalState:
        return (await self.signals.get(caller, signal_id)).state


@pytest.fixture
async def world() -> World:
    return World()


@pytest.fixture
async def office(world: World, tmp_path: Path) -> AsyncIterator[Office]:
    database = await open_database(sqlite_url(tmp_path / "agent.db"))
    office = Office(world, database)
    yield office
    await office.signals.drain(0)
    await database.close()


async def test_signals_of_all_users_are_handled_in_the_order_of_their_emission(world: World, office: Office) -> None:
    for signal_id, caller in (("z", ANNA), ("a", BEN), ("m", ANNA)):
        await office.emit(signal_id, caller)
    await office.emit("z")
    await office.signals.start()
    await world.until(lambda: len(world.members) == 3)
    assert [each for each in world.happened if each.startswith("handled")] == ["handled z", "handled a", "handled m"]


async def test_a_user_with_too_much_under_way_is_passed_over_until_some_of_it_has_ended(
    world: World, office: Office
) -> None:
    await office.signals.start()
    await office.emit("big", prompts=MAX_UNDER_WAY + 1)
    await office.emit("next")
    await office.emit("his", BEN)
    await world.until(lambda: "handled his" in world.happened)
    assert "handled next" not in world.happened
    world.start(*range(MAX_UNDER_WAY + 1))
    await world.until(lambda: "handled next" in world.happened)


async def test_who_watches_sees_each_state_once_up_to_the_end(world: World, office: Office) -> None:
    await office.emit("s")
    watching = office.signals.watch(ANNA, "s")
    assert (await anext(watching)).state is SignalState.WAITING
    await office.signals.start()
    await world.until(lambda: bool(world.members))
    world.start(0)
    seen = [entry async for entry in watching]
    assert [entry.state for entry in (seen[0], seen[-1])] == [SignalState.CLAIMED, SignalState.DONE]
    assert len({str(entry) for entry in seen}) == len(seen)
    with pytest.raises(SignalNotFoundError):
        await anext(office.signals.watch(BEN, "s"))


async def test_a_stop_lets_what_is_claimed_end_and_claims_nothing_more(world: World, office: Office) -> None:
    await office.signals.start()
    await office.emit("one")
    await world.until(lambda: bool(world.members))
    stopping = office.signals.drain(30)
    world.start(0)
    await stopping
    assert await office.state("one") is SignalState.DONE
    with pytest.raises(DrainingError):
        await office.emit("late")


async def test_what_does_not_end_in_the_time_of_a_stop_fails_and_what_waits_is_left_for_the_next(
    world: World, office: Office
) -> None:
    await office.emit("one")
    await office.emit("two", BEN)
    claimed = await office.book.claim(1.0, [BEN.user])
    assert claimed is not None
    await office.signals.start()
    assert await office.state("one") is SignalState.FAILED, "an agent before this one had it"
    await world.until(lambda: bool(world.members))
    await office.signals.drain(0)
    two = await office.signals.get(BEN, "two")
    assert (two.state, two.runs[0].end is not None) == (SignalState.FAILED, True)
    assert [each for each in world.happened if each.startswith("handled")] == ["handled two"]
