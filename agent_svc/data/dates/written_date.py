"""Written date: one date as it was written, taken apart before its order is decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agent_svc.data.dates.clock import clock_of
from agent_svc.data.dates.date_spellings import plainer
from agent_svc.data.dates.months import MONTHS, WORDS, folded
from agent_svc.data.dates.periods import full_year, take_apart_period
from agent_svc.data.dates.zones import zone_of

_LONGEST = 80  # characters of a date with everything around it
_MICRO_DIGITS = 6  # of a fraction of a second
_MONTH_DIGITS = 6  # of `202403`

_MONTH = "(?P<month>" + "|".join(map(re.escape, sorted(MONTHS, key=len, reverse=True))) + r")\.?"
_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mo|di|mi|do|fr|sa|so)"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)\.?,?\s+"
)
_ZONE = r"(?P<zone>Z|(?:UTC|GMT)(?:[+-][0-9]{1,2}(?::?[0-9]{2})?)?|(?-i:[A-Z]{3,5})|[+-][0-9]{2}(?::?[0-9]{2})?)"
CLOCK = (
    r"(?:(?:T|,?\s+|,|(?<=[0-9]{4}):)(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,9}))?)?"
    r"(?:\s*(?P<half>[ap])(?:\.?m\.?)?|\s*Uhr)?\s*"
    rf"{_ZONE}?(?:\s\([^()]{{1,40}}\))?)?"
)
_YEAR = r"(?P<year>[0-9]{4}|[0-9]{2})"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?P<year>[0-9]{{4}})(?P<sep>[-/]|\.\s?)(?P<first>[0-9]{{1,2}})(?P=sep)(?P<day>[0-9]{{1,2}})\.?{CLOCK}",
        r"(?P<year>[0-9]{4})-(?P<first>[0-9]{2})-(?P<day>[0-9]{2})[T ](?P<hour>[0-9]{2})Z?",
        rf"(?P<first>[0-9]{{1,2}})(?P<sep>\.)(?P<other>[0-9]{{1,2}})\.{_YEAR},?\s(?P<hour>[0-9]{{1,2}})\s?(?:Uhr|h)",
        rf"(?:{_WEEKDAY})?(?P<first>[0-9]{{1,2}})(?P<sep>/|\.\s?)(?P<other>[0-9]{{1,2}})(?P=sep){_YEAR}{CLOCK}",
        # A dash needs all four digits of the year: a single `24-03-01` may as well start with it.
        rf"(?:{_WEEKDAY})?(?P<first>[0-9]{{1,2}})(?P<sep>-)(?P<other>[0-9]{{1,2}})-(?P<year>[0-9]{{4}}){CLOCK}",
        rf"(?:{_WEEKDAY})?(?P<day>[0-9]{{1,2}})(?:\.\s*|[-\s/]|(?:th|st|nd|rd|er)\s|\sde\s)"
        rf"{_MONTH}(?:[-\s/]|,\s*|\sde\s)?{_YEAR}{CLOCK}",
        rf"(?P<day>[0-9]{{1,2}}){_MONTH}(?P<year>[0-9]{{4}}){CLOCK}",  # SAS
        rf"(?:{_WEEKDAY})?{_MONTH}[-\s]*(?P<day>[0-9]{{1,2}})(?:th|st|nd|rd)?(?:,\s*|[-\s]+)(?P<year>[0-9]{{4}}){CLOCK}",
        rf"(?!(?:{'|'.join(sorted(WORDS))})\b){_MONTH}(?:[-\s/,]*|\sde\s)(?P<year>[0-9]{{4}})",
        rf"(?!(?:{'|'.join(sorted(WORDS))})\b){_MONTH}(?P<short>\s?[-/'’]+|\s)(?P<year>[0-9]{{2}})",
        # As `date` and C's `ctime` print it, with the year behind the time.
        rf"(?:{_WEEKDAY})?{_MONTH}\s+(?P<day>[0-9]{{1,2}})\s+(?P<hour>[0-9]{{1,2}}):(?P<minute>[0-9]{{2}})"
        rf"(?::(?P<second>[0-9]{{2}}))?\s+(?:{_ZONE}\s+)?(?P<year>[0-9]{{4}})",
        rf"(?P<year>[0-9]{{4}})\s?[年년]\s?(?P<first>[0-9]{{1,2}})\s?[月월]\s?(?P<day>[0-9]{{1,2}})\s?[日일]{CLOCK}",
        rf"(?P<year>[0-9]{{4}})(?:[-\s/]|\.\s){_MONTH}(?:[-\s/](?P<day>[0-9]{{1,2}})\.?)?",
        r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})[-/](?P<first>[0-9]{1,2})",
        r"(?P<first>[0-9]{1,2})(?P<sep>[./-])(?P<year>(?:19|20)[0-9]{2})",
        r"(?P<compact>(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2]))",
        r"(?P<compact>(?:19|20)[0-9]{6})(?:(?P<hour>[0-9]{2})(?:(?P<minute>[0-9]{2})(?P<second>[0-9]{2})?)?)?",
    )
)
# Most texts begin like no date, and most dates with a digit.
_FROM_A_NAME = re.compile(rf"{_MONTH}|{_WEEKDAY}", re.IGNORECASE)
_FROM_A_DIGIT = tuple(
    shape for shape in _SHAPES if not shape.pattern.startswith((_MONTH, "(?!", f"(?:{_WEEKDAY})?{_MONTH}"))
)
# The commonest shape, for a whole column at once.
_SIMPLE = re.compile(r"^([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})$", re.MULTILINE)
SPAN = "span"
_BETWEEN = re.compile(r"\s[-–—~]\s|\s(?:bis|to|until|au|al|a)\s|\s?～\s?")
_CLOCK_ALONE = re.compile(r"[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?")
_DIGIT = re.compile(r"\d")


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
    marked: bool = False  # an apostrophe stands before the two digits of the year
    period: str | None = None  # what begins on this day: a quarter, a week
    finer: bool = False  # the time has digits behind the microsecond, which are left out


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
    value = plainer(value)
    for shape in _FROM_A_DIGIT if value[0].isdigit() else _SHAPES if _FROM_A_NAME.match(value) else ():
        match = shape.fullmatch(value)
        if match is not None:
            return written_date(match.groupdict())
    period = take_apart_period(value)
    if period is None:
        return _begin_of_span(value)
    return WrittenDate(
        period.year,
        period.month,
        period.day,
        open=False,
        dotted=False,
        period=period.name,
        month_only=period.name == "month",
        short_year=period.short,
        marked=period.marked,
    )


def _begin_of_span(value: str) -> WrittenDate | None:
    """The begin of `01.06.2024 00:00 - 00:15` or of `01.06.2024 - 07.06.2024`; None for what is no span of days."""
    if " " not in value and "～" not in value:
        return None
    ends = _BETWEEN.split(value)
    if len(ends) != 2 or not all(ends):
        return None
    begin, end = (take_apart(one) for one in ends)
    if begin is None or begin.period or begin.month_only:
        return None
    later = begin.timed and _CLOCK_ALONE.fullmatch(ends[1]) is not None
    same = end is not None and (begin.open, begin.timed, begin.zone) == (end.open, end.timed, end.zone)
    return begin._replace(period=SPAN) if later or same else None


def written_date(part: Mapping[str, str | None]) -> WrittenDate | None:
    """The date of the named parts of a shape: `year`, `first`, `other` or `day`, `sep` and those of `CLOCK`."""
    compact, clock = part.get("compact"), clock_of(part)
    if clock is None:
        return None
    if compact:
        year, first, other = compact[:4], compact[4:6], compact[6:] or "1"
    else:
        year, first = part["year"] or "", part.get("first") or str(MONTHS[folded(part.get("month") or "")])
        other = part.get("other") or part.get("day") or "1"
    days_named = len(compact or "") > _MONTH_DIGITS or bool(part.get("other") or part.get("day"))
    point = (part.get("sep") or "").startswith(".")
    dotted = point and part.get("other") is not None
    return WrittenDate(
        year=full_year(year),
        first=int(other if dotted else first),
        other=int(first if dotted else other),
        open=part.get("other") is not None and not dotted,
        clock=clock,
        timed=part.get("hour") is not None,
        zone=zone_of(part.get("zone")),
        month_only=not days_named,
        named=part.get("month") is not None,
        short_year=len(year) == 2,
        bare=bool(compact) or (point and not days_named) or part.get("short") is not None,
        dotted=dotted,
        finer=len((part.get("fraction") or "").rstrip("0")) > _MICRO_DIGITS,
    )
