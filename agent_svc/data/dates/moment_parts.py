"""Moment parts: times of day in a column of their own that a column of dates beside them holds already."""

from __future__ import annotations

from collections.abc import Sequence

from agent_svc.data.column import ColumnType
from agent_svc.data.dates.clock import read_hours, read_times
from agent_svc.data.profile import ColumnProfile


def moment_parts(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The names of times and hours of the day beside dates with times: they tell no rows apart and measure nothing."""
    if not any(column.type is ColumnType.DATE and "T" in (column.minimum or "") for column in columns):
        return frozenset()
    told = [column for column in columns if column.type in (ColumnType.TEXT, ColumnType.NUMBER) and column.top]
    return frozenset(column.name for column in told if _is_part(column))


def _is_part(column: ColumnProfile) -> bool:
    values = [top.value for top in column.top]
    if column.type is ColumnType.NUMBER:
        return read_hours(column.name, values) is not None
    return read_times(values) is not None
