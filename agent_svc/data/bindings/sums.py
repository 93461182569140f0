"""Sums: columns that say of each row what the columns beside them say together, such as `Total` after the months."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings.errors import is_statistic
from agent_svc.data.bindings.similarity import counts_rows
from agent_svc.data.column import ColumnType
from agent_svc.data.dates.years import holds_years
from agent_svc.data.layout.total_names import is_sum
from agent_svc.data.profile import ColumnProfile

_LEAST: Final = 2  # columns that are summed up
_SLACK: Final = 0.01  # of the sum: what was rounded


def sum_columns(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The names of sums and averages: called so, and as large as those of at least two others in their unit can be."""
    numbers = [one for one in columns if one.type is ColumnType.NUMBER and one.unique and not counts_rows(one.name)]
    named = [one for one in numbers if is_sum(one.name)]
    others = [one for one in numbers if one not in named and not holds_years(one)]
    parts = [one for one in others if not is_statistic(one.name)]  # a mean beside its deviation is none of both
    return frozenset(one.name for one in named if _can_sum_up(one, [part for part in parts if part.unit == one.unit]))


def _can_sum_up(total: ColumnProfile, parts: Sequence[ColumnProfile]) -> bool:
    if len(parts) < _LEAST:
        return False
    low, high = _ends(total)
    lows, highs = [_ends(part)[0] for part in parts], [_ends(part)[1] for part in parts]
    slack = _SLACK * max(abs(low), abs(high))
    is_sum_of = sum(lows) - slack <= low and max(highs) - slack <= high <= sum(highs) + slack
    return is_sum_of or min(lows) <= low <= high <= max(highs)


def _ends(column: ColumnProfile) -> tuple[float, float]:
    return float(column.minimum or 0), float(column.maximum or 0)
