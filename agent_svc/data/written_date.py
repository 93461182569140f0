"""Written date: one date as it was written, taken apart before its order is decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agent_svc.data.clock import clock_of
from agent_svc.data.months import MONTHS, WORDS
from agent_svc.data.periods import take_apart_period

_LONGEST = 80  # characters of a date with everything around it
_PIVOT = 69  # two-digit years from here on are in the 1900s

_MONTH = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mo|di|mi|do|fr|sa|so)"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)\.?,?\s+"
)
CLOCK = (
    r"(?:(?:T|,?\s+|,|(?<=[0-9]{4}):)(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,6})0{0,3})?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?|\s*Uhr)?\s*"
    r"(?P<zone>Z|(?:UTC|GMT)(?:[+-][0-9]{1,2}(?::?[0-9]{2})?)?|[+-][0-9]{2}(?::?[0-9]{2})?)?(?:\s\([^()]{1,40}\))?)?"
)
_YEAR = r"(?P<year>[0-9]{4}|[0-9]{2})"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?P<year>[0-9]{{4}})(?P<sep>[-/]|\.\s?)(?P<first>[0-9]{{1,2}})(?P=sep)(?P<day>[0-9]{{1,2}})\.?{CLOCK}",
        rf"(?:{_WEEKDAY})?(?P<first>[0-9]{{1,2}})(?P<sep>/|\.\s?)(?P<other>[0-9]{{1,2}})(?P=sep){_YEAR}{CLOCK}",
        # A dash needs all four digits of the year: a single `24-03-01` may as well start with it.
        rf"(?:{_WEEKDAY})?(?P<first>[0-9]{{1,2}})(?P<sep>-)(?P<other>[0-9]{{1,2}})-(?P<year>[0-9]{{4}}){CLOCK}",
        rf"(?:{_WEEKDAY})?(?P<day>[0-9]{{1,2}})(?:\.\s*|[-\s/]|(?:th|st|nd|rd|er)\s|\sde\s)"
        rf"{_MONTH}(?:[-\s/]|,\s*|\sde\s)?{_YEAR}{CLOCK}",
        rf"(?:{_WEEKDAY})?{_MONTH}[-\s]*(?P<day>[0-9]{{1,2}})(?:th|st|nd|rd)?(?:,\s*|[-\s]+)(?P<year>[0-9]{{4}}){CLOCK}",
        rf"(?!(?:{'|'.join(sorted(WORDS))})\b){_MONTH}(?:[-\s/,]*|\sde\s)(?P<year>[0-9]{{4}})",
        rf"{_MONTH}(?P<short>[-/'’]+)(?P<year>[0-9]{{2}})",
        rf"(?P<year>[0-9]{{4}})[-\s/]{_MONTH}(?:[-\s/](?P<day>[0-9]{{1,2}}))?",
        r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})[-/](?P<first>[0-9]{1,2})",
        r"(?P<first>[0-9]{1,2})(?P<sep>[./-])(?P<year>(?:19|20)[0-9]{2})",
        r"(?P<compact>(?:19|20)[0-9]{6})(?:(?P<hour>[0-9]{2})(?:(?P<minute>[0-9]{2})(?P<second>[0-9]{2})?)?)?",
    )
)
# The commonest shape, for a whole column at once.
_SIMPLE = re.compile(r"^([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})$", re.MULTILINE)
_DIGIT = re.compile("[0-9]")


class WrittenDate(NamedTuple):
    """One written date, with its two numbers in the order of writing where the order is open."""

    year: int
    first: int  # the month, where `open` is false
    other: int  # the day, where `open` is false
    open: bool
    dotted: bool
    clock: tuple[int, int, int, int] = (0, 0, 0, 0)
    timed: bool = False
    zone: str | None = None
    month_only: bool = False
    named: bool = False  # the month is a word
    short_year: bool = False
    bare: bool = False
    period: str | None = None  # what begins on this day: a quarter, a week


def take_apart_simple(values: Sequence[str]) -> dict[str, WrittenDate] | None:
    """All values, where each is a plain `01.02.2024` or `1/2/2024`; else None."""
    joined = "\n".join(values)
    found = _SIMPLE.findall(joined)
    if len(found) != len(values) or joined.count("\n") >= len(values):
        return None
    written = {}
    for value, (first, mark, other, year) in zip(values, found, strict=True):
        dotted = mark == "."
        month, day = (int(other), int(first)) if dotted else (int(first), int(other))
        written[value] = WrittenDate(int(year), month, day, open=not dotted, dotted=dotted)
    return written


def take_apart(value: str) -> WrittenDate | None:
    """The date in `value`, or None where it has no shape of a date; its day may still be one that no month has."""
    if len(value) > _LONGEST or _DIGIT.search(value) is None:
        return None
    for shape in _SHAPES:
        match = shape.fullmatch(value)
        if match is not None:
            return written_date(match.groupdict())
    period = take_apart_period(value)
    if period is None:
        return None
    return WrittenDate(
        period.year,
        period.month,
        period.day,
        open=False,
        dotted=False,
        period=period.name,
        month_only=period.name == "month",
    )


def written_date(part: Mapping[str, str | None]) -> WrittenDate | None:
    """The date of the named parts of a shape: `year`, `first`, `other` or `day`, `sep` and those of `CLOCK`."""
    compact, clock = part.get("compact"), clock_of(part)
    if clock is None:
        return None
    if compact:
        year, first, other = compact[:4], compact[4:6], compact[6:]
    else:
        year, first = part["year"] or "", part.get("first") or str(MONTHS[(part.get("month") or "").casefold()])
        other = part.get("other") or part.get("day") or "1"
    days_named = bool(compact or part.get("other") or part.get("day"))
    point = (part.get("sep") or "").startswith(".")
    dotted = point and part.get("other") is not None
    return WrittenDate(
        year=_full_year(year),
        first=int(other if dotted else first),
        other=int(first if dotted else other),
        open=part.get("other") is not None and not dotted,
        clock=clock,
        timed=part.get("hour") is not None,
        zone=_zone(part.get("zone")),
        month_only=not days_named,
        named=part.get("month") is not None,
        short_year=len(year) == 2,
        bare=bool(compact) or (point and not days_named) or part.get("short") is not None,
        dotted=dotted,
    )


def _full_year(year: str) -> int:
    if len(year) == 4:
        return int(year)
    return int(year) + (1900 if int(year) >= _PIVOT else 2000)


def _zone(zone: str | None) -> str | None:
    if zone is None or zone.upper() in ("Z", "UTC", "GMT"):
        return zone and "UTC"
    offset = zone.upper().removeprefix("UTC").removeprefix("GMT")
    hours, _, minutes = offset[1:].partition(":")
    if not minutes and len(hours) > 2:
        hours, minutes = hours[:-2], hours[-2:]
    return f"{offset[0]}{int(hours):02}:{minutes or '00'}"
