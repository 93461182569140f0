"""WAIT: what is in the way keeps a run BLOCKED, and it enters in the order of submission the moment it may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import RATED, RUNS, Desk, accepted, policy, refusal


def test_a_run_that_waits_for_a_lock_is_told_what_kind_of_work_has_it() -> None:
    desk = Desk()
    desk.hold("h1", "session:a", kind="paste")
    desk.submit("r1", locks=("session:a",), wait=True)
    run = desk.scheduler.run("r1")
    assert run is not None
    assert run.block is not None
    assert (desk.block("r1"), run.block.kind) == ("lock", "paste")


def test_a_blocked_run_enters_the_moment_the_lock_is_free() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", locks=("session:a",), wait=True)
    desk.now = 7
    desk.release("h1")
    assert desk.started_at("r1") == 7


def test_its_longest_wait_begins_when_it_enters() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", locks=("session:a",), wait=True)
    desk.submit("busy", user="zoe")
    desk.now = 1_000
    desk.release("h1")
    desk.at(1_599)
    assert desk.state("r1") is RunState.QUEUED
    desk.at(1_600)
    assert desk.end("r1") is EndReason.EXPIRED


def test_a_run_over_the_cap_waits_and_enters_in_order_of_submission() -> None:
    desk = Desk(slots=9)
    for name in ("r1", "r2", "r3", "r4"):
        desk.submit(name, wait=True)
    assert [desk.block(name) for name in ("r1", "r2", "r3", "r4")] == ["", "", "user_cap", "user_cap"]
    desk.release("r2")
    assert (desk.state("r3"), desk.block("r4")) == (RunState.IN_FLIGHT, "user_cap")


def test_a_run_that_finds_the_queue_full_waits_for_room() -> None:
    desk = Desk(policy(replace(RUNS, capacity=1)))
    for number in range(4):
        desk.submit(f"r{number}", user=f"u{number}", wait=True)
    assert [desk.block(f"r{number}") for number in range(4)] == ["", "", "capacity", "capacity"]
    assert refusal(desk.submit("late", user="late")).reason is Reason.CAPACITY
    desk.release("r0")
    assert (desk.state("r1"), desk.state("r2"), desk.block("r3")) == (RunState.IN_FLIGHT, RunState.QUEUED, "capacity")


def test_a_run_whose_start_could_not_be_promised_enters_the_moment_it_can_though_nothing_else_happens() -> None:
    desk = Desk()  # one place, 90 s a run: the eighth would start at 630 s
    for number in range(7):
        desk.submit(f"r{number}", user=f"u{number}", wait=True)
    desk.submit("r7", user="u7", wait=True)
    desk.submit("r8", user="u8", wait=True)
    assert (desk.block("r7"), desk.block("r8")) == ("capacity", "capacity")
    assert desk.scheduler.next_wakeup(desk.now) == pytest.approx(30)
    desk.at(29.9)
    assert desk.block("r7") == "capacity"
    desk.at(100)
    run = desk.scheduler.run("r7")
    assert run is not None
    assert run.arrived_at == pytest.approx(30)
    assert run.latest_start == run.arrived_at + 600
    assert desk.block("r8") == "capacity"


def test_where_nobody_may_wait_a_run_enters_when_the_gap_is_over() -> None:
    desk = Desk(policy(replace(RATED, capacity=0)), slots=5)
    desk.submit("r1")
    desk.submit("r2", user="bob", wait=True)
    assert desk.block("r2") == "capacity"
    desk.at(60)
    assert desk.started_at("r2") == 10


@pytest.mark.parametrize("how", ["replay", "restore", "both"])
def test_after_a_crash_a_run_still_enters_when_it_may(how: str) -> None:
    desk = Desk(policy(replace(RATED, capacity=0)), slots=5)
    desk.submit("r1")
    desk.submit("r2", user="bob", wait=True)
    desk.crash(how)
    desk.at(10)
    assert desk.started_at("r2") == 10


def test_room_that_comes_with_another_policy_is_found_without_anything_else_happening() -> None:
    desk = Desk(policy(replace(RUNS, capacity=0)))
    desk.submit("r1")
    desk.submit("r2", user="bob", wait=True)
    desk.policy = policy()
    desk.crash("restore")
    desk.at(0)
    assert desk.state("r2") is RunState.QUEUED


def test_a_run_that_is_over_its_cap_by_now_makes_way_for_the_next_that_waits_for_room() -> None:
    desk = Desk(policy(replace(RUNS, capacity=0)))
    desk.submit("busy", user="ada")
    desk.submit("first", user="ada", wait=True)
    desk.submit("second", user="bob", wait=True)
    desk.policy = policy(replace(RUNS, lanes=tuple(replace(lane, user_cap=1) for lane in RUNS.lanes)))
    desk.crash("restore")
    desk.at(0)
    assert (desk.block("first"), desk.state("second")) == ("user_cap", RunState.QUEUED)


def test_what_is_in_the_way_may_change() -> None:
    desk = Desk(slots=9)
    desk.hold("h1", "session:a", user="bob")
    desk.submit("r1")
    desk.submit("r2")
    desk.submit("r3", locks=("session:a",), wait=True)
    assert desk.block("r3") == "lock"
    desk.release("h1")
    assert desk.block("r3") == "user_cap"
    desk.release("r1")
    assert desk.state("r3") is RunState.IN_FLIGHT


def test_nobody_passes_a_set_that_came_first() -> None:
    desk = Desk(slots=9)
    desk.hold("h1", "resource:x", user="bob")
    desk.submit("both", user="eve", locks=("resource:x", "resource:y"), wait=True)
    error = refusal(desk.hold("h2", "resource:y", user="zoe"))
    assert (error.reason, error.metadata["kind"]) == (Reason.RUN_ACTIVE, "plot")
    desk.submit("later", user="zoe", locks=("resource:y",), wait=True)
    desk.release("h1")
    assert (desk.state("both"), desk.block("later")) == (RunState.IN_FLIGHT, "lock")


def test_sets_that_do_not_overlap_do_not_wait_for_each_other() -> None:
    desk = Desk(slots=9)
    desk.hold("h1", "resource:x")
    desk.submit("waits", locks=("resource:x",), wait=True)
    assert accepted(desk.submit("free", locks=("resource:y",), wait=True))
    assert desk.state("free") is RunState.IN_FLIGHT


def test_when_the_first_in_line_leaves_the_next_steps_up() -> None:
    desk = Desk(slots=9)
    desk.hold("h1", "resource:x", user="bob")
    desk.submit("both", user="eve", locks=("resource:x", "resource:y"), wait=True)
    desk.submit("later", user="zoe", locks=("resource:y",), wait=True)
    desk.cancel_run("both")
    assert desk.state("later") is RunState.IN_FLIGHT


def test_a_hold_may_wait_for_its_locks() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.hold("h2", "session:a", user="bob", wait=True)
    assert refusal(desk.submit("r1", user="bob", hold_id="h2")).reason is Reason.NOT_FOUND
    desk.release("h1")
    assert accepted(desk.submit("r1", user="bob", hold_id="h2"))


def test_a_run_under_a_hold_never_waits_for_a_further_lock() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.hold("h2", "resource:x")
    assert refusal(desk.submit("r1", hold_id="h1", locks=("resource:x",), wait=True)).reason is Reason.RUN_ACTIVE


def test_a_run_under_a_hold_that_waits_for_the_cap_has_its_locks_meanwhile() -> None:
    desk = Desk(slots=9)
    desk.submit("r1")
    desk.submit("r2")
    desk.hold("h1", "session:a")
    desk.submit("r3", hold_id="h1", locks=("resource:x",), wait=True)
    assert desk.block("r3") == "user_cap"
    assert refusal(desk.hold("h2", "resource:x")).reason is Reason.RUN_ACTIVE
    desk.release("r1")
    assert desk.state("r3") is RunState.IN_FLIGHT


def test_a_blocked_run_gives_up_after_half_an_hour() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", locks=("session:a",), wait=True)
    desk.at(1_799)
    assert desk.state("r1") is RunState.BLOCKED
    desk.at(1_800)
    assert desk.end("r1") is EndReason.GAVE_UP


def test_at_most_sixty_entries_of_a_user_are_blocked() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    for number in range(60):
        assert accepted(desk.submit(f"r{number}", locks=("session:a",), wait=True))
    error = refusal(desk.submit("one-more", locks=("session:a",), wait=True))
    assert (error.reason, error.metadata) == (Reason.RUN_LIMIT, {"cap": "60", "count": "60"})
    assert accepted(desk.submit("other", user="bob", locks=("session:a",), wait=True))


@pytest.mark.parametrize("how", ["cancel", "lose", "drain", "session"])
def test_a_blocked_run_ends_like_any_other(how: str) -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", locks=("session:a",), wait=True)
    match how:
        case "cancel":
            desk.cancel_run("r1")
        case "lose":
            desk.lose("r1")
            desk.at(10)
        case "drain":
            desk.drain()
        case _:
            desk.cancel_session("a")
    assert desk.state("r1") is RunState.ENDED
    assert desk.pool().blocked == 0


def test_the_state_of_waiting_entries_survives_a_crash() -> None:
    desk = Desk(slots=9)
    desk.hold("h1", "resource:x", user="bob")
    desk.submit("both", user="eve", locks=("resource:x", "resource:y"), wait=True)
    desk.submit("later", user="zoe", locks=("resource:y",), wait=True)
    desk.crash("restore")
    desk.release("h1")
    assert (desk.state("both"), desk.block("later")) == (RunState.IN_FLIGHT, "lock")
