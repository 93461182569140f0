"""Spread: one measure in several columns, whose names say when."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Protocol

from agent_svc.data.column import ColumnType
from agent_svc.data.dates.months import folded, is_month
from agent_svc.data.dates.weekdays import WEEKDAYS
from agent_svc.data.dates.written_date import take_apart
from agent_svc.data.dates.years import is_year

_LEAST: Final = 3  # two may be compared
_QUARTER: Final = re.compile(r"Q[1-4]", re.IGNORECASE)


class _Column(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> ColumnType: ...


def spread_columns(columns: Iterable[_Column]) -> tuple[str, ...]:
    """The names of numbers that are one measure in columns for years, quarters, months or dates; three at least."""
    named = tuple(one.name for one in columns if one.type is ColumnType.NUMBER and says_when(one.name))
    return named if len(named) >= _LEAST else ()


def says_when(text: str) -> bool:
    """Whether `text` is a year, a month, a quarter, a weekday or a date, and nothing else."""
    return (
        is_year(text)
        or is_month(text)
        or bool(_QUARTER.fullmatch(text))
        or folded(text).rstrip(".") in WEEKDAYS
        or take_apart(text) is not None
    )
