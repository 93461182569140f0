"""Pointed months: `2024.1` to `2024.10`, months behind their year, which look like numbers and run otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from agent_svc.data.dates.written_date import WrittenDate

_MONTH: Final = re.compile(r"(?P<year>(?:19|20)[0-9]{2})\.\s?(?P<month>0[1-9]|1[0-2]|[1-9])\.?")
_OF_MONTHS: Final = re.compile(
    r"month|monat|\bmois\b|\bmes\b|\bmese\b|\bmês\b|maand|miesiąc|месяц|月|월$|yyyy.?mm|\bym\b", re.IGNORECASE
)
OF_OTHER_PARTS: Final = re.compile(
    r"quart|trimest|semest|half|halbjahr|season|saison|\bterm\b|week|woche|kw|季|분기", re.IGNORECASE
)
_OF_YEARS: Final = re.compile(r"year|jahr|ann[ée]e|\b(?:anno|año|ano|år|rok)\b|год|年|년", re.IGNORECASE)
_LAST_OF_ONE_DIGIT: Final = 9
_RUN: Final = 3  # months that follow one another in the rows: numbers seldom do


class Months(Enum):
    """How sure it is that a column of `2024.1` holds months."""

    SURE = auto()
    OPEN = auto()  # or other parts of years, or decimals, or months of which a program took a zero
    UNLIKELY = auto()


def pointed_months(values: Sequence[str]) -> dict[str, WrittenDate] | None:
    """All `values` as months behind their year; None where one of them is none."""
    if not values or _MONTH.fullmatch(values[0]) is None:
        return None
    found = {value: match for value in values if (match := _MONTH.fullmatch(value))}
    if len(found) < len(values):
        return None
    return {
        value: WrittenDate(int(m["year"]), int(m["month"]), 1, open=False, dotted=False, month_only=True, bare=True)
        for value, m in found.items()
    }


def how_sure(values: Sequence[str], name: str, *, dated: bool) -> Months | None:
    """How sure it is that `values`, all of them numbers, are months; None where some cannot be.

    `dated`: the `name` of the column speaks of dates.
    """
    written = pointed_months(values)
    if written is None:
        return None
    months = [(one.year, one.first) for one in written.values()]
    short = [len(value) == len("2024.1") for value in values]
    of_two_digits, beyond = not any(short), any(month > _LAST_OF_ONE_DIGIT for _, month in months)
    named = _OF_MONTHS.search(name) is not None
    runs = _run_on(months)
    run_of_months = runs and (not of_two_digits or run_over_a_year(months) or _OF_YEARS.search(name) is not None)
    if OF_OTHER_PARTS.search(name):
        return Months.OPEN
    if not of_two_digits and (_lost_zero(months) or any(value[5] == "0" for value in values)):
        return Months.OPEN if named or dated or runs else Months.UNLIKELY
    if named or ((of_two_digits or beyond) and (dated or run_of_months)):
        return Months.SURE
    # Masses from 2024.01 to 2024.04 go by hundredths.
    return Months.OPEN if dated or (runs if of_two_digits else beyond) else Months.UNLIKELY


def _lost_zero(months: Sequence[tuple[int, int]]) -> bool:
    """Whether a `2024.1` beside `2024.11` and no `2024.10` may be the October of a program that drops zeros."""
    known = frozenset(months)
    return any((year, 1) in known and (year, 10) not in known for year, month in known if month > 10)


def run_over_a_year(months: Sequence[tuple[int, int]]) -> bool:
    """Whether `months`, a year and a number each, follow one another over the end of a year, which no amounts do."""
    return _run_on(months) and months[0][0] < months[-1][0]


def _run_on(months: Sequence[tuple[int, int]]) -> bool:
    counted = [year * 12 + month for year, month in months]
    return len(counted) >= _RUN and counted == list(range(counted[0], counted[0] + len(counted)))
