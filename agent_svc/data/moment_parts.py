"""Moment parts: times of day in a column of their own that a column of dates beside them holds already."""

from __future__ import annotations

from collections.abc import Sequence

from agent_svc.data.clock import read_times
from agent_svc.data.column import ColumnType
from agent_svc.data.profile import ColumnProfile


def moment_parts(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The names of the texts that are times of day beside dates with times: they tell no rows apart."""
    if not any(column.type is ColumnType.DATE and "T" in (column.minimum or "") for column in columns):
        return frozenset()
    texts = [column for column in columns if column.type is ColumnType.TEXT and column.top]
    return frozenset(column.name for column in texts if read_times(top.value for top in column.top))
