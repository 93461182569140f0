"""What a waiting caller is told: its rank, how many wait, and how long it will take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane_kit.caller import Caller, Tier
from scheduler_svc.core.commands import Pause, SetSlots
from scheduler_svc.core.estimate import MAX_SORTS, Estimates, RecentDurations
from scheduler_svc.core.pace import Pace
from scheduler_svc.core.run import Outcome
from tests.unit.scheduler_svc.desk import RATED, RUNS, Desk, policy, refusal


def test_position_one_runs_next_and_positions_follow_the_effective_order() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("public", user="ada")
    desk.submit("premium", user="eve", lane="premium")
    assert desk.queue() == ["premium", "public"]
    run = desk.scheduler.run("premium")
    assert run is not None
    assert run.position == 1


def test_the_position_at_admission_is_the_rank_in_the_queue() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    for number, lane in enumerate(["public", "admin", "premium", "public", "premium"]):
        desk.submit(f"r{number}", user=f"u{number}", lane=lane)
        run = desk.scheduler.run(f"r{number}")
        assert run is not None
        assert desk.queue()[run.position - 1] == f"r{number}"


def test_waiting_counts_every_queued_entry_of_the_pool() -> None:
    desk = Desk()
    desk.submit("busy", user="zoe")
    desk.submit("r1", user="ada")
    desk.submit("r2", user="eve", lane="premium")
    desk.render("j1")
    assert desk.scheduler.place("runs", 1, desk.now).waiting == 2


@pytest.mark.parametrize(
    ("position", "slots", "ends", "run_s", "ready_at", "gap", "expected"),
    [
        (1, 5, [], 90.0, 0.0, 0.0, 0.0),  # a free place, no rate
        (1, 5, [90.0, 90.0], 90.0, 7.0, 10.0, 7.0),  # a free place, the gap has 7 s to go
        (3, 5, [], 90.0, 0.0, 10.0, 20.0),  # three free places, two gaps
        (1, 5, [18.0, 36.0, 54.0, 72.0, 90.0], 90.0, 0.0, 0.0, 18.0),  # the first of five must end
        (6, 5, [18.0, 36.0, 54.0, 72.0, 90.0], 90.0, 0.0, 0.0, 108.0),  # the one that started in its place as well
        (4, 2, [10.0], 10.0, 0.0, 0.0, 20.0),  # at 0, 10, 10, and 20
        (2, 1, [5.0], 5.0, 30.0, 10.0, 40.0),  # the rate is slower than the places
        (1, 1, [10.0, 20.0, 30.0], 10.0, 0.0, 0.0, 30.0),  # slots were taken away: all of them must end
        (2, 0, [], 10.0, 0.0, 0.0, 10.0),  # no slots yet: as if there were one
        (1, 5, [], 90.0, -8.0, 10.0, 0.0),  # ready long since: never in the past
        (1, 1, [-5.0], 90.0, 0.0, 0.0, 0.0),  # over its time: it may end at any moment
    ],
)
def test_the_estimate_follows_from_places_rate_and_durations(
    position: int, slots: int, ends: list[float], run_s: float, ready_at: float, gap: float, expected: float
) -> None:
    assert Pace(0.0, ready_at, ends, slots, gap).start_at(position, run_s) == pytest.approx(expected)


def test_the_estimate_of_the_next_start_counts_the_gap_down() -> None:
    desk = Desk(policy(RATED), slots=5)
    desk.submit("r1", user="ada")
    assert desk.scheduler.place("runs", 1, 4.0).estimated_wait_s == pytest.approx(6.0)
    assert desk.scheduler.place("runs", 2, 4.0).estimated_wait_s == pytest.approx(16.0)


def test_while_a_pool_starts_nothing_the_estimate_is_the_time_until_the_entry_expires() -> None:
    desk = Desk(slots=1)
    desk.do(Pause("runs", True))
    desk.submit("r1", user="ada")
    run = desk.scheduler.run("r1")
    assert run is not None
    assert desk.scheduler.place("runs", 1, 250.0, run.latest_start).estimated_wait_s == pytest.approx(350.0)
    desk.do(SetSlots("runs", 0))
    desk.do(Pause("runs", False))
    assert desk.scheduler.place("runs", 1, 250.0, run.latest_start).estimated_wait_s == pytest.approx(350.0)
    desk.do(SetSlots("runs", 1))
    desk.submit("r2", user="eve")
    assert desk.scheduler.place("runs", 1, 0.0, 600.0).estimated_wait_s == pytest.approx(90.0)


def test_a_full_queue_of_a_paused_pool_is_tried_again_when_the_first_has_expired() -> None:
    desk = Desk(policy(replace(RUNS, capacity=1)))
    desk.do(Pause("runs", True))
    desk.submit("r1", user="ada")
    desk.now = 100.0
    error = refusal(desk.submit("r2", user="eve"))
    assert (error.retry_after_s, error.metadata["estimated_wait_s"]) == (500.0, "600.0")


def test_the_estimate_moves_from_the_prior_to_what_nine_of_ten_runs_stay_below() -> None:
    durations = RecentDurations(prior_s=90)
    for _ in range(3):
        durations.add(10)
    assert durations.told_s == 90
    durations.add(10)
    assert durations.told_s == 10
    for seconds in range(1, 101):
        durations.add(seconds)
    assert durations.told_s == pytest.approx(94, rel=0.1)  # of the last 64, which took 37 to 100 s
    assert len(durations.recent) == 64


def test_an_estimate_below_its_prior_is_corrected_at_once() -> None:
    durations = RecentDurations(prior_s=5)
    durations.add(80)
    assert durations.told_s == 80


def test_each_kind_and_each_library_of_a_kind_has_its_own_estimate() -> None:
    estimates = Estimates(5, 90)
    for _ in range(4):
        estimates.add("plot", "bokeh", 200)
        estimates.add("plot", "pygal", 20)
    assert (estimates.expected_s("plot", "bokeh"), estimates.expected_s("plot", "pygal")) == (200, 20)
    assert estimates.expected_s("plot", "never seen") == estimates.expected_s("plot") == 200
    assert estimates.expected_s("data") == 5


def test_until_some_have_been_seen_a_run_with_a_model_is_taken_to_last_longer() -> None:
    estimates = Estimates(5, 90)
    assert (estimates.expected_s("plot"), estimates.expected_s("plot", with_model=True)) == (5, 90)


def test_runs_of_one_kind_with_and_without_a_model_have_estimates_of_their_own() -> None:
    estimates = Estimates(5, 90)
    for _ in range(4):
        estimates.add("plot", "", 3)
        estimates.add("plot", "", 60, with_model=True)
    assert (estimates.expected_s("plot"), estimates.expected_s("plot", with_model=True)) == (3, 60)


def test_sorts_without_end_take_no_memory_without_end() -> None:
    estimates = Estimates(5, 90)
    for number in range(1_000):
        estimates.add("plot", f"library {number}", 1)
    assert len(list(estimates.items())) == MAX_SORTS


def test_rare_kinds_do_not_crowd_out_one_that_is_in_use() -> None:
    estimates = Estimates(5, 90)
    for number in range(2 * MAX_SORTS):
        estimates.add("plot", "", 40)
        estimates.add(f"rare_{number}", "", 1)
    assert estimates.expected_s("plot") == 40


def test_a_kind_that_was_forgotten_goes_by_the_estimate_of_all_runs_together() -> None:
    estimates = Estimates(5, 90)
    for _ in range(4):
        estimates.add("once", "", 200)
    for number in range(MAX_SORTS):
        estimates.add(f"rare_{number}", "", 30)
    assert estimates.expected_s("once") == 30
    assert estimates.expected_s("once", with_model=True) == 90


def test_more_kinds_than_are_known_come_back_after_a_crash_as_they_were() -> None:
    desk = Desk(slots=1)
    for number in range(MAX_SORTS + 10):
        desk.submit(f"r{number}", kind=f"kind_{number}")
        desk.now += 20
        desk.release(f"r{number}")
    before = desk.scheduler.snapshot()
    for how in ("replay", "restore", "both"):
        desk.crash(how)
        assert desk.scheduler.snapshot() == before


@pytest.mark.parametrize("outcome", [Outcome.OK, Outcome.FAILED, Outcome.ERROR, None])
def test_runs_that_came_to_their_end_teach_the_estimate(outcome: Outcome | None) -> None:
    desk = Desk()
    before = desk.scheduler.place("runs", 2, 0).estimated_wait_s
    for number in range(4):
        desk.submit(f"r{number}")
        desk.now += 1
        desk.release(f"r{number}", outcome)
    assert desk.scheduler.place("runs", 2, desk.now).estimated_wait_s < before


@pytest.mark.parametrize("how", ["cancelled", "lost", "stopped by its owner"])
def test_runs_that_did_not_come_to_their_end_teach_the_estimate_nothing(how: str) -> None:
    desk = Desk()
    before = desk.scheduler.place("runs", 2, 0).estimated_wait_s
    for number in range(5):
        desk.submit(f"r{number}")
        desk.now += 1
        match how:
            case "cancelled":
                desk.cancel_run(f"r{number}")
            case "lost":
                desk.lose(f"r{number}")
                desk.at(desk.now + 60)
            case _:
                desk.release(f"r{number}", Outcome.CANCELLED)
    assert desk.scheduler.place("runs", 2, desk.now).estimated_wait_s == before


def test_the_status_counts_lanes_pools_and_the_callers_own_runs() -> None:
    desk = Desk()
    desk.submit("r1", user="ada")
    desk.submit("r2", user="ada")
    desk.submit("r3", user="eve", lane="premium")
    status = desk.scheduler.status(Caller("ada", Tier.PUBLIC))
    runs = status.pools[0]
    assert (runs.waiting, runs.in_flight, runs.concurrency, runs.capacity) == (2, 1, 1, 60)
    assert [(lane.lane, lane.waiting, lane.in_flight) for lane in runs.lanes] == [
        ("premium", 1, 0),
        ("public", 1, 1),
        ("admin", 0, 0),
    ]
    assert (status.tier, status.user_max_runs, status.user_runs) == (Tier.PUBLIC, 2, 2)
