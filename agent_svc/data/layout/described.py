"""Described columns: lines below the names that say what the columns hold, as statistical offices put them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.layout.grid import Grid
from agent_svc.data.layout.values import are_numbers, present
from agent_svc.data.report import Notice, NoticeKind, rows_text

_FEWEST: Final = 2  # a single line below the names may be one of units
_MOST: Final = 12
_ROWS: Final = 3  # below them, at least, and more than they are
_SAMPLE: Final = 50


def without_descriptions(grid: Grid, *, named: bool) -> tuple[Grid, tuple[Notice, ...]]:
    """`grid` without lines such as `CDID,ABMI` and `Unit,£ m` between its names and rows that begin with years.

    They begin without a digit, and hold words where all rows below, each of which begins with one, have numbers.
    """
    records = grid.records
    if not named or len(records) < 1 + _FEWEST + _ROWS or not len(records[0]) > 1 or _begins(records[1]):
        return grid, ()
    first = next((place for place in range(1, min(len(records), _MOST + 2)) if _begins(records[place])), 0)
    rows, lines = records[first:], records[1:first]
    if len(lines) < _FEWEST or len(rows) < max(_ROWS, len(lines)) or not all(map(_begins, rows)):
        return grid, ()
    if not _tell_of_numbers(lines, rows[:_SAMPLE], len(records[0])):
        return grid, ()
    gone = tuple(grid.rows[1:first])
    told = f"{rows_text(gone).capitalize()} left out: they tell of the columns, as “{lines[0][0].strip()[:40]}” does."
    return grid.take([0, *range(first, len(records))]), (Notice(NoticeKind.DROPPED, told, rows=gone),)


def _begins(record: Sequence[str]) -> bool:
    return record[0].strip()[:1].isdigit()


def _tell_of_numbers(lines: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether each column but the first holds numbers in `rows` alone."""
    return all(
        are_numbers(_cells(rows, place)) and any(not are_numbers([cell]) for cell in _cells(lines, place))
        for place in range(1, width)
    )


def _cells(records: Sequence[Sequence[str]], place: int) -> list[str]:
    return present(cell for record in records if len(record) > place and (cell := record[place].strip()))
