"""Described columns: lines below the names that say what the columns hold, as statistical offices put them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_svc.data.choices import DateOrder
from agent_svc.data.dates.iso import WrittenDates
from agent_svc.data.layout.grid import Grid
from agent_svc.data.layout.values import are_numbers, present
from agent_svc.data.report import Notice, NoticeKind, rows_text

_FEWEST: Final = 2  # a single line below the names may be one of units
_MOST: Final = 12
_ROWS: Final = 3  # below them, at least, and more than they are
_SAMPLE: Final = 50
_YEAR: Final = re.compile(r"(?:1[5-9]|20|21)[0-9]{2}(?![0-9])")
_NUMBER: Final = re.compile(r"[0-9]{1,15}(?:[.,][0-9]{1,9})?")
_WORD: Final = re.compile(r"[^\W\d_]+")
#: Of what such lines say. Others, `Apple,n/m` above `3M,5`, may be rows whose number is not known.
_SAID: Final = frozenset(
    {"unit", "units", "source", "sources", "notes", "note", "footnotes", "cdid", "release", "prerelease", "description"}
    | {
        "series",
        "frequency",
        "dataset",
        "metadata",
        "label",
        "measure",
        "adjustment",
        "dimension",
        "updated",
        "coverage",
    }
    | {"einheit", "einheiten", "quelle", "hinweis", "hinweise", "anmerkung", "anmerkungen", "beschreibung", "stand"}
    | {"frequenz", "merkmal", "unité", "unités", "fréquence", "unidad", "unidades", "fuente", "unità", "fonte"}
)


def without_descriptions(grid: Grid, *, named: bool) -> tuple[Grid, tuple[Notice, ...]]:
    """`grid` without lines such as `CDID,ABMI` and `Unit,£ m` between its names and rows that begin with years.

    They begin without a digit, one at least with a word such as `Unit`, and hold words where all rows below have
    numbers, each of which begins with a year, a date, or a number that goes on from the one above.
    """
    records = grid.records
    if not named or len(records) < 1 + _FEWEST + _ROWS or not len(records[0]) > 1 or _begins(records[1]):
        return grid, ()
    first = next((place for place in range(1, min(len(records), _MOST + 2)) if _begins(records[place])), 0)
    rows, lines = records[first:], records[1:first]
    if len(lines) < _FEWEST or len(rows) < max(_ROWS, len(lines)) or not all(map(_begins, rows)):
        return grid, ()
    if not any(map(_describes, lines)) or not _go_on([row[0].strip() for row in rows]):
        return grid, ()
    if not _tell_of_numbers(lines, rows[:_SAMPLE], len(records[0])):
        return grid, ()
    gone = tuple(grid.rows[1:first])
    told = f"{rows_text(gone).capitalize()} left out: they tell of the columns, as “{lines[0][0].strip()[:40]}” does."
    return grid.take([0, *range(first, len(records))]), (Notice(NoticeKind.DROPPED, told, rows=gone),)


def _begins(record: Sequence[str]) -> bool:
    return record[0].strip()[:1].isdigit()


def _describes(line: Sequence[str]) -> bool:
    return not _SAID.isdisjoint(_WORD.findall(line[0][:200].casefold()))


def _go_on(begins: Sequence[str]) -> bool:
    """Whether all of `begins` are years, periods of them, dates, or numbers in their order."""
    if all(map(_YEAR.match, begins)):
        return True
    if all(map(_NUMBER.fullmatch, begins)):
        numbers = [float(number.replace(",", ".")) for number in begins]
        return all(one < other for one, other in pairwise(numbers)) or all(
            one > other for one, other in pairwise(numbers)
        )
    dates = WrittenDates(list(dict.fromkeys(begins[:_SAMPLE])))
    return any(dates.under(order).complete for order in DateOrder)


def _tell_of_numbers(lines: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether each column but the first holds numbers in `rows` alone."""
    return all(
        are_numbers(_cells(rows, place)) and any(not are_numbers([cell]) for cell in _cells(lines, place))
        for place in range(1, width)
    )


def _cells(records: Sequence[Sequence[str]], place: int) -> list[str]:
    return present(cell for record in records if len(record) > place and (cell := record[place].strip()))
