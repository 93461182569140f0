"""The measure: one number of ours beside a yardstick of the same run, both as medians of interleaved rounds."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

ROUNDS = 5

Area = Callable[[], AsyncIterator["Measure"]]
Probe = Callable[[], Awaitable[float]]


@dataclass(frozen=True, slots=True)
class Measure:
    """`ratio` is value / yardstick_value unless the metric's name says otherwise."""

    name: str
    value: float
    unit: str
    yardstick: str
    yardstick_value: float
    ratio: float


def compared(name: str, value: float, unit: str, yardstick: str, yardstick_value: float) -> Measure:
    """`value` over `yardstick_value`, both in `unit`."""
    return Measure(name, value, unit, yardstick, yardstick_value, value / yardstick_value)


async def interleaved(*probes: Probe, rounds: int = ROUNDS) -> list[float]:
    """The median of each probe; they take turns, so that a noisy minute meets all of them alike."""
    seen: list[list[float]] = [[] for _ in probes]
    for _ in range(rounds):
        for probe, values in zip(probes, seen, strict=True):
            values.append(await probe())
    return [statistics.median(values) for values in seen]


async def median_round(ours: Probe, theirs: Probe, rounds: int) -> tuple[float, float]:
    """Both numbers of the round whose ratio is the median of all; `rounds` is odd.

    Where the machine's speed changes from round to round, their medians may come from different moments; these do not.
    """
    seen = [(await ours(), await theirs()) for _ in range(rounds)]
    return sorted(seen, key=lambda pair: pair[0] / pair[1])[rounds // 2]


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that `percent` of `values` do not exceed; needs at least two."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]
