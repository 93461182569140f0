"""Promises: whatever is admitted starts in time while runs keep to their estimates, in every lane."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plotlane_kit.errors import Reason
from scheduler_svc.core.commands import Pause
from scheduler_svc.core.estimate import FEW
from scheduler_svc.core.events import Event, RunAdmitted, RunEnded, RunStarted
from scheduler_svc.core.policy import PoolPolicy
from scheduler_svc.core.promises import Promises
from scheduler_svc.core.run import EndReason
from tests.unit.scheduler_svc.desk import RATED, RENDER, RUNS, Desk, accepted, policy, refusal


def test_what_could_not_start_in_time_is_refused_with_the_estimate_and_when_to_try_again() -> None:
    desk = Desk()  # one place, 90 s a run: the seventh would start at 630 s
    for number in range(7):
        assert accepted(desk.submit(f"r{number}", user=f"u{number}"))
    error = refusal(desk.submit("late", user="late"))
    assert error.reason is Reason.CAPACITY
    assert error.metadata["estimated_wait_s"] == "630.0"
    assert error.retry_after_s == 30
    assert "could not be promised its turn within 600 s" in error.message


def test_an_entry_whose_slack_is_used_up_goes_ahead_of_every_lane() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("patient", user="ada", lane="admin")
    desk.now = 85
    for number in range(5):
        desk.submit(f"p{number}", user=f"u{number}", lane="premium")
    for end in range(1, 8):
        desk.now = 90.0 * end
        running = [run.lease_id for run in desk.scheduler.listing(desk.now, "runs") if run.position == 0]
        desk.release(running[0])
    started = desk.started_at("patient")
    assert started is not None
    assert 90 < started <= 600


@pytest.mark.parametrize("how", ["none", "restore"])
def test_of_two_that_must_start_by_the_same_moment_the_one_that_entered_first_does(how: str) -> None:
    desk = Desk(policy(replace(RUNS, expected_run_with_model_s=650)))
    desk.submit("busy", user="zoe", locks=("session:a",))
    desk.submit("long", user="ada", lane="premium", locks=("session:a",), wait=True, with_model=True)
    desk.now = 90
    desk.submit("short", user="bob")
    desk.do(Pause("runs", True))
    desk.release("busy")  # and the long one enters behind the short one, which would else be late
    if how != "none":
        desk.crash(how)
    desk.do(Pause("runs", False))
    assert (desk.started_at("short"), desk.queue()) == (90, ["long"])


@pytest.mark.parametrize(("before", "fits"), [(5, True), (6, False)])
def test_what_would_make_an_earlier_promise_late_is_refused_though_it_would_be_in_time_itself(
    before: int, fits: bool
) -> None:
    desk = Desk(policy(render=replace(RENDER, expected_run_s=90)))  # one place: starts at 90, 180, … and 540
    desk.render("busy", user="zoe")
    for number in range(before):
        assert accepted(desk.render(f"j{number}", user=f"u{number}"))
    # It may wait for 120 s only, so it goes ahead of all of them, and the sixth would start at 630.
    events = desk.render("hasty", lane="toggle")
    assert accepted(events) is fits
    assert fits or refusal(events).reason is Reason.CAPACITY


def test_while_there_is_slack_the_order_is_that_of_the_lanes() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("admin", user="ada", lane="admin")
    desk.submit("premium", user="bob", lane="premium")
    assert desk.queue() == ["premium", "admin"]


shares = st.floats(0.5, 50)


@given(st.lists(st.tuples(st.floats(0, 600), shares), max_size=40), st.floats(0, 600), shares, st.floats(-100, 300))
def test_the_tree_never_admits_what_a_plain_sum_refuses(
    entries: list[tuple[float, float]], latest_start: float, share: float, base: float
) -> None:
    kept: list[tuple[float, float]] = []
    for each in entries:
        if promises_kept([*kept, each], base):
            kept.append(each)
    promises = Promises(600)
    for each in kept:
        if not promises.add(*each):
            promises.rebuild(kept)
            break
    if promises.admits(latest_start, share, base):
        assert promises_kept([*kept, (latest_start, share)], base)


@given(st.lists(st.floats(0, 600), max_size=40), st.floats(0, 600), shares, st.floats(-100, 300))
def test_the_tree_refuses_a_bucket_too_early_at_most(
    latest_starts: list[float], latest_start: float, share: float, base: float
) -> None:
    bucket = 600 / 512
    kept: list[tuple[float, float]] = []
    for at in latest_starts:
        if promises_kept([*kept, (at, share)], base + bucket):
            kept.append((at, share))
    promises = Promises(600)
    for each in kept:
        if not promises.add(*each):
            promises.rebuild(kept)
            break
    if promises_kept([*kept, (latest_start, share)], base + bucket):
        assert promises.admits(latest_start, share, base)


def promises_kept(entries: list[tuple[float, float]], base: float) -> bool:
    done, kept = base, True
    for at, work in sorted(entries):
        kept &= done <= at + 1e-6
        done += work
    return kept


BUSY_RUNS: Final = replace(RATED, lanes=tuple(replace(lane, user_cap=None) for lane in RUNS.lanes))
BUSY_RENDERS: Final = replace(
    RENDER, lanes=tuple(replace(lane, user_waiting_cap=None) for lane in RENDER.lanes), expected_run_s=30
)


@pytest.mark.parametrize("pool", [replace(BUSY_RUNS, starts_per_minute=None), BUSY_RUNS, BUSY_RENDERS])
@settings(max_examples=15)
@given(data=st.data())
def test_nothing_that_was_admitted_expires_while_runs_keep_to_their_estimates(
    pool: PoolPolicy, data: st.DataObject
) -> None:
    """Arrivals in every lane that never stop; runs take what was expected of them, or less.

    In the pool of sandboxes lanes have longest waits of their own: who must start soon may come after who need not.
    """
    rules = policy(runs=pool) if pool.name == RUNS.name else policy(render=pool)
    desk = Desk(rules, slots=data.draw(st.integers(1, 4)))
    lanes = st.sampled_from([lane.name for lane in pool.lanes])
    ends: dict[str, float] = {}
    for number in range(150):
        step = data.draw(st.sampled_from([0.0, 1.0, 3.0, 20.0]))
        arrival = desk.now + step
        while ends and min(ends.values()) <= arrival:
            run_id = min(ends, key=ends.__getitem__)
            desk.now = max(desk.now, ends.pop(run_id))
            note(desk, desk.release(run_id), ends)
        desk.now = arrival
        note(desk, desk.submit(f"r{number}", f"u{number}", data.draw(lanes), pool.name), ends)
    while ends:
        run_id = min(ends, key=ends.__getitem__)
        desk.now = max(desk.now, ends.pop(run_id))
        note(desk, desk.release(run_id), ends)
        if not ends and (due := desk.scheduler.next_wakeup(desk.now)) is not None:
            note(desk, desk.at(due), ends)
    assert not [event for event in desk.history if isinstance(event, RunEnded) and event.reason is EndReason.EXPIRED]
    admitted = sum(isinstance(event, RunAdmitted) for event in desk.history)
    assert admitted == sum(isinstance(event, RunStarted) for event in desk.history)


def note(desk: Desk, events: list[Event], ends: dict[str, float]) -> None:
    for event in events:
        if isinstance(event, RunStarted):
            run = desk.scheduler.run(event.run_id)
            assert run is not None
            ends[event.run_id] = event.at + run.expected_s


def test_promises_hold_when_places_come_free_together_and_gaps_leave_them_idle() -> None:
    lasts = {"long": 30.0, "short": 20.0}  # started 10 s apart, both end at one moment, again and again
    desk = Desk(policy=policy(runs=replace(RATED, capacity=1_000)), slots=2)
    for number in range(2 * FEW):
        kind = "short" if number % 2 else "long"
        desk.submit(f"seen-{number}", user=f"seen-{number}", kind=kind)
        desk.at(desk.now + lasts[kind])
        desk.release(f"seen-{number}")
    desk.now += 60
    begin = desk.now
    names = [f"r{number}" for number in range(60)]
    entered = [
        name
        for number, name in enumerate(names)
        if accepted(desk.submit(name, user=name, kind="short" if number % 2 else "long"))
    ]
    for second in range(900):
        desk.now = begin + second
        for number, name in enumerate(names):
            at = desk.started_at(name) if name in entered else None
            if at is not None and desk.end(name) is None and at + lasts["short" if number % 2 else "long"] <= desk.now:
                desk.release(name)
        desk.at(desk.now)
    assert len(entered) > 30
    assert {desk.end(name) for name in entered} == {EndReason.RELEASED}
