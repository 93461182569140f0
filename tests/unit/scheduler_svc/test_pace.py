"""The pace against a plain simulation: the estimate is exact for runs that are alike, the bound is never too low."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_svc.core.pace import Pace

seconds = st.integers(0, 200).map(float)
gaps = st.sampled_from([0.0, 1.0, 10.0])


def simulated(pace: Pace, ready_at: float, ends: list[float], runs: list[float]) -> list[float]:
    """When each of `runs` starts, one after the other, as soon as a place is free and the gap allows it."""
    free = [0.0] * (pace.slots - len(ends)) + ends
    heapify(free)
    starts: list[float] = []
    for run_s in runs:
        earliest = max(ready_at, starts[-1] + pace.gap_s) if starts else ready_at
        starts.append(max(0.0, earliest, heappop(free)))
        heappush(free, starts[-1] + run_s)
    return starts


@given(st.integers(1, 6), st.data(), gaps, seconds, st.integers(1, 120).map(float))
def test_for_runs_that_are_alike_every_start_is_told_exactly(
    slots: int, data: st.DataObject, gap: float, ready_at: float, run_s: float
) -> None:
    ends = sorted(data.draw(st.lists(st.floats(0, run_s), max_size=slots)))
    pace = Pace(0.0, ready_at, ends, slots, gap)
    starts = simulated(pace, ready_at, ends, [run_s] * 30)
    assert [pace.start_at(position, run_s) for position in range(1, 31)] == pytest.approx(starts)
    base = pace.base_alike(run_s)
    for position, start in enumerate(starts):
        assert start <= base + position * pace.share_s(run_s) + 1e-6


@given(st.integers(1, 6), st.data(), gaps, seconds, st.lists(seconds, min_size=1, max_size=30))
def test_for_runs_that_differ_no_start_is_later_than_the_bound(
    slots: int, data: st.DataObject, gap: float, ready_at: float, runs: list[float]
) -> None:
    ends = sorted(data.draw(st.lists(seconds, max_size=slots)))
    pace = Pace(0.0, ready_at, ends, slots, gap)
    bound = pace.base_mixed(max([*runs, *ends]), len(runs) - 1)
    for run_s, start in zip(runs, simulated(pace, ready_at, ends, runs), strict=True):
        assert start <= bound + 1e-6
        bound += pace.share_s(run_s)


def test_what_gaps_leave_idle_is_counted_for_each_start_and_not_once() -> None:
    pace, runs = Pace(0.0, 0.0, [], 2, 10.0), [30.0, 20.0] * 20  # both places come free together, again and again
    starts = simulated(pace, 0.0, [], runs)
    assert starts[-2] == 570.0
    assert pace.base_mixed(30.0, len(runs) - 1) + sum(pace.share_s(run_s) for run_s in runs[:-2]) >= starts[-2]
