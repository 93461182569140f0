"""Profile: a bounded summary of a dataset, column by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent_svc.data.column import Column, ColumnType

_TOP = 5
_SAMPLE = 5


@dataclass(frozen=True, slots=True)
class TopValue:
    """A value and the number of cells that hold it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One column; counts are of cells, `minimum` and `maximum` are set for numbers and dates with any value."""

    name: str
    type: ColumnType
    unit: str | None
    missing: int
    unique: int  # different values, missing ones left out
    minimum: str | None
    maximum: str | None
    top: tuple[TopValue, ...]  # at most 5, the most frequent first


@dataclass(frozen=True, slots=True)
class Profile:
    """All columns, and at most 5 rows spread over the table."""

    rows: int
    columns: tuple[ColumnProfile, ...]
    sample: tuple[tuple[str, ...], ...]


def profile(columns: Sequence[Column], cells: Sequence[Sequence[str]], rows: int) -> Profile:
    """The profile of canonical cells, given column by column."""
    places = sorted({round(step * (rows - 1) / (_SAMPLE - 1)) for step in range(_SAMPLE)})
    return Profile(
        rows,
        tuple(_profile(column, of_column) for column, of_column in zip(columns, cells, strict=True)),
        tuple(tuple(of_column[place] for of_column in cells) for place in places),
    )


def _profile(column: Column, cells: Sequence[str]) -> ColumnProfile:
    counts = Counter(cells)
    missing = counts.pop("", 0)
    low, high = _range(column.type, counts)
    top = tuple(TopValue(value, count) for value, count in counts.most_common(_TOP))
    return ColumnProfile(column.name, column.type, column.unit, missing, len(counts), low, high, top)


def _range(type_: ColumnType, values: Counter[str]) -> tuple[str | None, str | None]:
    if not values or type_ not in (ColumnType.NUMBER, ColumnType.DATE):
        return None, None
    if type_ is ColumnType.DATE:  # ISO text of one form sorts by time
        return min(values), max(values)
    return min(values, key=float), max(values, key=float)
