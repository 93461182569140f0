"""Year first: dates of three short numbers, `24/01/31`, whose first or last number may be the year."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Final

from agent_svc.data.dates.timed_dates import each_taken_apart
from agent_svc.data.dates.written_date import CLOCK, WrittenDate, written_date

_SHAPE: Final = re.compile(
    rf"(?P<one>[0-9]{{2}})(?P<sep>[-/.])(?P<two>[0-9]{{1,2}})(?P=sep)(?P<three>[0-9]{{1,2}}){CLOCK}", re.IGNORECASE
)
_MOST_DAYS: Final = 31
_NARROW: Final = 9  # years between the first and the last
_ENDS_OF_MONTHS: Final = frozenset({1, *range(28, 32)})  # days on which things are counted once a month or a year
_SORTED: Final = 4  # values whose order is no chance


class YearPlace(Enum):
    """Where the year stands."""

    FIRST = auto()  # no other reading is possible
    RATHER_FIRST = auto()  # the other reading is a strange one
    OPEN_FIRST = auto()  # nothing settles it, first is the better guess
    OPEN_LAST = auto()
    LAST = auto()


@dataclass(frozen=True, slots=True)
class ShortDates:
    """The distinct values of a column with either number as their year."""

    place: YearPlace
    year_first: Mapping[str, WrittenDate]
    year_last: Mapping[str, WrittenDate]


def short_dates(values: Sequence[str]) -> ShortDates | None:
    """All `values`, two at least, as dates that may begin with two digits of a year; None where that cannot be."""
    first: dict[str, WrittenDate] = {}
    for value, written in each_taken_apart(values, _year_first):
        if written is None or _moment(written) is None:
            return None
        first[value] = written
    if len(first) < max(len(values), 2):
        return None
    last = {value: written for value, written in each_taken_apart(values, _year_last) if written is not None}
    place = _place(list(first.values()), list(last.values()))
    return None if place is YearPlace.LAST else ShortDates(place, first, last)


def _year_first(value: str) -> WrittenDate | None:
    match = _SHAPE.fullmatch(value)
    if match is None:
        return None
    return written_date({**match.groupdict(), "year": match["one"], "first": match["two"], "day": match["three"]})


def _year_last(value: str) -> WrittenDate | None:
    match = _SHAPE.fullmatch(value)
    if match is None or len(match["three"]) < 2:
        return None
    part = {**match.groupdict(), "first": match["one"], "other": match["two"], "year": match["three"]}
    written = written_date(part)
    return written if written and (_moment(written) or (written.open and _moment(written, swapped=True))) else None


def _moment(written: WrittenDate, *, swapped: bool = False) -> datetime | None:
    month, day = (written.other, written.first) if swapped else (written.first, written.other)
    try:
        return datetime(written.year, month, day, *written.clock)
    except ValueError:
        return None


def _place(first: Sequence[WrittenDate], last: Sequence[WrittenDate]) -> YearPlace:
    ones, threes = {w.year % 100 for w in first}, {w.other for w in first}
    if len(last) < len(first):  # a single one may as well be a slip
        return YearPlace.FIRST if max(ones) > _MOST_DAYS or len(last) * 2 < len(first) else YearPlace.LAST
    runs_one, runs_three = max(ones) - min(ones), max(threes) - min(threes)
    if runs_three < runs_one and runs_three <= _NARROW and not threes <= _ENDS_OF_MONTHS:
        return YearPlace.LAST
    rather_first = runs_one < runs_three and not ones <= _ENDS_OF_MONTHS
    if rather_first and runs_one <= _NARROW < runs_three:
        return YearPlace.RATHER_FIRST
    goes_first, goes_last = _in_order(first), _in_order(last) or _in_order(last, swapped=True)
    if len(first) >= _SORTED and goes_first != goes_last:
        return YearPlace.RATHER_FIRST if goes_first else YearPlace.LAST
    # Dots are seldom written behind a year.
    return YearPlace.OPEN_FIRST if rather_first and not last[0].dotted else YearPlace.OPEN_LAST


def _in_order(written: Sequence[WrittenDate], *, swapped: bool = False) -> bool:
    """Whether the dates only rise or only fall."""
    before: datetime | None = None
    rises = falls = True
    for one in written:
        moment = _moment(one, swapped=swapped and one.open)
        if moment is None:
            return False
        if before is not None:
            rises, falls = rises and before < moment, falls and before > moment
            if not rises and not falls:
                return False
        before = moment
    return True
