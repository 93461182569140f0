"""Turns: started under a hold, read by whoever comes, stopped at any moment, kept for a while."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import structlog.testing

from agent_svc.errors import (
    CapacityError,
    DrainingError,
    RunActiveError,
    StoppedError,
    TurnNotFoundError,
    UpstreamError,
)
from agent_svc.sessions.hold import Hold
from agent_svc.spending.budget import TurnBudgetError
from agent_svc.turns.events import Done, Failure, Message, Ready, TurnOutcome
from agent_svc.turns.turn import Turn
from agent_svc.turns.turns import KEPT_S, MAX_KEPT, Turns
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import ManualClock
from tests.unit.agent_svc.turns.places_twin import PlacesTwin

ANNA, BERT = Caller("anna", Tier.PUBLIC), Caller("bert", Tier.PREMIUM)


class Stage:
    """Turns on a manual clock, and plays for them."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.places = PlacesTwin()
        self.turns = Turns(self.places, self.clock, reader_grace_s=60.0)
        self.curtain = asyncio.Event()

    async def until_curtain(self, turn: Turn, hold: Hold) -> Done:
        turn.emit(Message("playing"))
        await self.curtain.wait()
        return Done(TurnOutcome.OK, 3)

    async def in_flight(self, turn: Turn, hold: Hold) -> Done:
        turn.go_to_the_end()
        return await self.until_curtain(turn, hold)

    async def waits_again(self, turn: Turn, hold: Hold) -> Done:
        with turn.in_flight():
            await self.curtain.wait()
        await asyncio.Event().wait()
        return Done(TurnOutcome.OK)


@pytest.fixture
async def stage() -> Stage:
    return Stage()


async def events(turn: Turn) -> list[Any]:
    return [numbered.event async for numbered in turn.log.follow()]


async def test_a_turn_begins_with_ready_and_ends_with_done(stage: Stage) -> None:
    stage.curtain.set()
    turn = await stage.turns.start(ANNA, "s1", stage.until_curtain)
    assert await events(turn) == [Ready(turn.turn_id), Message("playing"), Done(TurnOutcome.OK, 3)]


async def test_who_reads_the_last_event_finds_the_session_free(stage: Stage) -> None:
    turn = await stage.turns.start(ANNA, "s1", stage.until_curtain)
    assert "s1" in stage.places.held
    stage.curtain.set()
    await events(turn)
    assert stage.places.held == {}


async def test_a_second_turn_of_a_session_is_refused_before_any_event(stage: Stage) -> None:
    first = await stage.turns.start(ANNA, "s1", stage.until_curtain)
    with pytest.raises(RunActiveError):
        await stage.turns.start(ANNA, "s1", stage.until_curtain)
    assert stage.turns.active("s1") is first
    assert stage.turns.count == 1
    first.stop()
    await first.ended()


async def test_turns_of_several_sessions_do_not_block_each_other(stage: Stage) -> None:
    turns = [await stage.turns.start(ANNA, f"s{at}", stage.until_curtain) for at in range(3)]
    assert stage.turns.busy() == {"s0", "s1", "s2"}
    stage.curtain.set()
    assert [(await events(turn))[-1] for turn in turns] == [Done(TurnOutcome.OK, 3)] * 3


@pytest.mark.parametrize("play", ["until_curtain", "in_flight"])
async def test_a_cancelled_session_is_free_when_cancel_returns(stage: Stage, play: str) -> None:
    turn = await stage.turns.start(ANNA, "s1", getattr(stage, play))
    await stage.turns.cancel(ANNA, "s1")
    assert stage.places.held == {}
    assert (await events(turn))[-1] == Done(TurnOutcome.CANCELLED)


async def test_cancel_without_a_turn_frees_what_else_holds_the_session(stage: Stage) -> None:
    await stage.turns.cancel(ANNA, "s1")
    assert stage.places.cancelled == ["s1"]


@pytest.mark.parametrize(
    ("error", "code"), [(UpstreamError(), "upstream"), (CapacityError("wait"), "capacity"), (KeyError("x"), "internal")]
)
async def test_what_goes_wrong_is_an_error_event_and_then_done(stage: Stage, error: Exception, code: str) -> None:
    async def play(turn: Turn, hold: Hold) -> Done:
        raise error

    turn = await stage.turns.start(ANNA, "s1", play)
    _, failure, done = await events(turn)
    assert isinstance(failure, Failure)
    assert failure.code == code
    assert done == Done(TurnOutcome.FAILED)
    assert bool(failure.ref) is (code == "internal")
    assert "x" not in failure.text.split()


async def test_a_run_that_was_cancelled_from_outside_ends_the_turn_as_cancelled(stage: Stage) -> None:
    async def play(turn: Turn, hold: Hold) -> Done:
        raise StoppedError

    turn = await stage.turns.start(ANNA, "s1", play)
    assert (await events(turn))[-1] == Done(TurnOutcome.CANCELLED)


