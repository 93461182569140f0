"""When the work of a scenario comes."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler_svc.simulate.arrivals import At, Burst, Every, OpenArrivals, Poisson


def times(arrivals: OpenArrivals, until_s: float = 100.0, seed: int = 1) -> list[float]:
    return list(arrivals.times(until_s, np.random.default_rng(seed)))


def test_a_list_of_times_is_kept_in_order_and_cut_at_the_end() -> None:
    assert times(At(pattern="at", times_s=(50, 0, 101, 50))) == [0, 50, 50]


def test_every_counts_from_its_begin_to_the_end_of_the_scenario() -> None:
    assert times(Every(pattern="every", every_s=40, from_s=10)) == [10, 50, 90]


def test_every_does_not_drift() -> None:
    assert times(Every(pattern="every", every_s=0.1), until_s=1_000)[-1] == pytest.approx(1_000)


def test_poisson_arrivals_have_their_rate_and_stay_inside_their_span() -> None:
    found = times(Poisson(pattern="poisson", per_hour=360, from_s=1_000, to_s=37_000), until_s=50_000)
    assert len(found) == pytest.approx(3_600, rel=0.05)
    assert 1_000 < found[0] < found[-1] <= 37_000
    assert np.std(np.diff(found)) == pytest.approx(10, rel=0.1)


def test_a_burst_brings_all_within_its_spread() -> None:
    found = times(Burst(pattern="burst", count=40, at_s=20, within_s=30))
    assert len(found) == 40
    assert found == sorted(found)
    assert 20 <= found[0] < found[-1] <= 50


def test_a_burst_comes_again_at_its_distance_until_the_end() -> None:
    found = times(Burst(pattern="burst", count=2, at_s=10, every_s=40))
    assert found == [10, 10, 50, 50, 90, 90]
