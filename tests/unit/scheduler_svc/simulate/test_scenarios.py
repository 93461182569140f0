"""What the shipped scenarios promise: nobody who was let in expires, nobody is lost, and no time is wasted."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from scheduler_svc.core.run import EndReason
from scheduler_svc.simulate.chronicle import Chronicle, Story
from scheduler_svc.simulate.load import load, shipped
from scheduler_svc.simulate.play import play
from scheduler_svc.simulate.report import Report
from scheduler_svc.simulate.scenario import Scenario
from tests.unit.scheduler_svc.simulate.stage import judged

SHIPPED = sorted(shipped())
PANELS = ["fan-out", "three-panels"]


@cache
def simulated(name: str) -> tuple[Scenario, Chronicle, Report]:
    scenario = load(shipped()[name])
    chronicle = play(scenario)
    return scenario, chronicle, judged(scenario, chronicle)


def stories(name: str, source: str = "") -> list[Story]:
    return [story for story in simulated(name)[1].stories.values() if source in ("", story.source)]


@pytest.mark.parametrize("name", SHIPPED)
def test_no_admitted_entry_expires_and_every_one_ends(name: str) -> None:
    report = simulated(name)[2]
    assert (report.expired, report.unfinished) == (0, 0)
    assert sum(group.ran for group in report.groups) >= 15


@pytest.mark.parametrize("name", SHIPPED)
def test_nobody_waits_for_longer_than_promised(name: str) -> None:
    scenario, _, report = simulated(name)
    assert max(group.waits.max_s for group in report.groups) <= scenario.policy.runs.max_wait_s


@pytest.mark.parametrize("name", SHIPPED)
def test_places_and_gaps_are_kept(name: str) -> None:
    _, chronicle, _ = simulated(name)
    assert max(sample.in_flight for sample in chronicle.samples["runs"]) == chronicle.slots["runs"] == 5
    starts = sorted(story.started_at for story in stories(name) if story.started_at is not None)
    assert min(later - earlier for earlier, later in pairwise(starts)) >= 10 - 1e-6


@pytest.mark.parametrize(("name", "source", "members"), [("fan-out", "panel", 15), ("three-panels", "panels", 45)])
def test_no_member_of_a_panel_is_lost(name: str, source: str, members: int) -> None:
    ends = [story.end for story in stories(name, source)]
    assert ends == [EndReason.RELEASED] * members


def test_no_member_is_lost_in_a_day_with_crashes() -> None:
    assert simulated("mixed-day")[2].crashes == 3
    assert [story.end for story in stories("mixed-day", "panel")] == [EndReason.RELEASED] * 30


@pytest.mark.parametrize("name", PANELS)
def test_the_makespan_is_within_5_percent_of_its_bound_where_the_gap_allows_it(name: str) -> None:
    (makespan,) = simulated(name)[2].makespans
    assert makespan.ratio_beside_gap <= 1.05


@pytest.mark.parametrize("name", PANELS)
def test_with_a_gap_of_one_second_the_makespan_is_within_5_percent_of_its_bound(name: str) -> None:
    scenario = simulated(name)[0]
    runs = scenario.policy.runs.model_copy(update={"starts_per_minute": 60})
    quick = scenario.model_copy(update={"policy": scenario.policy.model_copy(update={"runs": runs})})
    assert quick.policy.settings().starts_per_minute == 60
    assert judged(quick).makespans[0].ratio <= 1.05


def test_a_panel_never_has_more_than_its_users_cap_in_the_queue_and_in_flight() -> None:
    panel = stories("three-panels", "panels")
    moments = sorted(story.admitted_at for story in panel if story.admitted_at is not None)
    for at in moments:
        inside = [story for story in panel if (story.admitted_at or 0) <= at < (story.ended_at or 0)]
        assert len(inside) <= 5


def test_public_users_beside_three_panels_hardly_wait() -> None:
    public = simulated("three-panels")[2].groups[0]
    assert public.tier == "public"
    assert public.waits.max_s < 90


def test_no_lane_starves_while_public_arrivals_never_stop() -> None:
    groups = {group.tier: group for group in simulated("never-ending")[2].groups}
    assert all(group.ran > 0 for group in groups.values())
    assert all(group.ran == group.admitted for group in groups.values())


def test_a_full_queue_refuses_what_it_cannot_promise_and_wastes_no_place() -> None:
    _, chronicle, report = simulated("never-ending")
    assert all(set(group.refused) <= {"CAPACITY", "RUN_LIMIT"} for group in report.groups)
    # Five places and runs of 90 s: one start every 18 s is all there can be.
    busy = [sample for sample in chronicle.samples["runs"] if 600 < sample.at < 10_000]
    assert sum(now.in_flight * (then.at - now.at) for now, then in pairwise(busy)) / (busy[-1].at - busy[0].at) > 4.95


def test_the_told_wait_is_the_real_one_when_runs_take_what_they_always_take() -> None:
    estimates = simulated("never-ending")[2].estimates
    assert estimates.runs > 500
    assert (estimates.median_s, estimates.p90_abs_s) == pytest.approx((0, 0), abs=1)
