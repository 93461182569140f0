"""Kernels: how densely the values of a sample lie."""

from __future__ import annotations

from typing import Final

import numpy as np

from agent_svc.gates.figure import Array

ENOUGH: Final = 5  #: values; the density of fewer, or of equal ones, would be invented
_AT_ONCE: Final = 2_000_000  # distances that are held at the same time


def is_dense(sample: Array) -> bool:
    """Whether a chart draws a density of these values."""
    return len(sample) >= ENOUGH and float(np.ptp(sample)) > 1e-9 * float(np.abs(sample).max())


def scott(sample: Array) -> float:
    """The width of kernels by Scott's rule, in the unit of the values."""
    return float(sample.std(ddof=1) * len(sample) ** -0.2)


def silverman(sample: Array) -> float:
    """The width by Silverman's rule of thumb, which R and its followers take (Silverman 1986, 3.31)."""
    spread = sample.std(ddof=1)
    quartiles = float(np.subtract(*np.percentile(sample, [75, 25]))) / 1.34
    return float(0.9 * (min(spread, quartiles) or spread) * len(sample) ** -0.2)


def density(sample: Array, at: Array, width: float) -> Array:
    """The density [per unit of the values] of Gaussian kernels of this width at each of the places `at`."""
    sums = np.zeros(len(at))
    for part in np.array_split(sample, -(-len(sample) * len(at) // _AT_ONCE)):
        sums += np.exp(-0.5 * ((at[:, None] - part) / width) ** 2).sum(axis=1)
    return np.asarray(sums / (len(sample) * width * np.sqrt(2 * np.pi)))
