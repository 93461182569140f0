"""The snapshot and the restart: the same order, locks, leases and counts; a grace counts from the moment of serving."""

from __future__ import annotations

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.commands import Restart
from scheduler_svc.core.run import EndReason, RunState
from scheduler_svc.core.scheduler import Scheduler
from tests.unit.scheduler_svc.desk import RATED, Desk, accepted, ended, policy, refusal


def busy_desk() -> Desk:
    """One run of each sort, in flight, waiting, in its grace, ended; a hold with a run."""
    desk = Desk(policy(RATED), slots=1)
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    desk.submit("r2", user="bob", locks=("session:b",))
    desk.submit("r3", user="eve", lane="premium")
    desk.submit("r4", user="zoe")
    desk.lose("r4")
    desk.render("j1")
    desk.release("j1")
    return desk


@pytest.mark.parametrize("how", ["replay", "restore", "both"])
def test_after_a_crash_the_state_is_the_same_to_the_last_detail(how: str) -> None:
    desk = busy_desk()
    before = desk.scheduler.snapshot()
    desk.crash(how)
    assert desk.scheduler.snapshot() == before


@pytest.mark.parametrize("how", ["replay", "restore", "both"])
def test_after_a_crash_order_locks_rate_and_answers_are_the_same(how: str) -> None:
    desk = busy_desk()
    desk.crash(how)
    assert desk.queue() == ["r3", "r2", "r4"]
    assert refusal(desk.hold("h2", "session:b")).reason is Reason.RUN_ACTIVE
    assert accepted(desk.release("j1"))
    desk.release("r1")
    assert desk.state("r3") is RunState.QUEUED
    desk.at(10)
    assert desk.state("r3") is RunState.IN_FLIGHT
    assert desk.end("r4") is EndReason.LOST


def test_a_snapshot_is_not_reached_by_what_happens_later() -> None:
    desk = busy_desk()
    snapshot = desk.scheduler.snapshot()
    desk.release("r1")
    assert Scheduler.restore(desk.policy, snapshot).snapshot() == snapshot != desk.scheduler.snapshot()


def test_after_a_restart_every_lease_lives_for_one_grace_from_the_moment_of_serving() -> None:
    desk = busy_desk()
    desk.crash()
    desk.now = 500  # r4's old grace was over long ago, but nobody could have taken it up
    assert ended(desk.do(Restart())) == []
    assert ended(desk.at(509.9)) == []
    desk.attach("r4")
    desk.attach("r2")
    assert set(ended(desk.at(510))) == {"h1", "r1", "r3"}
    assert desk.started_at("r2") is not None


def test_downtime_counts_as_waiting() -> None:
    desk = busy_desk()
    desk.crash()
    desk.now = 700
    desk.do(Restart())
    assert desk.end("r2") is EndReason.EXPIRED
    assert desk.state("r1") is RunState.IN_FLIGHT


def test_a_restart_ends_a_drain() -> None:
    desk = Desk()
    desk.drain()
    assert refusal(desk.submit("r1")).reason is Reason.DRAINING
    desk.do(Restart())
    assert accepted(desk.submit("r1"))