async def test_a_turn_can_be_found_by_its_user_only(stage: Stage) -> None:
    turn = await stage.turns.start(ANNA, "s1", stage.until_curtain)
    assert stage.turns.find(ANNA, "s1", turn.turn_id) is turn
    for caller, session_id, turn_id in (
        (BERT, "s1", turn.turn_id),
        (ANNA, "s2", turn.turn_id),
        (ANNA, "s1", "no-such-turn"),
    ):
        with pytest.raises(TurnNotFoundError):
            stage.turns.find(caller, session_id, turn_id)
    turn.stop()
    await turn.ended()


async def test_an_ended_turn_is_kept_for_ten_minutes(stage: Stage) -> None:
    stage.curtain.set()
    turn = await stage.turns.start(ANNA, "s1", stage.until_curtain)
    await events(turn)
    stage.clock.advance(KEPT_S - 1)
    assert stage.turns.find(ANNA, "s1", turn.turn_id) is turn
    stage.clock.advance(1)
    with pytest.raises(TurnNotFoundError):
        stage.turns.find(ANNA, "s1", turn.turn_id)


async def test_of_many_ended_turns_only_the_latest_are_kept(stage: Stage) -> None:
    stage.curtain.set()
    turns = []
    for at in range(MAX_KEPT + 2):
        turns.append(await stage.turns.start(ANNA, f"s{at}", stage.until_curtain))
        await turns[-1].ended()
    await asyncio.sleep(0)
    with pytest.raises(TurnNotFoundError):
        stage.turns.find(ANNA, "s0", turns[0].turn_id)
    assert stage.turns.find(ANNA, turns[-1].session_id, turns[-1].turn_id) is turns[-1]


async def test_a_waiting_turn_without_readers_ends_after_the_grace() -> None:
    places = PlacesTwin()
    stage = Stage()
    turns = Turns(places, ManualClock(), reader_grace_s=0.01)
    turn = await turns.start(ANNA, "s1", stage.until_curtain)
    reader = turn.log.follow()
    reader.close()
    await turn.ended()
    assert turn.log.after(0)[-1].event == Done(TurnOutcome.CANCELLED)


async def test_a_turn_in_flight_outlives_its_readers(stage: Stage) -> None:
    turns = Turns(stage.places, stage.clock, reader_grace_s=0.0)
    turn = await turns.start(ANNA, "s1", stage.in_flight)
    turn.log.follow().close()
    await asyncio.sleep(0)
    stage.curtain.set()
    await turn.ended()
    assert turn.log.after(0)[-1].event == Done(TurnOutcome.OK, 3)


async def test_a_turn_that_waits_again_after_its_work_ends_when_its_readers_are_gone_and_not_before(
    stage: Stage,
) -> None:
    turns = Turns(stage.places, stage.clock, reader_grace_s=0.0)
    turn = await turns.start(ANNA, "s1", stage.waits_again)
    turn.log.follow().close()
    await asyncio.sleep(0)
    assert not turn.log.closed
    stage.curtain.set()
    await turn.ended()
    assert turn.log.after(0)[-1].event == Done(TurnOutcome.CANCELLED)


async def test_a_drain_tells_those_that_wait_and_lets_those_in_flight_finish(stage: Stage) -> None:
    waiting = await stage.turns.start(ANNA, "s1", stage.until_curtain)
    running = await stage.turns.start(ANNA, "s2", stage.in_flight)
    await asyncio.sleep(0)
    draining = asyncio.create_task(stage.turns.drain(30.0))
    told = await events(waiting)
    assert isinstance(told[-2], Failure)
    assert told[-2].code == "capacity"
    with pytest.raises(DrainingError):
        await stage.turns.start(ANNA, "s3", stage.until_curtain)
    stage.curtain.set()
    await draining
    assert (await events(running))[-1] == Done(TurnOutcome.OK, 3)


async def test_a_drain_does_not_wait_longer_than_it_may(stage: Stage) -> None:
    running = await stage.turns.start(ANNA, "s1", stage.in_flight)
    await asyncio.sleep(0)
    await stage.turns.drain(0.0)
    assert (await events(running))[-1] == Done(TurnOutcome.FAILED)


@pytest.mark.parametrize(
    ("error", "outcome", "refusal", "code"),
    [
        (None, "ok", "", ""),
        (UpstreamError(), "failed", "", "upstream"),
        (StoppedError(), "cancelled", "", ""),
        (TurnBudgetError(), "refused", "budget", ""),
    ],
)
async def test_the_log_line_of_a_turn_holds_no_content(
    stage: Stage, error: Exception | None, outcome: str, refusal: str, code: str
) -> None:
    async def play(turn: Turn, hold: Hold) -> Done:
        if error is not None:
            raise error
        return Done(TurnOutcome.OK)

    with structlog.testing.capture_logs() as lines:
        turn = await stage.turns.start(BERT, "s1", play)
        await turn.ended()
    assert lines == [
        {
            "event": "turn",
            "log_level": "info",
            "service": "agent",
            "tier": "premium",
            "outcome": outcome,
            "refusal": refusal,
            "error": code,
        }
    ]


async def test_a_refused_turn_has_a_log_line_too(stage: Stage) -> None:
    stage.places.refuse = UpstreamError()
    with structlog.testing.capture_logs() as lines, pytest.raises(UpstreamError):
        await stage.turns.start(ANNA, "s1", stage.until_curtain)
    assert [(line["outcome"], line["error"]) for line in lines] == [("refused", "upstream")]
