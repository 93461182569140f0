"""What time alone does: expiry and starts, judged by when they were due, never by when somebody looked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.events import RunEnded, RunStarted
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import RATED, Desk, accepted, policy, refusal, started


def test_an_entry_expires_when_it_has_waited_for_max_wait() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.at(599.9)
    assert desk.state("r2") is RunState.QUEUED
    desk.at(600)
    assert desk.end("r2") is EndReason.EXPIRED


def test_lanes_have_their_own_longest_wait() -> None:
    desk = Desk()
    desk.render("busy")
    desk.render("slow", "data")
    desk.render("quick", "toggle")
    desk.at(120)
    assert desk.end("quick") is EndReason.EXPIRED
    assert desk.state("slow") is RunState.QUEUED


def test_an_entry_whose_turn_comes_the_very_moment_it_reaches_max_wait_starts() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.now = 600
    assert started(desk.release("r1")) == ["r2"]


def test_an_entry_whose_start_gap_ends_the_very_moment_it_reaches_max_wait_starts() -> None:
    desk = Desk(policy(replace(RATED, capacity=100)), slots=100)
    for number in range(62):  # the 61st start is due at 600 s, the 62nd at 610 s
        desk.submit(f"r{number}", user=f"u{number}")
    desk.at(10_000)
    assert desk.started_at("r60") == 600
    assert desk.state("r61") is None


@pytest.mark.parametrize("rate", [7, 11, 13, 59])
def test_a_gap_that_no_float_holds_lets_nobody_expire_whose_turn_comes_at_that_very_moment(rate: int) -> None:
    desk = Desk(policy(replace(RATED, starts_per_minute=rate, capacity=1_000)), slots=1_000, now=108.59903497)
    for number in range(10 * rate + 1):  # the last start is due after 10 min, but for the last digit
        assert accepted(desk.submit(f"r{number}", user=f"u{number}"))
    desk.at(10_000)
    assert desk.started_at(f"r{10 * rate}") == pytest.approx(108.59903497 + 600)


def test_a_late_wake_up_starts_what_had_a_place_in_time() -> None:
    desk = Desk(policy(RATED), slots=5)
    desk.submit("r1", user="ada")
    desk.submit("r2", user="bob")
    events = desk.at(5_000)
    assert events == [RunStarted(10.0, "r2")]


def test_a_late_wake_up_does_not_start_what_was_overdue() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.now = 601
    events = desk.release("r1")
    assert events[0] == RunEnded(600.0, "r2", EndReason.EXPIRED)
    assert started(events) == []


def test_a_late_wake_up_settles_everything_in_the_order_in_which_it_was_due() -> None:
    desk = Desk()
    desk.submit("r1", user="ada")
    desk.submit("r2", user="bob")
    desk.now = 1
    desk.lose("r1")
    assert desk.at(5_000) == [RunEnded(11.0, "r1", EndReason.LOST), RunStarted(11.0, "r2")]


def test_a_refused_command_still_tells_what_time_had_brought_about() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.now = 700
    events = desk.submit("r1", user="bob")
    assert events[0] == RunEnded(600.0, "r2", EndReason.EXPIRED)
    assert refusal(events).reason is Reason.CONFLICT


def test_a_clock_that_goes_back_changes_nothing() -> None:
    desk = Desk()
    desk.now = 100
    desk.submit("r1")
    desk.now = 50
    desk.submit("r2", user="bob")
    run = desk.scheduler.run("r2")
    assert run is not None
    assert run.arrived_at == 100


def test_the_next_wakeup_is_the_next_start_expiry_or_end_of_a_grace() -> None:
    desk = Desk(policy(RATED), slots=5)
    assert desk.scheduler.next_wakeup(0) is None
    desk.submit("r1", user="ada")
    assert desk.scheduler.next_wakeup(0) is None
    desk.submit("r2", user="bob")
    assert desk.scheduler.next_wakeup(0) == 10
    assert desk.scheduler.next_wakeup(12) == 12
    desk.now = 1
    desk.lose("r1")
    desk.at(10)
    assert desk.scheduler.next_wakeup(10) == 11


def test_with_every_place_taken_the_next_wakeup_is_the_first_expiry() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.now = 5
    desk.submit("r2")
    assert desk.scheduler.next_wakeup(5) == 605
