"""The stream is the lease: what a lost stream keeps, for how long, and who takes it up again."""

from __future__ import annotations

from plotlane_kit.errors import Reason
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import Desk, accepted, refusal, started


def test_a_waiting_run_whose_stream_is_lost_keeps_its_place_for_the_grace() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("r1", user="ada")
    desk.submit("r2", user="bob")
    desk.lose("r1")
    desk.at(9.9)
    assert desk.queue() == ["r1", "r2"]
    desk.at(10)
    assert desk.queue() == ["r2"]
    assert desk.end("r1") is EndReason.LOST


def test_a_waiting_run_in_its_grace_still_starts_when_its_turn_comes() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("r1", user="ada")
    desk.lose("r1")
    desk.now = 5
    assert started(desk.release("busy")) == ["r1"]


def test_a_run_in_flight_whose_stream_is_lost_frees_its_place_after_the_grace() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.submit("r2")
    desk.lose("r1")
    assert started(desk.at(10)) == ["r2"]
    assert desk.end("r1") is EndReason.LOST


def test_attach_within_the_grace_keeps_the_run() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.lose("r1")
    desk.now = 9
    desk.attach("r1")
    desk.at(1_000)
    assert desk.state("r1") is RunState.IN_FLIGHT


def test_submitting_the_same_run_again_takes_it_up_like_attach() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.lose("r1")
    desk.submit("r1")
    desk.at(1_000)
    assert desk.state("r1") is RunState.IN_FLIGHT


def test_a_second_loss_starts_a_new_grace() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.lose("r1")
    desk.now = 9
    desk.attach("r1")
    desk.lose("r1")
    desk.at(18)
    assert desk.state("r1") is RunState.IN_FLIGHT
    desk.at(19)
    assert desk.end("r1") is EndReason.LOST


def test_losing_a_stream_twice_does_not_lengthen_the_grace() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.lose("r1")
    desk.now = 9
    assert desk.lose("r1") == []
    desk.at(10)
    assert desk.end("r1") is EndReason.LOST


def test_a_hold_whose_stream_is_lost_frees_its_locks_after_the_grace() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.lose("h1")
    desk.now = 9
    assert refusal(desk.hold("h2", "session:a")).reason is Reason.RUN_ACTIVE
    desk.now = 10
    assert accepted(desk.hold("h2", "session:a"))


def test_the_same_hold_again_within_the_grace_keeps_it() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.lose("h1")
    desk.now = 9
    assert accepted(desk.hold("h1", "session:a"))
    desk.now = 100
    assert refusal(desk.hold("h2", "session:a")).reason is Reason.RUN_ACTIVE


def test_a_hold_that_has_ended_is_not_taken_up_again() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.release("h1")
    assert refusal(desk.hold("h1", "session:a")).reason is Reason.NOT_FOUND


def test_losing_the_stream_of_something_that_ended_does_nothing() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.release("r1")
    assert desk.lose("r1") == []
    assert desk.lose("ghost") == []
