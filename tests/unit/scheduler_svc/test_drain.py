"""The drain: nothing new, what waits is told, what runs may end."""

from __future__ import annotations

from plotlane_kit.errors import Reason
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import Desk, accepted, refusal, started


def test_a_drain_ends_what_waits_and_leaves_what_runs() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.drain()
    assert desk.state("r1") is RunState.IN_FLIGHT
    assert desk.end("r2") is EndReason.DRAINED


def test_a_draining_scheduler_admits_neither_runs_nor_holds() -> None:
    desk = Desk()
    desk.drain()
    error = refusal(desk.submit("r1"))
    assert error.reason is Reason.DRAINING
    assert error.retry_after_s is not None
    assert refusal(desk.hold("h1", "session:a")).reason is Reason.DRAINING


def test_a_run_in_flight_still_gets_its_renders_while_the_scheduler_drains() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.render("j1")
    desk.render("j2")
    desk.drain()
    assert started(desk.release("j1")) == ["j2"]
    assert accepted(desk.render("j3"))


def test_a_run_of_before_is_still_joined_and_released_while_the_scheduler_drains() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.drain()
    assert accepted(desk.submit("r1"))
    assert accepted(desk.release("r1"))


def test_draining_twice_is_draining_once() -> None:
    desk = Desk()
    desk.drain()
    assert desk.drain() == []
