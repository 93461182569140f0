"""What a waiting caller is told: its rank, how many wait, and how long it will take."""

from __future__ import annotations

import pytest

from plotlane_kit.caller import Caller, Tier
from scheduler_svc.core.estimate import MeanDuration, wait_s
from scheduler_svc.core.run import Outcome
from tests.unit.scheduler_svc.desk import RATED, Desk, policy


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
    ("position", "slots", "in_flight", "mean", "until_ready", "gap", "expected"),
    [
        (1, 5, 0, 90.0, 0.0, 0.0, 0.0),  # a free place, no rate
        (1, 5, 2, 90.0, 7.0, 10.0, 7.0),  # a free place, the gap has 7 s to go
        (3, 5, 0, 90.0, 0.0, 10.0, 20.0),  # three free places, two gaps
        (1, 5, 5, 90.0, 0.0, 0.0, 18.0),  # one of five must end: 90 / 5
        (4, 2, 1, 10.0, 0.0, 0.0, 15.0),  # one place is free, three must end: 3 * 10 / 2
        (2, 1, 1, 5.0, 30.0, 10.0, 40.0),  # the rate is slower than the places
        (1, 1, 3, 10.0, 0.0, 0.0, 10.0),  # slots were taken away
        (2, 0, 0, 10.0, 0.0, 0.0, 20.0),  # no slots yet: as if there were one
        (1, 5, 0, 90.0, -8.0, 10.0, 0.0),  # ready long since: never negative
    ],
)
def test_the_estimate_follows_from_places_rate_and_mean(
    position: int, slots: int, in_flight: int, mean: float, until_ready: float, gap: float, expected: float
) -> None:
    estimate = wait_s(position, slots=slots, in_flight=in_flight, mean_s=mean, until_ready_s=until_ready, gap_s=gap)
    assert estimate == pytest.approx(expected)


def test_the_estimate_of_the_next_start_counts_the_gap_down() -> None:
    desk = Desk(policy(RATED), slots=5)
    desk.submit("r1", user="ada")
    assert desk.scheduler.place("runs", 1, 4.0).estimated_wait_s == pytest.approx(6.0)
    assert desk.scheduler.place("runs", 2, 4.0).estimated_wait_s == pytest.approx(16.0)


def test_the_mean_moves_from_the_prior_to_what_runs_really_take() -> None:
    mean = MeanDuration(prior_s=90)
    mean.add(10)
    assert mean.mean_s == pytest.approx(90 - 80 / 5)
    for _ in range(500):
        mean.add(10)
    assert mean.mean_s == pytest.approx(10, abs=0.1)


@pytest.mark.parametrize("outcome", [Outcome.OK, Outcome.FAILED, Outcome.ERROR, None])
def test_runs_that_came_to_their_end_teach_the_estimate(outcome: Outcome | None) -> None:
    desk = Desk()
    before = desk.scheduler.place("runs", 2, 0).estimated_wait_s
    desk.submit("r1")
    desk.now = 1
    desk.release("r1", outcome)
    assert desk.scheduler.place("runs", 2, desk.now).estimated_wait_s < before


@pytest.mark.parametrize("how", ["cancelled", "lost", "stopped by its owner"])
def test_runs_that_did_not_come_to_their_end_teach_the_estimate_nothing(how: str) -> None:
    desk = Desk()
    before = desk.scheduler.place("runs", 2, 0).estimated_wait_s
    desk.submit("r1")
    desk.now = 1
    match how:
        case "cancelled":
            desk.cancel_run("r1")
        case "lost":
            desk.lose("r1")
            desk.at(60)
        case _:
            desk.release("r1", Outcome.CANCELLED)
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
