"""Periods: columns of one measure whose names say when, such as `2019`, `Umsatz 2020`, `Q1 2022` or `Jan (°C)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from agent_svc.data.bindings.spread import says_when
from agent_svc.data.choices import DateOrder
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.ordered_names import is_calendar, natural_order
from agent_svc.data.dates.iso import DateReading, WrittenDates
from agent_svc.data.dates.years import is_year

LEAST: Final = 3  # columns; two are compared as they are
_FEW: Final = 12  # texts that fit below an axis; more are dates, of which an axis names some
_WIDEST_GAP: Final = 50  # years: 1500, 1600 and 1700 may be wavelengths
_UNIT: Final = re.compile(r"\s*[(\[（［【][^()\[\]]*[)\]）］】]$")
_FISCAL: Final = re.compile(
    r"(?:FY|GJ|CY|YR|Y|X|Year|Jahr|Stand)?[\s_-]?(?P<year>[0-9]{4})[年년]?", re.IGNORECASE
)  # R writes X2019
_SEASON: Final = re.compile(r"(?P<begins>[0-9]{4})[/–-](?:[0-9]{2})?(?P<ends>[0-9]{2})")
_ELAPSED: Final = re.compile(
    r"(?P<before>day|week|hour|minute|month|year|tag|woche|stunde|monat|jahr)[\s_-]?(?P<later>[0-9]+)"
    r"|(?P<number>[0-9]+(?:[.,][0-9]+)?)[\s_]?(?P<after>s|sec|min|h|hrs?|hours?|std|d|days?|wk|weeks?|months?|tage?|wochen?)",
    re.IGNORECASE,
)  # Day 7, 24 h
_WHEN: Final = frozenset(
    {"year", "month", "quarter", "week", "date", "day", "period", "as of", "jahr", "monat", "quartal", "woche", "datum"}
    | {
        "tag",
        "stand",
        "stichtag",
        "zeitraum",
        "zum",
        "per",
        "mid",
        "end",
        "mitte",
        "ende",
        "année",
        "mois",
        "año",
        "mes",
        "anno",
        "mese",
    }
)  # stems that say of what kind the period is, not what the values are
_QUESTION: Final = re.compile(r"Q(?:0|[5-9]|[1-9][0-9]+)[a-z]?", re.IGNORECASE)  # beside which Q1 is no quarter
_BREAK: Final = re.compile(r"[\s_.:,|–-]+")
_NOUNS: Final = MappingProxyType({"months": "Month", "weekdays": "Weekday", "quarters": "Quarter"})


class Periods(NamedTuple):
    """Columns in the order of time, what each is called as a period, and what all of them are."""

    columns: tuple[str, ...]
    texts: tuple[str, ...]
    noun: str
    stem: str  # what their names share beside the period; may be empty
    type: ColumnType = ColumnType.TEXT  # what the texts can become


class _Named(NamedTuple):
    column: str
    stem: str
    text: str
    unit: str = ""  # of a time since a start


def periods_of(names: Sequence[str]) -> Periods | None:
    """The periods among the names of columns of numbers: three at least, of one measure; None where there are none.

    Columns for the periods of two measures are none: one of the two would be lost.
    """
    stems: dict[tuple[str, str], list[_Named]] = {}
    for one in filter(None, map(_named, names)):
        stems.setdefault((one.stem.casefold(), one.unit), []).append(one)
    found = [group for group in stems.values() if len(group) >= LEAST]
    if len(found) != 1 or len({one.text for one in found[0]}) < len(found[0]):
        return None
    group = found[0]
    return _elapsed(group) or _years(group) or _seasons(group) or _calendar(group, names) or _dates(group)


def _named(column: str) -> _Named | None:
    bare = _UNIT.sub("", column).strip()
    if fiscal := _FISCAL.fullmatch(bare):
        return _Named(column, "", fiscal["year"])
    if says_when(bare):
        return _Named(column, "", bare)
    if elapsed := _ELAPSED.fullmatch(bare):
        unit, number = (elapsed["before"] or elapsed["after"]), elapsed["later"] or elapsed["number"]
        return _Named(column, "", number.replace(",", "."), unit.casefold())
    return next((_Named(column, stem, text) for stem, text in _parted(bare) if says_when(text) and stem), None)


def _parted(name: str) -> Iterator[tuple[str, str]]:
    """The name as a stem and a period after or before it, the longest period first."""
    breaks = list(_BREAK.finditer(name))
    for one in breaks:
        yield name[: one.start()].strip(), name[one.end() :].strip()
    for one in reversed(breaks):
        yield name[one.end() :].strip(), name[: one.start()].strip()


def _elapsed(group: Sequence[_Named]) -> Periods | None:
    """Times since something began, all in the unit that their names share."""
    if not group[0].unit:
        return None
    ordered = sorted(group, key=lambda one: float(one.text))
    return _periods(ordered, f"Time ({group[0].unit})", ColumnType.NUMBER)


def _years(group: Sequence[_Named]) -> Periods | None:
    if not all(is_year(one.text) for one in group):
        return None
    ordered = sorted(group, key=lambda one: one.text)
    if any(int(b.text) - int(a.text) > _WIDEST_GAP for a, b in pairwise(ordered)):
        return None
    return _periods(ordered, "Year", ColumnType.NUMBER)


def _seasons(group: Sequence[_Named]) -> Periods | None:
    spans = [_SEASON.fullmatch(one.text) for one in group]
    if not all(span and int(span["ends"]) == (int(span["begins"]) + 1) % 100 for span in spans):
        return None
    return _periods(sorted(group, key=lambda one: one.text), "Year", ColumnType.TEXT)


def _calendar(group: Sequence[_Named], names: Sequence[str]) -> Periods | None:
    """Months, weekdays and quarters of no year, in the order of the table: a year may begin in April."""
    texts = [one.text for one in group]
    known = natural_order(texts)
    if known is None or known.noun not in _NOUNS or not is_calendar(texts):
        return None
    if known.noun == "quarters" and any(map(_QUESTION.fullmatch, names)):
        return None
    return _periods(group, _NOUNS[known.noun], ColumnType.TEXT)


def _dates(group: Sequence[_Named]) -> Periods | None:
    written = WrittenDates([one.text for one in group])
    readings = [one for order in DateOrder if (one := written.under(order)).complete]
    if not readings or any(one.cells != readings[0].cells for one in readings):
        return None  # nothing says which number is the day
    read = readings[0]
    ordered = sorted(group, key=lambda one: read.cells[one.text])
    days = [read.cells[one.text] for one in ordered]
    noun = (read.period or ("month" if read.months_only else "date")).capitalize()
    if len(set(days)) < len(days):
        return None
    if len(days) <= _FEW and (read.period or read.months_only) and _is_even(read, days):
        return _periods(ordered, noun, ColumnType.TEXT)
    return _periods([one._replace(text=day) for one, day in zip(ordered, days, strict=True)], noun, ColumnType.DATE)


def _is_even(read: DateReading, days: Sequence[str]) -> bool:
    """Whether months, or what begins in one, follow one another without a gap, so that their names can stand alone."""
    if read.period == "week":
        return False
    months = [int(day[:4]) * 12 + int(day[5:7]) for day in days]
    return len({b - a for a, b in pairwise(months)}) == 1


def _periods(ordered: Sequence[_Named], noun: str, type_: ColumnType) -> Periods:
    columns, texts = tuple(one.column for one in ordered), tuple(one.text for one in ordered)
    stem = "" if ordered[0].stem.casefold() in _WHEN else ordered[0].stem
    if any(character.isdigit() for character in stem):  # Q1 FY24: which year the quarters are of
        return Periods(columns, texts, f"{noun} {stem}", "", type_)
    return Periods(columns, texts, noun, stem, type_)
