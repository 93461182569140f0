"""Who starts, and when: lanes, places, the window and the gap."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_svc.core.commands import SetSlots
from scheduler_svc.core.run import RunState
from tests.unit.scheduler_svc.desk import RATED, RENDER, Desk, policy, started


def test_a_run_starts_at_once_when_a_place_is_free() -> None:
    assert started(Desk().submit("r1")) == ["r1"]


def test_a_run_waits_when_every_place_is_taken_and_starts_when_one_is_free() -> None:
    desk = Desk()
    desk.submit("r1")
    assert started(desk.submit("r2")) == []
    assert started(desk.release("r1")) == ["r2"]


def test_a_free_place_goes_to_the_first_lane_that_waits_and_there_to_the_first_arrival() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("admin", user="root", lane="admin")
    desk.submit("public-1", user="ada")
    desk.submit("public-2", user="bob")
    desk.submit("premium", user="eve", lane="premium")
    assert desk.queue() == ["premium", "public-1", "public-2", "admin"]
    order = []
    for run_id in ["busy", *desk.queue()]:
        order += started(desk.release(run_id))
    assert order == ["premium", "public-1", "public-2", "admin"]


def test_the_render_lanes_are_served_in_their_order() -> None:
    desk = Desk()
    desk.render("busy")
    lanes = [lane.name for lane in RENDER.lanes]
    for lane in reversed(lanes):
        desk.render(lane, lane)
    assert desk.queue("render") == ["pipeline-public", "pipeline", "data", "convert", "toggle"]


def test_the_pools_do_not_wait_for_each_other() -> None:
    desk = Desk()
    desk.submit("r1")
    assert started(desk.render("j1")) == ["j1"]


def test_starts_keep_the_gap_in_every_lane() -> None:
    desk = Desk(policy(RATED), slots=5)
    desk.submit("r1", user="ada", lane="public")
    desk.submit("r2", user="eve", lane="premium")
    assert started(desk.at(9.999)) == []
    assert started(desk.at(10)) == ["r2"]


def test_a_seventh_start_waits_until_the_first_has_left_the_window() -> None:

    desk = Desk(policy(replace(RATED, starts_per_minute=7)), slots=100)
    for number in range(8):
        desk.submit(f"r{number}", user=f"user{number}")
    desk.at(59.999)
    assert desk.started_at("r6") is not None
    assert desk.started_at("r7") is None
    desk.at(60.001)
    assert desk.started_at("r7") == pytest.approx(60.0)


def test_without_a_rate_nothing_waits_for_a_gap() -> None:
    desk = Desk(slots=3)
    assert [bool(started(desk.submit(f"r{number}", user=f"u{number}"))) for number in range(3)] == [True, True, True]


def test_more_slots_start_more_runs_at_once() -> None:
    desk = Desk()
    for number in range(3):
        desk.submit(f"r{number}", user=f"u{number}")
    assert started(desk.do(SetSlots("runs", 3))) == ["r1", "r2"]


def test_fewer_slots_stop_no_run_but_start_none_until_enough_have_ended() -> None:
    desk = Desk(slots=2)
    for number in range(3):
        desk.submit(f"r{number}", user=f"u{number}")
    desk.do(SetSlots("runs", 1))
    assert started(desk.release("r0")) == []
    assert started(desk.release("r1")) == ["r2"]


def test_a_pool_without_slots_lets_entries_wait() -> None:
    desk = Desk(slots=0)
    desk.submit("r1")
    assert desk.state("r1") is RunState.QUEUED
