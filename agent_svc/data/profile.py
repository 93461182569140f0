"""Profile: a bounded summary of a dataset, column by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, islice
from operator import itemgetter

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
    order: tuple[str, ...] = ()  # of months, weekdays or quarters, as the calendar has them


@dataclass(frozen=True, slots=True)
class Profile:
    """All columns, and at most 5 rows spread over the table."""

    rows: int
    columns: tuple[ColumnProfile, ...]
    sample: tuple[tuple[str, ...], ...]


def profile(
    columns: Sequence[Column],
    cells: Sequence[Sequence[str]],
    rows: int,
    counts: Sequence[Mapping[str, int]] | None = None,
) -> Profile:
    """The profile of canonical cells, given column by column; `counts` of each distinct cell, where they are known."""
    counted = counts or [Counter(of_column) for of_column in cells]
    places = sampled_places(rows)
    return Profile(
        rows,
        tuple(_profile(column, of_column, rows) for column, of_column in zip(columns, counted, strict=True)),
        tuple(tuple(of_column[place] for of_column in cells) for place in places),
    )


def sampled_places(rows: int) -> list[int]:
    """The rows of a sample, from 0."""
    return sorted({round(step * (rows - 1) / (_SAMPLE - 1)) for step in range(_SAMPLE)})


def _profile(column: Column, counts: Mapping[str, int], rows: int) -> ColumnProfile:
    present = {value: count for value, count in counts.items() if value} if "" in counts else counts
    missing = counts.get("", 0)
    low, high = _range(column.type, list(present))
    differ = len(present) == rows - missing  # then the first ones are as frequent as any
    frequent = list(islice(present.items(), _TOP)) if differ else _most_frequent(present)
    top = tuple(TopValue(value, count) for value, count in frequent)
    return ColumnProfile(column.name, column.type, column.unit, missing, len(present), low, high, top, column.order)


def _most_frequent(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The most frequent values, of equals the first; only those that can be among them are sorted with their texts."""
    least = sorted(counts.values(), reverse=True)[:_TOP][-1]
    above = sorted(compress(counts.items(), map(least.__lt__, counts.values())), key=itemgetter(1), reverse=True)
    equal = (one for one in counts.items() if one[1] == least)
    return [*above, *islice(equal, _TOP - len(above))]


def _range(type_: ColumnType, values: Sequence[str]) -> tuple[str | None, str | None]:
    if not values or type_ not in (ColumnType.NUMBER, ColumnType.DATE):
        return None, None
    if type_ is ColumnType.DATE:  # ISO text of one form sorts by time
        return min(values), max(values)
    numbers = list(map(float, values))
    return values[numbers.index(min(numbers))], values[numbers.index(max(numbers))]
