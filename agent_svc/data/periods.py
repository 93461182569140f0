"""Periods: written half-years, quarters, weeks and Chinese, Japanese or Korean dates, each as its first day."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

_YEAR = r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})"
_QUARTER = re.compile(
    rf"(?:Q(?P<a>[1-4])[\s/-]*{_YEAR}|{_YEAR.replace('year', 'year2')}[\s/-]*Q(?P<b>[1-4])"
    rf"|(?P<c>[1-4])\.?\s?(?:Q|Quartal|Qtr|quarter)\.?[\s/]*{_YEAR.replace('year', 'year3')}"
    rf"|Quartal\s(?P<d>[1-4])[\s/]+{_YEAR.replace('year', 'year4')})",
    re.IGNORECASE,
)
_HALF = re.compile(
    rf"(?:H(?:J\s?)?(?P<a>[12])[\s/-]*{_YEAR}|{_YEAR.replace('year', 'year2')}[\s/-]*HJ?\s?(?P<b>[12])"
    rf"|(?P<c>[12])\.?\s?(?:H|HJ|Hj|Halbjahr|half)\.?[\s/-]*{_YEAR.replace('year', 'year3')})",
    re.IGNORECASE,
)
_WEEK = re.compile(
    rf"(?:{_YEAR}-?W(?P<a>[0-9]{{2}})(?:-?(?P<day>[1-7]))?"
    rf"|(?:KW|W|CW|Woche|week)\.?\s?(?P<b>[0-9]{{1,2}})[\s/-]+{_YEAR.replace('year', 'year2')}"
    rf"|{_YEAR.replace('year', 'year3')}[\s/-]+(?:KW|CW)\s?(?P<c>[0-9]{{1,2}}))",
    re.IGNORECASE,
)
_EAST_ASIAN = re.compile(
    r"(?P<year>[0-9]{4})\s?[年년]\s?(?P<month>[0-9]{1,2})\s?[月월](?:\s?(?P<day>[0-9]{1,2})\s?[日일])?"
)


class Period(NamedTuple):
    """The first day of a period, and what it is called; no name for a day."""

    year: int
    month: int
    day: int
    name: str | None


def take_apart_period(value: str) -> Period | None:
    """The period that is written, or None."""
    match = _QUARTER.fullmatch(value)
    if match:
        quarter, year = _one(match, "abcd"), _years(match, 4)
        return Period(year, quarter * 3 - 2, 1, "quarter")
    match = _HALF.fullmatch(value)
    if match:
        return Period(_years(match, 3), _one(match, "abc") * 6 - 5, 1, "half-year")
    match = _WEEK.fullmatch(value)
    if match:
        return _week(_years(match, 3), _one(match, "abc"), match["day"])
    match = _EAST_ASIAN.fullmatch(value)
    if match:
        return Period(
            int(match["year"]), int(match["month"]), int(match["day"] or 1), None if match["day"] else "month"
        )
    return None


def _one(match: re.Match[str], names: str) -> int:
    return int(next(match[name] for name in names if match[name]))


def _years(match: re.Match[str], count: int) -> int:
    names = ("year", *(f"year{number}" for number in range(2, count + 1)))
    return int(next(match[name] for name in names if match[name]))


def _week(year: int, week: int, day: str | None) -> Period | None:
    try:
        begins = date.fromisocalendar(year, week, int(day or 1))
    except ValueError:
        return None
    return Period(begins.year, begins.month, begins.day, None if day else "week")
