"""The seat: a member's place comes from its group, goes back once, and is asked for again only if it never began."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from agent_svc.errors import DrainingError, StoppedError, UpstreamError
from agent_svc.groups.group import Ended, MemberRun, News, Started
from agent_svc.groups.seat import Seat
from agent_svc.turns.events import Blocked, Event, Queued
from agent_svc.turns.places import Place, PlaceRequest, RunOutcome
from agent_svc.turns.plotter import KIND, RUNS_POOL
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import SystemClock
from plotlane_kit.run_tag import RUN_TAG_KEY, run_tag_pairs
from tests.unit.agent_svc.turns.places_twin import PlacesTwin

ANNA = Caller("anna", Tier.PUBLIC)
RUN = MemberRun("run-1", "copy-1", "seaborn")
REQUEST = PlaceRequest(RUNS_POOL, KIND)


class GroupTwin:
    """Writes down what it is given back."""

    def __init__(self) -> None:
        self.given_back: list[tuple[str, RunOutcome | None]] = []
        self.dropped: list[str] = []

    async def news(self) -> AsyncIterator[News]:
        return
        yield

    async def give_back(self, run_id: str, outcome: RunOutcome | None) -> None:
        self.given_back.append((run_id, outcome))

    async def drop(self, run_id: str) -> None:
        self.dropped.append(run_id)

    @asynccontextmanager
    async def rejoin(self, caller: Caller, run: MemberRun, on_queued: Callable[[Queued], None]) -> AsyncIterator[Place]:
        yield Place("again", 8)


class Table:
    """A seat with what is around it."""

    def __init__(self) -> None:
        self.group, self.places, self.told = GroupTwin(), PlacesTwin(), list[Event]()
        self.seat = Seat(RUN, self.group, self.places, SystemClock(), self.told.append)

    async def sit(self, outcome: RunOutcome = RunOutcome.OK) -> Place:
        """Wait for the place, work in it, and leave with `outcome`."""
        async with self.seat.place(ANNA, REQUEST, lambda _queued: None) as place:
            place.outcome = outcome
        return place


@pytest.fixture
async def table() -> Table:
    return Table()


@pytest.mark.parametrize("outcome", list(RunOutcome))
async def test_a_place_is_the_groups_and_goes_back_to_it_with_its_outcome(table: Table, outcome: RunOutcome) -> None:
    sitting = asyncio.create_task(table.sit(outcome))
    table.seat.hear(Queued(1, 1, 0.0))
    table.seat.hear(Started(7, "renderer:1"))
    table.seat.hear(Started(7, "renderer:1"))
    place = await sitting
    assert (place.run_id, place.token, place.renderer) == ("run-1", 7, "renderer:1")
    await table.seat.leave()
    assert table.group.given_back == [("run-1", outcome)]
    assert table.told == [Queued(1, 1, 0.0)]


async def test_work_in_a_place_carries_the_tag_of_its_run(table: Table) -> None:
    table.seat.hear(Started(7, tag="ab" * 16))
    async with table.seat.place(ANNA, REQUEST, lambda _queued: None) as place:
        assert place.tag == "ab" * 16
        assert run_tag_pairs() == ((RUN_TAG_KEY, "ab" * 16),)
    assert run_tag_pairs() == ()


async def test_one_that_stays_is_asked_for_again_in_its_group_and_not_at_all_without_it(table: Table) -> None:
    seat = Seat(RUN, table.group, table.places, SystemClock(), table.told.append, stays=True)
    seat.hear(Ended(DrainingError()))
    assert seat.goes_on
    async with seat.place(ANNA, REQUEST, lambda _queued: None) as place:
        assert place.run_id == "again"
        assert not table.places.held
    lost = Seat(RUN, table.group, table.places, SystemClock(), table.told.append, stays=True)
    lost.lose_the_group()
    assert (lost.over, lost.goes_on) == (True, False)


async def test_one_who_is_stopped_at_work_gives_the_place_back_as_cancelled(table: Table) -> None:
    async def work() -> None:
        async with table.seat.place(ANNA, REQUEST, lambda _queued: None):
            await asyncio.Event().wait()

    table.seat.hear(Started(7))
    working = asyncio.create_task(work())
    await asyncio.sleep(0)
    working.cancel()
    await asyncio.wait({working})
    assert table.group.given_back == [("run-1", None)]


async def test_a_run_that_nobody_used_is_dropped_while_it_waits_and_given_back_when_it_has_started(
    table: Table,
) -> None:
    await table.seat.leave()
    assert (table.group.dropped, table.group.given_back) == (["run-1"], [])
    other = Table()
    other.seat.hear(Started(7))
    await other.seat.leave()
    assert (other.group.dropped, other.group.given_back) == ([], [("run-1", RunOutcome.NOT_READY)])


@pytest.mark.parametrize("because", [DrainingError(), UpstreamError()])
async def test_a_run_that_the_scheduler_sent_away_is_asked_for_again_under_a_hold(
    table: Table, because: DrainingError | UpstreamError
) -> None:
    async def work() -> None:
        async with table.seat.place(ANNA, REQUEST, lambda _queued: None) as place:
            assert place.run_id == "run"
            assert list(table.places.held) == ["copy-1"]

    working = asyncio.create_task(work())
    table.seat.hear(Blocked("user_cap"))
    table.seat.hear(Ended(because))
    await working
    await table.seat.leave()
    assert table.seat.goes_on
    assert not table.places.held
    assert (table.group.dropped, table.group.given_back) == ([], [])


async def test_a_scheduler_that_stops_is_asked_until_it_is_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent_svc.groups.seat._PAUSE_S", 0)
    table.places.refuse = DrainingError()
    table.seat.hear(Ended(DrainingError()))
    sitting = asyncio.create_task(table.sit())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not sitting.done()
    table.places.refuse = None
    assert (await sitting).run_id == "run"


@pytest.mark.parametrize("ended", [Ended(StoppedError()), Ended(None)])
async def test_what_its_user_stopped_is_never_asked_for_again(table: Table, ended: Ended) -> None:
    table.seat.hear(ended)
    assert not table.seat.goes_on


async def test_what_has_begun_is_never_asked_for_again(table: Table) -> None:
    table.seat.hear(Started(7))
    await table.sit()
    table.seat.hear(Ended(UpstreamError()))
    table.seat.lose_the_group()
    assert not table.seat.goes_on
