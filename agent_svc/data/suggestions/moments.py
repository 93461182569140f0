"""Moments in parts: columns for year, month, day and perhaps hour, and the steps that make dates of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from agent_svc.data.bindings.words import are_years, words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.dataset import Dataset
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.steps.tokens import written_column
from agent_svc.data.suggestions.candidate import Steps
from agent_svc.data.suggestions.language import called, free_name, language_of

_MOST_CELLS: Final = 200_000  # of a table on which the steps are tried
_TO_THE_HOUR: Final = 4  # parts, without minutes
_YEAR: Final = frozenset({"yyyy", "yy"})
_MONTH: Final = frozenset(
    "month months mon mo mm monat mois mes mês mese måned månad maand miesiąc ay месяц 月 월".split()  # noqa: SIM905
)
_DAY: Final = frozenset("day dy dd da tag jour dia día giorno dag dzień gün день 日 일".split())  # noqa: SIM905
_HOUR: Final = frozenset("hour hours hr hh h stunde heure hora ora uur time godzina saat час 时 時 시".split())  # noqa: SIM905
_MINUTE: Final = frozenset("minute minutes min mn mi minuto minuut 分 분".split())  # noqa: SIM905


class Moments(NamedTuple):
    """The columns that make up dates, the largest part first, and the steps that put dates, `name`, in their place."""

    parts: tuple[str, ...]
    name: str
    steps: Steps


def moments_of(dataset: Dataset) -> Moments | None:
    """The only year, month and day of a table without dates, and its hour and minute where they are clock times."""
    columns = dataset.profile.columns
    if any(one.type is ColumnType.DATE for one in columns) or dataset.rows * len(columns) > _MOST_CELLS:
        return None
    years = [one for one in columns if are_years(one) or (_is_whole(one, 1500, 2199) and words_of(one.name) <= _YEAR)]
    days = [_called(columns, _MONTH, 1, 12), _called(columns, _DAY, 1, 31)]
    if not all(len(found) == 1 for found in (years, *days)):
        return None
    parts = [years[0].name, *(one.name for found in days for one in found)]
    clock = [_called(columns, _HOUR, 0, 23), _called(columns, _MINUTE, 0, 59)]
    if not clock[0] and _called(columns, _HOUR, 0, 24):  # hours from 1 to 24 may begin or end with their number
        return None
    for found in clock if clock[0] else ():
        parts += [one.name for one in found[:1]]
    name = free_name(called("Date", language_of(dataset)), [one.name for one in columns if one.name not in parts])
    return Moments(tuple(parts), name, _steps(parts, name))


def _steps(parts: Sequence[str], name: str) -> Steps:
    """The parts as digits, year first, as `date` of an expression reads them: 8, or 12 to the minute."""
    digits = written_column(parts[0])
    for part in parts[1:]:
        digits = f"{digits if part == parts[1] else f'({digits})'} * 100 + {written_column(part)}"
    if len(parts) == _TO_THE_HOUR:
        digits = f"({digits}) * 100"
    made = {"op": "derive", "name": name, "expression": f"date({digits})"}
    left = [part for part in parts if part != name]
    return (made, {"op": "drop", "columns": left})


def _called(columns: Sequence[ColumnProfile], words: frozenset[str], low: int, high: int) -> list[ColumnProfile]:
    """Whole numbers from `low` to `high` that are called one of these words and nothing else."""
    return [one for one in columns if _is_whole(one, low, high) and words_of(one.name) and words_of(one.name) <= words]


def _is_whole(column: ColumnProfile, low: int, high: int) -> bool:
    ends = (column.minimum or "", column.maximum or "")
    if column.type is not ColumnType.NUMBER or not all(end.isdecimal() for end in ends):
        return False
    return low <= int(ends[0]) and int(ends[1]) <= high
