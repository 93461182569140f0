"""Who may enter: locks, then the user's cap, then the capacity."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.run import RunState
from tests.unit.scheduler_svc.desk import RATED, RUNS, Desk, accepted, policy, refusal


def test_a_third_plot_of_a_public_user_is_refused_in_words_with_the_numbers() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    error = refusal(desk.submit("r3"))
    assert error.reason is Reason.RUN_LIMIT
    assert error.message == (
        "you already have 2 plots or data runs in progress; wait until one finishes, then try again"
    )
    assert error.metadata == {"cap": "2", "count": "2"}
    assert error.retry_after_s is not None


def test_a_plot_of_another_user_still_queues_when_the_first_is_at_the_cap() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    assert accepted(desk.submit("r3", user="bob"))
    assert desk.state("r3") is RunState.QUEUED


@pytest.mark.parametrize(("lane", "cap"), [("premium", 5), ("public", 2), ("admin", 5)])
def test_each_lane_of_runs_has_its_own_cap(lane: str, cap: int) -> None:
    desk = Desk()
    for number in range(cap):
        assert accepted(desk.submit(f"r{number}", lane=lane))
    assert refusal(desk.submit("one-more", lane=lane)).metadata["cap"] == str(cap)


def test_the_cap_counts_runs_of_every_lane() -> None:
    desk = Desk()
    desk.submit("r1", lane="premium")
    desk.submit("r2", lane="premium")
    assert refusal(desk.submit("r3", lane="public")).reason is Reason.RUN_LIMIT


def test_a_run_that_ended_no_longer_counts_against_the_cap() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.release("r1")
    assert accepted(desk.submit("r3"))


@pytest.mark.parametrize(("lane", "words"), [("toggle", "theme switches"), ("convert", "file conversions")])
def test_a_third_waiting_toggle_or_conversion_of_a_user_is_refused(lane: str, words: str) -> None:
    desk = Desk()
    desk.render("busy", user="bob")
    desk.render("t1", lane)
    desk.render("t2", lane)
    error = refusal(desk.render("t3", lane))
    assert error.reason is Reason.RUN_LIMIT
    assert error.message.startswith(f"you already have 2 {words} waiting;")


def test_toggles_in_flight_do_not_count_as_waiting() -> None:
    desk = Desk(slots=3)
    for number in range(3):
        assert accepted(desk.render(f"t{number}", "toggle"))
    assert accepted(desk.render("t3", "toggle"))


def test_a_full_queue_is_refused_with_the_estimate() -> None:
    desk = Desk(policy(replace(RUNS, capacity=2)))
    for number in range(3):
        desk.submit(f"r{number}", user=f"user{number}")
    error = refusal(desk.submit("r3", user="late"))
    assert error.reason is Reason.CAPACITY
    # one slot, 90 s a run, three places behind it: 270 s
    assert error.metadata == {"waiting": "2", "capacity": "2", "estimated_wait_s": "270.0"}
    assert error.retry_after_s == 90.0


def test_an_entry_that_can_start_at_once_is_accepted_with_no_capacity_at_all() -> None:
    desk = Desk(policy(replace(RUNS, capacity=0)))
    desk.submit("r1")
    assert desk.state("r1") is RunState.IN_FLIGHT
    assert refusal(desk.submit("r2")).reason is Reason.CAPACITY


def test_an_entry_that_must_wait_for_the_start_gap_cannot_start_at_once() -> None:
    desk = Desk(policy(replace(RATED, capacity=0)), slots=5)
    desk.submit("r1")
    assert refusal(desk.submit("r2")).reason is Reason.CAPACITY


def test_a_lock_is_judged_before_the_cap_and_the_cap_before_the_capacity() -> None:
    desk = Desk(policy(replace(RUNS, capacity=1)))
    desk.submit("r1", locks=("session:a",))
    desk.submit("r2")
    assert refusal(desk.submit("r3", locks=("session:a",))).reason is Reason.RUN_ACTIVE
    assert refusal(desk.submit("r3")).reason is Reason.RUN_LIMIT
    assert refusal(desk.submit("r3", user="bob")).reason is Reason.CAPACITY


def test_a_refused_run_leaves_nothing_behind() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.submit("r3", locks=("session:c",))
    assert desk.state("r3") is None
    assert accepted(desk.submit("other", user="bob", locks=("session:c",)))


def test_stale_leases_are_swept_before_admission() -> None:
    desk = Desk()
    desk.submit("r1", locks=("session:a",))
    desk.lose("r1")
    desk.now = 10.0
    assert accepted(desk.submit("r2", locks=("session:a",)))
    assert desk.state("r2") is RunState.IN_FLIGHT
