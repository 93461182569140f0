"""Elided: rows of dots, where a program did not print all that it had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.layout.even_lines import firsts_of
from agent_svc.data.layout.grid import Grid
from agent_svc.data.report import Notice, NoticeKind, rows_text

_DOTS: Final = frozenset({"...", "…", "·", "⋮", "⋯", ". . ."})


def without_elided(grid: Grid) -> tuple[Grid, tuple[Notice, ...]]:
    """The grid without rows of dots, and a notice that the table is not whole; as it is without any."""
    if _DOTS.isdisjoint(map(str.strip, firsts_of(grid.records))):
        return grid, ()
    dotted = [place for place, record in enumerate(grid.records) if _is_dotted(record)]
    if not dotted or len(dotted) == len(grid.records):
        return grid, ()
    rows = tuple(grid.rows[place] for place in dotted)
    gone = frozenset(dotted)
    text = (
        f"{rows_text(rows).capitalize()} left out: dots stand for rows that the text lacks, so the table is not whole."
    )
    kept = [place for place in range(len(grid.records)) if place not in gone]
    return grid.take(kept), (Notice(NoticeKind.DROPPED, text, rows=rows),)


def _is_dotted(record: Sequence[str]) -> bool:
    return record[0].strip() in _DOTS and all(not cell.strip() or cell.strip() in _DOTS for cell in record[1:])
