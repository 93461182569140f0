"""Short years: the century of years of two digits, which the name of a column may settle: births are past."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from agent_svc.data.choices import DateOrder
from agent_svc.data.dates.iso import DateReading

_CENTURY: Final = 100
_ANY: Final = 1969  # the first year that two digits mean, the last is 99 later
#: Of birth: the last is the year of this text, since nobody is born later; nothing here knows the day of today.
_BORN: Final = 1927
_TO_COME: Final = 1970
_BIRTH: Final = re.compile(
    r"(?:^|[^a-z])(?:born|birth|dob|d\.o\.b\.?|n[ée]e?|nato|nata)(?:[^a-z]|$)|birth ?(?:day|date)"
    r"|date ?of ?birth|geburt|geboren|(?:^|[^a-zäöü])geb(?:[^a-zäöü]|$)|naissance"
    r"|nacimiento|nascita|nascimento|geboorte|urodzen|fødsel|födelse|рожден|出生|生年",
    re.IGNORECASE,
)
_DUE: Final = re.compile(
    r"maturity|matures|expir|fällig|ablauf|gültig bis|valid (?:to|until|thru)|best before|haltbar|verfall|échéance"
    r"|vencimiento|scadenza|laufzeitende",
    re.IGNORECASE,
)


def first_short_year(name: str) -> int:
    """The year from which on a hundred years are meant by two digits in a column of this name."""
    plain = name.replace("_", " ")
    if _BIRTH.search(plain):
        return _BORN
    return _TO_COME if _DUE.search(plain) else _ANY


def in_their_century(readings: Mapping[DateOrder, DateReading], name: str) -> Mapping[DateOrder, DateReading]:
    """The readings with each year of two digits among the hundred that the `name` of the column means."""
    first = first_short_year(name)
    if first == _ANY or not any(reading.short_years for reading in readings.values()):
        return readings
    return {order: _moved(reading, first) for order, reading in readings.items()}


def _moved(reading: DateReading, first: int) -> DateReading:
    cells = {value: iso if iso[:4] in value else _within(iso, first) for value, iso in reading.cells.items()}
    return replace(reading, cells=cells)


def _within(iso: str, first: int) -> str:
    year = int(iso[:4])
    moved = first + (year - first) % _CENTURY
    return f"{moved}{iso[4:]}"
