"""The two clocks of a turn, without waiting for either."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clocks import TurnBook, TurnClocks, TurnLimits
from gateway.errors import QueueTooLong, TurnSilent, TurnTooLong

LIMITS = TurnLimits(turn_max_s=890, silence_s=190, run_max_s=180)


def clocks() -> TurnClocks:
    return TurnClocks(LIMITS, started_at=0, now=0)


def test_a_turn_that_says_nothing_is_silent_after_190_s() -> None:
    turn = clocks()
    assert turn.verdict(189.9) is None
    assert isinstance(turn.verdict(190), TurnSilent)


def test_each_queued_status_restarts_the_silence_budget() -> None:
    turn = clocks()
    for now in range(0, 600, 15):
        turn.saw(queued=True, now=now)
        assert turn.due_in(now) >= 110  # 710 (too late to run) - 600
    assert turn.verdict(600 + 109) is None


def test_a_queue_that_falls_silent_ends_with_upstream() -> None:
    turn = clocks()
    turn.saw(queued=True, now=100)
    assert isinstance(turn.verdict(290), TurnSilent)


def test_the_first_event_after_the_wait_restarts_the_budget_and_later_ones_do_not() -> None:
    turn = clocks()
    turn.saw(queued=True, now=100)
    turn.saw(queued=False, now=250)
    for now in (300, 350, 400, 439):
        turn.saw(queued=False, now=now)
        assert turn.verdict(now) is None
    assert isinstance(turn.verdict(440), TurnSilent)


def test_events_of_a_turn_that_never_queued_restart_nothing() -> None:
    turn = clocks()
    turn.saw(queued=False, now=100)
    assert isinstance(turn.verdict(190), TurnSilent)


@pytest.mark.parametrize(("now", "ends"), [(709.9, False), (710, True), (800, True)])  # 890 - 180
def test_a_turn_still_queued_when_its_run_could_not_finish_ends_with_capacity(now: float, *, ends: bool) -> None:
    turn = clocks()
    turn.saw(queued=True, now=700)
    assert isinstance(turn.verdict(now), QueueTooLong) is ends


def test_a_run_that_started_in_time_may_use_the_rest_of_the_turn() -> None:
    turn = clocks()
    turn.saw(queued=True, now=705)
    turn.saw(queued=False, now=709)
    assert turn.verdict(889) is None


def test_nothing_restarts_the_end_of_the_turn() -> None:
    turn = clocks()
    turn.saw(queued=True, now=705)
    turn.saw(queued=False, now=890)
    assert isinstance(turn.verdict(890), TurnTooLong)


def test_a_reader_who_comes_back_finds_the_clock_where_it_was() -> None:
    book = TurnBook(LIMITS)
    book.clocks("t1", now=0)
    again = book.clocks("t1", now=700)
    again.saw(queued=False, now=700)
    assert again.due_in(700) == 190
    assert isinstance(again.verdict(890), TurnTooLong)


def test_a_turn_that_is_long_over_is_forgotten() -> None:
    book = TurnBook(LIMITS)
    book.clocks("t1", now=0)
    assert book.clocks("t1", now=2000).verdict(2000) is None


@given(
    steps=st.lists(st.tuples(st.booleans(), st.floats(0, 100, allow_nan=False)), max_size=30),
    wait=st.floats(0, 2000, allow_nan=False),
)
def test_the_verdict_changes_by_time_alone_exactly_when_it_is_due(steps: list[tuple[bool, float]], wait: float) -> None:
    turn, now = clocks(), 0.0
    for queued, pause in steps:
        now += pause
        turn.saw(queued=queued, now=now)
    if turn.verdict(now) is None:
        due = now + turn.due_in(now)
        assert (turn.verdict(now + wait) is None) == (now + wait < due)
