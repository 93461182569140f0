"""What a report says about a chronicle."""

from __future__ import annotations

import json

import pytest
from rich.console import Console

from plotlane_kit.caller import Tier
from scheduler_svc.simulate.play import play
from scheduler_svc.simulate.report import Report, Waits, jain, waits
from scheduler_svc.simulate.table import show, span
from tests.unit.scheduler_svc.simulate.stage import UNRATED, at, judged, scenario, source


def test_waits_are_waits_that_somebody_had() -> None:
    assert waits([float(second) for second in range(1, 101)]) == Waits(50, 95, 100)
    assert waits([]) == Waits(0, 0, 0)


@pytest.mark.parametrize(
    ("shares", "index"), [([1, 1, 1], 1.0), ([1, 0, 0, 0], 0.25), ([], 1.0), ([0, 0], 1.0), ([2, 1], 0.9)]
)
def test_jains_index_is_one_when_all_fare_alike_and_one_nth_when_one_has_all(shares: list[float], index: float) -> None:
    assert jain(shares) == pytest.approx(index)


def test_lanes_and_tiers_are_counted_apart() -> None:
    found = judged(scenario(source("ada", Tier.PUBLIC, arrivals=at(0, 1, 2)), source("eve", Tier.PREMIUM)))
    premium, public = found.groups
    assert (premium.lane, premium.asked, premium.admitted, premium.ran) == ("premium", 1, 1, 1)
    assert (public.lane, public.asked, public.admitted, public.ran) == ("public", 3, 2, 2)
    assert public.refused == {"RUN_LIMIT": 1}
    assert public.ends == {"released": 2}


def test_the_makespan_is_held_against_its_bound() -> None:
    (makespan,) = judged(scenario(*(source(f"u{number}") for number in range(6)))).makespans
    assert (makespan.makespan_s, makespan.lower_bound_s, makespan.ratio) == (60, 60, 1)


def test_a_bad_order_shows_in_the_ratio() -> None:
    policy = {"profile": "local", "runs": {"concurrency": 2}}
    people = [source(f"u{number}", run_s=run_s) for number, run_s in enumerate((10, 10, 20))]
    (makespan,) = judged(scenario(*people, policy=policy)).makespans
    assert (makespan.makespan_s, makespan.lower_bound_s, makespan.ratio) == (30, 20, 1.5)
    assert (makespan.gap_s, makespan.ratio_beside_gap) == (0, 1.5)


def test_what_the_gap_took_is_told_apart_from_what_the_order_lost() -> None:
    policy = {"profile": "local", "runs": {"concurrency": 2, "starts_per_minute": 6}}
    people = [source(f"u{number}", run_s=run_s) for number, run_s in enumerate((40, 30, 30, 20))]
    (makespan,) = judged(scenario(*people, policy=policy)).makespans
    # Starts at 0, 10, 40 and 50: the second place is idle for 10 s, twice.
    assert (makespan.makespan_s, makespan.lower_bound_s) == (70, 65)
    assert (makespan.gap_s, makespan.ratio_beside_gap) == (10, 1.0)


def test_the_estimate_error_is_the_real_wait_minus_the_told_one() -> None:
    policy = UNRATED | {"runs": {**UNRATED["runs"], "expected_run_s": 10}}  # type: ignore[dict-item]
    found = judged(scenario(source("ada", run_s=14), source("eve", run_s=14), policy=policy))
    assert found.estimates.runs == 1
    assert found.estimates.median_s == found.estimates.p90_abs_s == pytest.approx(4)


def test_what_expired_and_what_never_ended_is_counted() -> None:
    policy = {"profile": "local", "runs": {"concurrency": 1, "max_wait_s": 5, "expected_run_s": 1}}
    found = judged(scenario(source("ada", run_s=500), source("eve"), policy=policy))
    assert (found.expired, found.unfinished) == (1, 0)


def test_the_report_is_plain_json() -> None:
    found = judged(scenario(source("ada"), source("eve")))
    said = json.loads(json.dumps(found.as_json()))
    assert said["groups"][0]["waits"] == {"p50_s": 0.0, "p95_s": 10.0, "max_s": 10.0}
    assert said["expired"] == 0


def text(found: Report) -> str:
    console = Console(width=140)
    with console.capture() as captured:
        show(found, console)
    return captured.get()


def test_the_table_says_everything_in_words() -> None:
    people = scenario(source("ada", Tier.PUBLIC, arrivals=at(0, 1, 2)), source("eve", Tier.PUBLIC))
    said = text(judged(people))
    assert "1 RUN_LIMIT" in said
    assert "makespan of runs: 30.0 s, 1.000 times its lower bound of 30.0 s" in said
    assert "fairness among 2 public users" in said
    assert "admitted and expired: 0; admitted and never ended: 0" in said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0.0 s"), (8.25, "8.2 s"), (250, "4 min 10 s"), (86_590, "24 h 3 min")]
)
def test_times_are_said_as_people_say_them(seconds: float, said: str) -> None:
    assert span(seconds) == said


def test_a_scenario_in_which_nothing_ran_has_a_report_too() -> None:
    found = judged(scenario(source(arrivals=at(10)), until_s=5))
    assert (found.groups, found.makespans, found.fairness) == ((), (), ())
    assert "admitted and expired: 0" in text(found)


def test_crashes_are_counted() -> None:
    chosen = scenario(source(), crashes=[{"at_s": 5}])
    assert judged(chosen, play(chosen)).crashes == 1
