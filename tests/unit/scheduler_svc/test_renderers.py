"""Renderers: their slots add up, a lease names one, and a dead one takes its leases along."""

from __future__ import annotations

from scheduler_svc.core.commands import LoseRenderer, RegisterRenderer, Restart
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import Desk


def two_renderers() -> Desk:
    desk = Desk()
    desk.do(RegisterRenderer("render", "one:1", 1))
    desk.do(RegisterRenderer("render", "two:2", 2))
    return desk


def renderer_of(desk: Desk, run_id: str) -> str:
    run = desk.scheduler.run(run_id)
    assert run is not None
    return run.renderer


def test_slots_add_up_and_replace_those_of_the_settings() -> None:
    desk = Desk(slots=9)
    assert desk.pool("render").concurrency == 9
    desk.do(RegisterRenderer("render", "one:1", 1))
    desk.do(RegisterRenderer("render", "two:2", 2))
    assert desk.pool("render").concurrency == 3


def test_a_lease_names_the_renderer_with_the_most_free_slots() -> None:
    desk = two_renderers()
    for number in range(4):
        desk.render(f"j{number}")
    assert [renderer_of(desk, f"j{number}") for number in range(4)] == ["two:2", "one:1", "two:2", ""]
    assert desk.state("j3") is RunState.QUEUED


def test_when_a_renderer_is_gone_its_leases_end_and_what_waits_goes_on_waiting() -> None:
    desk = two_renderers()
    for number in range(4):
        desk.render(f"j{number}")
    desk.do(LoseRenderer("render", "two:2"))
    assert [desk.end(f"j{number}") for number in range(4)] == [
        EndReason.RENDERER_LOST,
        None,
        EndReason.RENDERER_LOST,
        None,
    ]
    assert desk.state("j3") is RunState.QUEUED
    desk.do(RegisterRenderer("render", "three:3", 1))
    assert renderer_of(desk, "j3") == "three:3"


def test_without_any_renderer_left_nothing_starts() -> None:
    desk = two_renderers()
    desk.do(LoseRenderer("render", "one:1"))
    desk.do(LoseRenderer("render", "two:2"))
    desk.render("j1")
    assert (desk.pool("render").concurrency, desk.state("j1")) == (0, RunState.QUEUED)


def test_fewer_slots_end_nothing() -> None:
    desk = two_renderers()
    desk.render("j1")
    desk.render("j2")
    desk.do(RegisterRenderer("render", "two:2", 0))
    assert desk.state("j1") is RunState.IN_FLIGHT


def test_after_a_restart_a_renderer_that_comes_back_in_time_keeps_its_leases() -> None:
    desk = two_renderers()
    desk.render("j1")
    desk.render("j2")
    desk.crash("restore")
    desk.do(Restart())
    assert desk.pool("render").concurrency == 0
    desk.now = 9
    desk.attach("j1")
    desk.attach("j2")
    desk.do(RegisterRenderer("render", "two:2", 2))
    desk.at(10)
    assert desk.state("j1") is RunState.IN_FLIGHT
    assert desk.end("j2") is EndReason.RENDERER_LOST
