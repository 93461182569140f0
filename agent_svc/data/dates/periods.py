"""Periods: written half-years, quarters, months and weeks of a year, each as its first day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

_PIVOT: Final = 69  # two-digit years from here on are in the 1900s
_LONG: Final = r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})"
_SHORT: Final = r"(?:(?P<mark>['’])|[\s/-]['’]?)(?P<year>[0-9]{2})"  # 23 needs a mark in front: `Q12` is a question
_PART: Final = r"(?P<part>[1-4])"
_HALF_PART: Final = r"(?P<part>[12])"
_GAP: Final = r"[\s/-]*"
_COUNTED: Final = r"\.?\s?(?:Q|Quartal|Qtr|quarter|trimestre|trimester|trim)\.?"
_HALVES: Final = r"\.?\s?(?:H|HJ|Halbjahr|half|semestre)\.?"
_WEEKS: Final = r"(?:KW|CW|Wk|W|Woche|week|semaine|sem)"
_NUMBER: Final = r"(?P<part>[0-9]{1,2})"
_ORDINAL: Final = r"(?:st|nd|rd|th|er|ère|re|e|ème|º)?"


def _forms(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


_QUARTERS: Final = _forms(
    rf"Q{_PART}{_GAP}{_LONG}",
    rf"T{_PART}[\s/]{_LONG}",  # T1-2023 is sooner a treatment
    rf"Q{_PART}\s?{_SHORT}",
    rf"{_LONG}{_GAP}[QT]{_PART}",
    rf"(?P<mark>['’])?(?P<year>[0-9]{{2}})[\s/-]?Q{_PART}",
    rf"{_PART}{_ORDINAL}{_COUNTED}[\s/-]*(?:(?:of|de|du|en)\s)?{_LONG}",
    rf"{_PART}Q\s?(?P<mark>['’])?(?P<year>[0-9]{{2}})",
    rf"Quartal\s{_PART}[\s/]+{_LONG}",
    rf"{_LONG}\s?年\s?第?{_PART}\s?(?:季度?|四半期|분기)",
)
_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4}
_ROMAN_QUARTERS: Final = _forms(
    rf"(?P<part>IV|I{{1,3}})\s?(?:kw|кв|квартал|kwartał|trimestre|trim|quartal|Q)\.?[\s/]\s?{_LONG}(?:\s?г\.?)?"
)
_HALF_YEARS: Final = _forms(
    rf"H(?:J\s?)?{_HALF_PART}{_GAP}{_LONG}",
    rf"S{_HALF_PART}[\s/]{_LONG}",  # S1-2023 is sooner a sample
    rf"{_LONG}{_GAP}[HS]J?\s?{_HALF_PART}",
    rf"H{_HALF_PART}\s?{_SHORT}",
    rf"{_HALF_PART}{_ORDINAL}{_HALVES}{_GAP}{_LONG}",
)
_MONTHS: Final = _forms(
    rf"{_LONG}-?M(?P<part>0?[1-9]|1[0-2])",
    r"(?P<year>[0-9]{4})\s?[年년]\s?(?P<part>[0-9]{1,2})\s?[月월](?:份|号)?",
)
_WEEKS_OF_YEARS: Final = _forms(
    rf"{_LONG}-?W(?P<part>[0-9]{{1,2}})(?:-(?P<day>[1-7]))?",
    rf"{_LONG}W(?P<part>[0-9]{{2}})(?P<day>[1-7])",
    rf"{_WEEKS}\.?\s?{_NUMBER}(?:[\s/-]+|,\s?){_LONG}",
    rf"(?:KW|CW)\.?\s?{_NUMBER}\s?[/'’-]\s?(?P<year>[0-9]{{2}})",
    rf"{_LONG}{_GAP}(?:KW|CW|week|Woche)\.?\s?{_NUMBER}",
)
# What each of them begins with; all hold a letter.
_WORTH: Final = re.compile(
    rf"['’]?[0-9].*[^\W\d_]|[QTHS](?:J\s?)?[1-4]|I[IV]{{0,2}}\s?[kкtqQ]|{_WEEKS}\.?\s?[0-9]|Quartal", re.IGNORECASE
)
_BEGIN_ALIKE: Final = frozenset({"month", "quarter", "half-year"})
_QUARTER_MONTHS: Final = 3
_HALF_MONTHS: Final = 6


class Period(NamedTuple):
    """The first day of a period, and what it is called; no name for a day."""

    year: int
    month: int
    day: int
    name: str | None
    short: bool = False  # the year has two digits
    marked: bool = False  # behind an apostrophe


def take_apart_period(value: str) -> Period | None:
    """The period that is written, or None."""
    if _WORTH.match(value) is None:
        return None
    if match := _first(_QUARTERS, value):
        return _begins(match, int(match["part"]) * _QUARTER_MONTHS - 2, "quarter")
    if match := _first(_ROMAN_QUARTERS, value):
        return _begins(match, _ROMAN[match["part"].lower()] * _QUARTER_MONTHS - 2, "quarter")
    if match := _first(_HALF_YEARS, value):
        return _begins(match, int(match["part"]) * _HALF_MONTHS - 5, "half-year")
    if match := _first(_WEEKS_OF_YEARS, value):
        return _week(full_year(match["year"]), int(match["part"]), match.groupdict().get("day"), match["year"])
    if match := _first(_MONTHS, value):
        return _begins(match, int(match["part"]), "month")
    return None


def several_kinds(names: Iterable[str | None]) -> tuple[str, ...]:
    """The periods of a column where they are of several kinds, which begin on the same days; None is a day."""
    kinds = frozenset(names)
    return tuple(sorted(kind for kind in kinds if kind)) if len(kinds) > 1 and kinds <= _BEGIN_ALIKE else ()


def full_year(year: str) -> int:
    """The year in digits, two of which are 1969 to 2068."""
    if len(year) == 4:
        return int(year)
    return int(year) + (1900 if int(year) >= _PIVOT else 2000)


def _first(forms: tuple[re.Pattern[str], ...], value: str) -> re.Match[str] | None:
    return next((match for form in forms if (match := form.fullmatch(value))), None)


def _begins(match: re.Match[str], month: int, name: str) -> Period:
    year = match["year"]
    return Period(full_year(year), month, 1, name, len(year) < 4, bool(match.groupdict().get("mark")))


def _week(year: int, week: int, day: str | None, written: str) -> Period | None:
    try:
        begins = date.fromisocalendar(year, week, int(day or 1))
    except ValueError:
        return None
    return Period(begins.year, begins.month, begins.day, None if day else "week", len(written) < 4)
