"""A service that keeps dying is started ever more slowly; one that lived is started at once."""

from __future__ import annotations

from plotlane_kit.house.backoff import Backoff


def test_waits_grow_with_each_early_death_and_stay_at_the_last() -> None:
    backoff = Backoff(waits_s=(0.1, 0.5, 5.0))
    assert [backoff.after_life_of(1.0) for _ in range(5)] == [0.1, 0.5, 5.0, 5.0, 5.0]


def test_a_long_life_starts_the_waits_afresh() -> None:
    backoff = Backoff(waits_s=(0.1, 0.5), healthy_after_s=30.0)
    backoff.after_life_of(1.0)
    backoff.after_life_of(1.0)
    assert backoff.after_life_of(30.0) == 0.1
