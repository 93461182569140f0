"""Locks: one thing at a time in a session, and what a run inherits from its hold."""

from __future__ import annotations

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import Desk, accepted, ended, policy, refusal


def test_a_second_run_of_a_busy_session_is_refused_and_told_what_holds_it() -> None:
    desk = Desk()
    desk.submit("r1", locks=("session:a",), kind="plot")
    error = refusal(desk.submit("r2", locks=("session:a",)))
    assert error.reason is Reason.RUN_ACTIVE
    assert error.metadata == {"key": "session:a", "kind": "plot"}
    assert "wait until it ends, or stop it" in error.message


def test_a_waiting_run_holds_its_locks_too() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("r1", locks=("session:a",))
    assert refusal(desk.submit("r2", locks=("session:a",))).reason is Reason.RUN_ACTIVE


def test_different_sessions_do_not_block_each_other() -> None:
    desk = Desk(slots=2)
    desk.submit("r1", locks=("session:a",))
    assert accepted(desk.submit("r2", locks=("session:b",)))


def test_a_lock_set_is_taken_whole_or_not_at_all() -> None:
    desk = Desk()
    desk.hold("h1", "resource:x")
    assert refusal(desk.hold("h2", "resource:w", "resource:x")).metadata["key"] == "resource:x"
    assert accepted(desk.hold("h3", "resource:w"))


@pytest.mark.parametrize("how", ["release", "cancel", "lose"])
def test_locks_are_free_when_the_run_has_ended(how: str) -> None:
    desk = Desk()
    desk.submit("r1", locks=("session:a",))
    match how:
        case "release":
            desk.release("r1")
        case "cancel":
            desk.cancel_run("r1")
        case _:
            desk.lose("r1")
            desk.at(10)
    assert accepted(desk.hold("h1", "session:a"))


def test_a_hold_refuses_a_run_and_a_hold_of_its_session() -> None:
    desk = Desk()
    desk.hold("h1", "session:a", kind="paste")
    assert refusal(desk.hold("h2", "session:a")).metadata["kind"] == "paste"
    assert refusal(desk.submit("r1", locks=("session:a",))).metadata["kind"] == "paste"


def test_a_run_under_a_hold_inherits_its_locks() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    assert accepted(desk.submit("r1", locks=("session:a",), hold_id="h1"))


def test_a_run_under_a_hold_may_lock_further_keys_if_they_are_free() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.hold("h2", "resource:x")
    assert refusal(desk.submit("r1", locks=("resource:x",), hold_id="h1")).reason is Reason.RUN_ACTIVE
    assert accepted(desk.submit("r1", locks=("resource:y",), hold_id="h1"))
    assert refusal(desk.hold("h3", "resource:y")).reason is Reason.RUN_ACTIVE
    desk.release("r1")
    assert accepted(desk.hold("h3", "resource:y"))


def test_a_hold_has_one_unfinished_run() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    assert refusal(desk.submit("r2", hold_id="h1")).reason is Reason.RUN_ACTIVE
    desk.release("r1")
    assert accepted(desk.submit("r2", hold_id="h1"))


@pytest.mark.parametrize("first", ["hold", "run"])
def test_the_locks_of_a_hold_stay_until_it_and_its_run_have_both_ended(first: str) -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    order = ["h1", "r1"] if first == "hold" else ["r1", "h1"]
    desk.release(order[0])
    assert refusal(desk.hold("h2", "session:a")).reason is Reason.RUN_ACTIVE
    desk.release(order[1])
    assert accepted(desk.hold("h2", "session:a"))


@pytest.mark.parametrize("user", ["ada", "bob"])
def test_a_hold_that_ended_or_is_another_users_is_not_found(user: str) -> None:
    desk = Desk()
    desk.hold("h1", "session:a", user="ada")
    if user == "ada":
        desk.release("h1")
    assert refusal(desk.submit("r1", user=user, hold_id="h1")).reason is Reason.NOT_FOUND


def test_cancelling_a_session_ends_its_hold_and_its_run_and_frees_it() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    assert ended(desk.cancel_session("a")) == ["r1", "h1"]
    assert desk.end("r1") is EndReason.CANCELLED
    assert accepted(desk.hold("h2", "session:a"))


def test_cancelling_a_session_whose_hold_is_gone_ends_the_run_that_is_left() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    desk.release("h1")
    assert ended(desk.cancel_session("a")) == ["r1"]
    assert accepted(desk.hold("h2", "session:a"))


def test_cancelling_a_free_session_does_nothing() -> None:
    assert Desk().cancel_session("a") == []


def test_another_users_session_or_run_is_not_cancelled() -> None:
    desk = Desk()
    desk.submit("r1", user="ada", locks=("session:a",))
    assert desk.cancel_session("a", owner="bob") == []
    assert desk.cancel_run("r1", owner="bob") == []
    assert ended(desk.cancel_run("r1", owner="ada")) == ["r1"]


def test_cancelling_a_user_ends_what_waits_and_what_runs_and_nobody_elses() -> None:
    desk = Desk()
    desk.submit("r1", user="ada")
    desk.submit("r2", user="ada")
    desk.submit("r3", user="bob")
    assert ended(desk.cancel_user("ada")) == ["r1", "r2"]
    assert desk.state("r3") is RunState.IN_FLIGHT


def test_cancelling_what_has_ended_does_nothing() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.release("r1")
    assert desk.cancel_run("r1") == []
    assert desk.cancel_user("ada") == []
    assert desk.end("r1") is EndReason.RELEASED


def test_a_hold_is_cancelled_by_its_id_by_its_owner_only() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.cancel_run("h1", owner="zoe")
    assert refusal(desk.hold("h2", "session:a")).reason is Reason.RUN_ACTIVE
    desk.cancel_run("h1", owner="ada")
    assert accepted(desk.hold("h3", "session:a"))


@pytest.mark.parametrize("how", ["none", "replay", "restore"])
def test_a_user_has_at_most_so_many_holds_open_and_waiting_together(how: str) -> None:
    desk = Desk(policy(holds_per_user=3))
    desk.hold("h1", "session:a")
    desk.hold("h2", "session:b")
    desk.hold("h3", "session:a", wait=True)
    if how != "none":
        desk.crash(how)
    error = refusal(desk.hold("h4", "session:c"))
    assert (error.reason, error.metadata) == (Reason.RUN_LIMIT, {"cap": "3", "count": "3"})
    assert refusal(desk.hold("h4", "session:a", wait=True)).reason is Reason.RUN_LIMIT
    assert refusal(desk.hold("h4", "session:a")).reason is Reason.RUN_ACTIVE
    assert accepted(desk.hold("h1", "session:a"))
    assert accepted(desk.hold("other", "session:d", user="bob"))
    desk.release("h2")
    assert accepted(desk.hold("h4", "session:c"))
