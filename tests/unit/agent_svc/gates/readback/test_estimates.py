"""The estimates of the read-back: quantiles, kernels and curves that the host computes by itself."""

from __future__ import annotations

import numpy as np
import pytest

from agent_svc.gates.readback import kernels
from agent_svc.gates.readback.curve import reaches
from agent_svc.gates.readback.steps.estimates import student

SAMPLE = np.array([1.0, 2, 2.5, 4, 7])


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.7062), (2, 4.30265), (5, 2.57058), (30, 2.04227)])
def test_the_quantile_of_students_t_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(0.975, freedom) == pytest.approx(quantile, rel=2e-3)


@pytest.mark.parametrize("rule", [kernels.scott, kernels.silverman])
def test_a_density_has_an_area_of_one(rule: object) -> None:
    assert callable(rule)
    at = np.linspace(-20, 30, 2_000)
    assert np.trapezoid(kernels.density(SAMPLE, at, rule(SAMPLE)), at) == pytest.approx(1)


@pytest.mark.parametrize(
    ("sample", "dense"), [(SAMPLE, True), (SAMPLE[:4], False), (np.full(9, 3.0), False), (np.zeros(9), False)]
)
def test_few_or_equal_values_have_no_density(sample: np.ndarray, dense: bool) -> None:
    assert kernels.is_dense(sample) is dense


@pytest.mark.parametrize(("places", "whole"), [([0.0, 9], True), ([0.0, 5], False), ([4.0, 9], False), ([], False)])
def test_a_curve_is_drawn_when_its_vertices_go_from_its_first_place_to_its_last(
    places: list[float], whole: bool
) -> None:
    curve = np.array([[0.0, 1], [9, 2]])
    assert reaches(curve, np.array([[place, 1.0] for place in places]).reshape(-1, 2)) is whole
