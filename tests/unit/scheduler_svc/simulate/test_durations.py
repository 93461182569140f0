"""How long things take in a scenario."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

from scheduler_svc.simulate.durations import Duration, Lognormal

DURATIONS: TypeAdapter[Duration] = TypeAdapter(Duration)


def draws(count: int = 4_000, **form: object) -> np.ndarray:
    duration = DURATIONS.validate_python(form)
    random = np.random.default_rng(1)
    return np.array([duration.draw(random) for _ in range(count)])


def test_a_fixed_duration_is_always_the_same() -> None:
    assert set(draws(10, kind="fixed", seconds=90)) == {90.0}


def test_a_lognormal_has_its_median_and_never_exceeds_its_maximum() -> None:
    seconds = draws(kind="lognormal", median_s=82, max_s=191)
    assert np.median(seconds) == pytest.approx(82, rel=0.03)
    assert 150 < seconds.max() <= 191 + 1e-9
    assert seconds.min() >= 82**2 / 191 - 1e-9


def test_a_lognormal_whose_median_is_its_maximum_is_fixed() -> None:
    assert draws(10, kind="lognormal", median_s=5, max_s=5) == pytest.approx(np.full(10, 5.0))


def test_a_uniform_fills_its_range_evenly() -> None:
    seconds = draws(kind="uniform", min_s=10, max_s=20)
    assert (seconds.min(), seconds.max()) == pytest.approx((10, 20), abs=0.1)
    assert seconds.mean() == pytest.approx(15, abs=0.2)


def test_an_empirical_duration_gives_what_was_measured_and_nothing_else() -> None:
    seconds = draws(kind="empirical", values_s=[3, 5, 5, 40])
    assert set(seconds) == {3.0, 5.0, 40.0}
    assert np.mean(seconds == 5) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "lognormal", "median_s": 82, "max_s": 50},
        {"kind": "uniform", "min_s": 9, "max_s": 3},
        {"kind": "empirical", "values_s": []},
        {"kind": "fixed", "seconds": -1},
        {"kind": "fixed", "seconds": float("nan")},
        {"kind": "weibull", "shape": 2},
    ],
)
def test_a_duration_that_makes_no_sense_is_refused(form: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        DURATIONS.validate_python(form)


def test_the_same_random_numbers_give_the_same_durations() -> None:
    form = Lognormal(kind="lognormal", median_s=82, max_s=191)
    assert form.draw(np.random.default_rng(3)) == form.draw(np.random.default_rng(3))
