"""Even steps: what goes on by the same amount from row to row, such as wavelengths, or times along the clock."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.dates.clock import read_times
from agent_svc.data.profile import ColumnProfile

_UNEVEN: Final = 0.05  # of a step, that another may be longer or shorter
_DAY_S: Final = 86_400


def are_even(values: Sequence[float], places: Sequence[int]) -> bool:
    """Whether the values in these places, of which there are two at least, go on by even steps, up or down."""
    if len(values) != len(places) or len(places) < 2:
        return False
    steps = [(b - a) / (q - p) for (a, b), (p, q) in zip(pairwise(values), pairwise(places), strict=True)]
    mean = (values[-1] - values[0]) / (places[-1] - places[0])
    return mean != 0 and all(abs(step - mean) <= _UNEVEN * abs(mean) for step in steps)


def follow_the_clock(cells: Sequence[str], places: Sequence[int]) -> bool:
    """Whether the cells in these places are times of one day in even steps, over midnight or not."""
    times = read_times(cells)
    if times is None:
        return False
    seconds = [times.clocks[cell].total_seconds() for cell in cells]
    passed = [0.0]
    for before, after in pairwise(seconds):
        passed.append(passed[-1] + (after - before) % _DAY_S)
    return passed[-1] <= _DAY_S and are_even(passed, places)


def begins_by_the_clock(column: ColumnProfile) -> bool:
    """Whether the first values of a text, all equally frequent, are times in even steps; three at least."""
    values = [top.value for top in column.top]
    if column.type is not ColumnType.TEXT or column.missing or len(values) < 3:
        return False
    return len({top.count for top in column.top}) == 1 and follow_the_clock(values, range(len(values)))
