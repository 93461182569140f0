"""Dates: written dates and datetimes, to ISO text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent_svc.data.choices import DateOrder
from agent_svc.data.dates.month_words import months_of_one_language
from agent_svc.data.dates.periods import several_kinds
from agent_svc.data.dates.pointed_months import pointed_months
from agent_svc.data.dates.timed_dates import each_taken_apart
from agent_svc.data.dates.written_date import WrittenDate, take_apart, take_apart_simple
from agent_svc.data.dates.year_first import YearPlace, short_dates
from agent_svc.data.dates.zones import from_universal

_FIRST_YEAR = 1000  # what looks like an earlier one is no date
_MIDNIGHT = (0, 0, 0, 0)
# Columns of amounts, and those among them that could be dates, told apart without a look at single values.
_AMOUNTS = re.compile(r"(?>-?[0-9]++(?>\.[0-9]++)?\n)*+")
_AMOUNTS_OR_DATES = re.compile(
    r"(?>(?>[0-9]{1,2}\.(?>19|20)[0-9]{2}|(?>19|20)[0-9]{6}(?>[0-9]{2}){0,3}|(?>19|20)[0-9]{2}(?>0[1-9]|1[0-2])"
    r"|(?>19|20)[0-9]{2}\.(?>0[1-9]|1[0-2]|[1-9]))\n)*+"
)
_ISO = re.compile(r"(?>[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}\n)++")


@dataclass(frozen=True, slots=True)
class DateReading:
    """The distinct values of a column under one order of day and month."""

    order: DateOrder
    cells: Mapping[str, str]  # each value that is a date, to its canonical text
    unread: tuple[str, ...]
    as_written: bool = False  # every date is in its canonical text already
    period: str | None = None  # what begins on the days: a quarter, a week
    months_only: bool = False  # no value names a day; the first of the month stands for it
    short_years: bool = False  # some year has two digits
    bare_digits: bool = False  # `20240301`, `03.2024`: an amount could look like this
    open: bool = False  # some value leaves open which number is the day
    dotted: bool = False  # days written as in German: `01.02.2024`
    year_place: YearPlace | None = None  # how sure it is that a year of two digits stands in front, where it may
    zone: str | None = None  # what was dropped: `+01:00`, or `several` when they were brought to UTC
    periods: tuple[str, ...] = ()  # of several kinds, which begin on the same days: quarters and months
    finer: bool = False  # digits behind the microsecond were dropped

    @property
    def complete(self) -> bool:
        """Whether every value is a date."""
        return not self.unread and bool(self.cells)


class WrittenDates:
    """The distinct values of a column, taken apart once so that all orders can be tried."""

    def __init__(self, values: Sequence[str], *, chosen: bool = False) -> None:
        """`chosen`: a user says that they are dates, which settles `Mai 23` for a month of 2023."""
        self._values = values
        joined = "\n".join(values) + "\n"
        self._iso = _ISO.fullmatch(joined) is not None and joined.count("\n") == len(values)
        self._written: Mapping[str, WrittenDate] = {}
        self._year_place: YearPlace | None = None
        self._year_first: Mapping[str, WrittenDate] = {}  # the other way to take them apart, where there is one
        if self._iso or (_AMOUNTS.fullmatch(joined) and not _AMOUNTS_OR_DATES.fullmatch(joined)):
            return
        months = pointed_months(values)
        if months is not None:
            self._written = months
            return
        short = short_dates(values)
        if short is not None:
            self._year_place = short.place
            only = short.place is YearPlace.FIRST
            self._written, self._year_first = (short.year_first, {}) if only else (short.year_last, short.year_first)
            return
        written = take_apart_simple(values)
        if written is None:
            written = {v: one for v, one in each_taken_apart(values, take_apart) if one is not None}
            written = (months_of_one_language(values) if len(written) < len(values) else None) or written
        if not _other_counts(written, chosen=chosen):
            self._written = written

    def orders(self, chosen: DateOrder | None) -> tuple[DateOrder, ...]:
        """The orders that read the values differently, or one of them; the one that was `chosen`, where it can be."""
        first = (DateOrder.YEAR_FIRST,) if self._year_first else ()
        if chosen is not None and (chosen in first or chosen is not DateOrder.YEAR_FIRST):
            return (chosen,)
        open_ = any(written.open for written in self._written.values())
        return (DateOrder.DAY_FIRST, *((DateOrder.MONTH_FIRST,) if open_ else ()), *first)

    def under(self, order: DateOrder) -> DateReading:
        """The values as dates in this order."""
        if self._iso:
            return _read_iso(self._values, order)
        parts = self._year_first if order is DateOrder.YEAR_FIRST and self._year_first else self._written
        moments, zone = _in_one_zone(parts, {v: m for v, w in parts.items() if (m := _moment(w, order)) is not None})
        written = [parts[value] for value in moments]
        return DateReading(
            order,
            _iso_texts(moments, timed=any(w.timed and w.clock != _MIDNIGHT for w in written)),
            tuple(value for value in self._values if value not in moments),
            months_only=bool(written) and all(w.month_only for w in written),
            short_years=any(w.short_year for w in written),
            bare_digits=any(w.bare for w in written),
            open=any(w.open for w in written),
            dotted=any(w.dotted for w in written),
            period=next((w.period for w in written if w.period), None),
            periods=several_kinds(w.period or ("month" if w.month_only else None) for w in written),
            year_place=self._year_place,
            zone=zone,
            finer=any(w.finer for w in written),
        )


def may_be_months(values: Sequence[str]) -> bool:
    """Whether all `values` are made like `Mai 23`, a day of May or the May of 2023."""
    taken = [take_apart(value) for value in values[:1]]
    if not taken or taken[0] is None or not _may_be_month(taken[0]):
        return False
    return all(one is not None and _may_be_month(one) for _, one in each_taken_apart(values, take_apart))


def _may_be_month(written: WrittenDate) -> bool:
    return written.named and written.month_only and written.short_year


def _other_counts(parts: Mapping[str, WrittenDate], *, chosen: bool) -> bool:
    """Whether the values count something else than the dates that they could be."""
    written = parts.values()
    spaced = any(" " in value for value in parts)
    return _seasons(written) or (not chosen and _days_of_months(written, spaced=spaced)) or _questions(written)


def _seasons(written: Collection[WrittenDate]) -> bool:
    """Whether these are spans of two years, `2010/11`, rather than months."""
    spans = [w.month_only and not w.named and w.first == (w.year + 1) % 100 for w in written]
    return len(spans) > 1 and all(spans)


def _days_of_months(written: Collection[WrittenDate], *, spaced: bool) -> bool:
    """Whether these are days without a year, `Jan-01` to `Jan-31`, rather than months of years.

    With a blank between the two, which is how days are mostly written, there have to be more months than years.
    """
    if not all(map(_may_be_month, written)):
        return False
    years, months = len({w.year for w in written}), len({w.first for w in written})
    return years >= months if spaced else years > months


def _questions(written: Collection[WrittenDate]) -> bool:
    """Whether these are the items of one question, `Q1-01` to `Q1-12`, rather than quarters of years."""
    if not all(w.period == "quarter" and w.short_year and not w.marked for w in written):
        return False
    return len({w.first for w in written}) == 1 < len(written)


def _in_one_zone(
    parts: Mapping[str, WrittenDate], moments: Mapping[str, datetime]
) -> tuple[Mapping[str, datetime], str | None]:
    """The moments that can be put beside each other, in UTC where they are of several zones, and the zone dropped."""
    zones = {parts[value].zone for value in moments}
    if len(zones) < 2:
        return moments, next(iter(zones), None)
    if None in zones:  # what has no zone cannot be put beside what has one
        return {value: moment for value, moment in moments.items() if parts[value].zone is None}, None
    universal = {v: u for v, m in moments.items() if (u := _universal(m, parts[v].zone)) is not None}
    return universal, "several"


def _read_iso(values: Sequence[str], order: DateOrder) -> DateReading:
    cells = {value: value for value in values if _is_day(value)}
    unread = tuple(value for value in values if value not in cells) if len(cells) < len(values) else ()
    return DateReading(order, cells, unread, as_written=not unread)


def _is_day(iso: str) -> bool:
    try:
        datetime.fromisoformat(iso)
    except ValueError:
        return False
    return True


def _universal(moment: datetime, zone: str | None) -> datetime | None:
    ahead = from_universal(zone) if zone else None
    if ahead is None:  # the name is of several zones
        return None
    try:
        return moment - ahead
    except OverflowError:  # at the very end of the calendar
        return None


def _moment(written: WrittenDate, order: DateOrder) -> datetime | None:
    month, day = written.first, written.other
    if written.open and order is not DateOrder.MONTH_FIRST:
        month, day = day, month
    if written.year < _FIRST_YEAR:
        return None
    try:
        return datetime(written.year, month, day, *written.clock)
    except ValueError:
        return None


def _iso_texts(moments: Mapping[str, datetime], *, timed: bool) -> Mapping[str, str]:
    if not timed:
        return {value: moment.isoformat()[:10] for value, moment in moments.items()}
    # One form for the whole column: pandas reads a mixture of them as text.
    exact = any(moment.microsecond for moment in moments.values())
    spec = "microseconds" if exact else "seconds"
    return {value: moment.isoformat(timespec=spec) for value, moment in moments.items()}
