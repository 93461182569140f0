"""The drift: what is reckoned ahead is what is found when that time has come."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_svc.core.pace import Pace
from scheduler_svc.core.promises import SPARE_S, Promises

moments = st.floats(0, 300)
ends_lists = st.lists(st.floats(-50, 300), max_size=6).map(sorted)
GAPS = st.sampled_from([0.0, 10.0])


@pytest.mark.parametrize("is_alike", [True, False])
@given(ends=ends_lists, ready=st.floats(-50, 60), slots=st.integers(1, 5), gap=GAPS, run_s=st.floats(1, 90), t=moments)
def test_the_base_drifts_as_a_later_look_finds_it(
    is_alike: bool, ends: list[float], ready: float, slots: int, gap: float, run_s: float, t: float
) -> None:
    now, later = Pace(0.0, ready, ends, slots, gap), Pace(t, ready, ends, slots, gap)
    if is_alike:
        assert now.drift_alike(run_s).at(t) == pytest.approx(later.base_alike(run_s))
    else:
        assert now.drift_mixed(run_s, 3).at(t) == pytest.approx(later.base_mixed(run_s, 3))


@given(ends=ends_lists, ready=st.floats(-50, 60), slots=st.integers(1, 5), gap=GAPS, lead=st.floats(-400, 20))
def test_time_gains_a_lead_at_that_moment_and_not_before(
    ends: list[float], ready: float, slots: int, gap: float, lead: float
) -> None:
    drift = Pace(0.0, ready, ends, slots, gap).drift_mixed(60, 2)
    moment = drift.gains(lead)
    if moment == inf:
        assert all(t - drift.at(t) < lead + 1e-6 for t in (0.0, 100.0, 1e6))
        return
    assert moment - drift.at(moment) == pytest.approx(lead, abs=1e-6) or moment <= 0
    assert moment - 1 - drift.at(moment - 1) <= lead + 1e-6


@settings(max_examples=200)
@given(
    entries=st.lists(st.tuples(st.floats(0, 600), st.floats(0.5, 50)), max_size=20),
    wait=st.floats(20, 600),
    share=st.floats(0.5, 50),
    ends=ends_lists,
    slots=st.integers(1, 4),
)
def test_who_waits_is_admitted_at_the_moment_that_was_reckoned_and_at_none_before(
    entries: list[tuple[float, float]], wait: float, share: float, ends: list[float], slots: int
) -> None:
    promises = Promises(600)
    promises.rebuild(entries)
    pace = Pace(0.0, 0.0, ends, slots, 0.0)
    reckoned = promises.admits_from(0.0, wait, share, pace.drift_mixed(60, len(entries)))

    def admits(t: float) -> bool:
        base = Pace(t, 0.0, ends, slots, 0.0).base_mixed(60, len(entries))
        return promises.admits(t + wait, share, base, SPARE_S)

    assert reckoned == inf or admits(reckoned + 1e-7) or admits(reckoned)
    tries = [number * 3.7 for number in range(200)]
    assert not [t for t in tries if t < reckoned - 1e-3 and admits(t)]
