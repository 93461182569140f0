"""Beside: tables that stand side by side in one text or sheet, with an empty column between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, islice, pairwise
from typing import Final

from agent_svc.data.dates.years import is_year
from agent_svc.data.errors import UnknownChoiceError
from agent_svc.data.layout.blocks import filled
from agent_svc.data.layout.grid import Grid
from agent_svc.data.layout.header_row import names_columns
from agent_svc.data.layout.values import are_numbers, present
from agent_svc.data.layout.whereabouts import Placed, place_table
from agent_svc.data.reading import Reading, place_text
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_SAMPLE: Final = 50
_HEAD: Final = 10  # records that show whether a look at all of them is worth it
_FEWEST_COLUMNS: Final = 2


def place_one_of(grid: Grid, reading: Reading) -> Placed:
    """The table in `grid`, of several side by side the longest, or all as one where they may be one: asked about.

    They are numbered from the left; the next number is all of them as one. Errors: as `place_table`.
    """
    parts = [_part(grid, columns) for columns in _runs_of_columns(grid)]
    apart = _apart(parts) if len(parts) > 1 and all(map(_is_table, parts)) else None
    if apart is None:
        return place_table(grid, reading)
    whole = len(parts) + 1
    longest = max(range(len(parts)), key=lambda place: len(parts[place].records)) + 1
    number = (longest if apart else whole) if reading.table is None else reading.table
    if not 1 <= number <= whole:
        raise UnknownChoiceError(
            f"There is no table {number}; there are {len(parts)}, and table {whole} is all as one."
        )
    text = _said(parts, apart=apart, chosen=place_text(Subject.TABLE, number), whole=place_text(Subject.TABLE, whole))
    asked = (Notice(NoticeKind.AMBIGUOUS, text),) if reading.table is None else ()
    placed = place_table(grid if number == whole else parts[number - 1], replace(reading, table=None))
    rest = (one for one in placed.decisions if one.subject is not Subject.TABLE)
    decisions = (_decision(number, whole, text, sure=not asked), *rest)
    return Placed(placed.grid, decisions, (*asked, *placed.notices))


def _decision(number: int, most: int, text: str, *, sure: bool) -> Decision:
    chosen = place_text(Subject.TABLE, number)
    others = tuple(place_text(Subject.TABLE, one) for one in range(1, most + 1) if one != number)
    if sure:
        return Decision(Subject.TABLE, chosen, "It was chosen.", Certainty.CERTAIN, others)
    return Decision(Subject.TABLE, chosen, text, Certainty.AMBIGUOUS, others)


def _said(parts: Sequence[Grid], *, apart: bool, chosen: str, whole: str) -> str:
    begin = " and ".join(f"“{_named(part)[0][0].strip()[:40]}”" for part in parts)
    if apart:
        return (
            f"An empty column parts {len(parts)} tables side by side, which begin with {begin}; "
            f"{chosen} is read, and {whole} is all of them as one."
        )
    return f"An empty column may part {len(parts)} tables side by side, which begin with {begin}; they are read as one."


def _runs_of_columns(grid: Grid) -> list[range]:
    """The columns between those in which no record has anything."""
    for records in (list(islice(grid.records, _HEAD)), grid.records):
        width = max(map(len, records), default=0)
        used = {place for record in records for place, cell in enumerate(record) if cell and not cell.isspace()}
        runs = [list(run) for key, run in groupby(range(width), used.__contains__) if key]
        if len(runs) < _FEWEST_COLUMNS or min(map(len, runs)) < _FEWEST_COLUMNS:
            return []
    return [range(run[0], run[-1] + 1) for run in runs]


def _part(grid: Grid, columns: range) -> Grid:
    """The records that hold something in these columns, cut to them."""
    cut = [tuple(record[columns.start : columns.stop]) for record in grid.records]
    kept = [index for index, record in enumerate(cut) if filled(record)]
    gaps = (at for at, (before, after) in enumerate(pairwise(kept), 1) if after in grid.gaps or after > before + 1)
    blanks = tuple(row for row in grid.blanks if grid.rows[kept[0]] < row < grid.rows[kept[-1]])
    padded = [(*cut[index], *[""] * (len(columns) - len(cut[index]))) for index in kept]
    return Grid(padded, [grid.rows[index] for index in kept], frozenset(gaps), blanks)


def _named(part: Grid) -> Sequence[tuple[str, ...]]:
    """The first records from the names on, without titles above them."""
    first = next((at for at, record in enumerate(part.records) if filled(record) > 1), 0)
    return part.records[first : first + 1 + _SAMPLE]


def _is_table(part: Grid) -> bool:
    rows = _named(part)
    return len(rows) > _FEWEST_COLUMNS and all(cell.strip() for cell in rows[0]) and names_columns(rows)


def _apart(parts: Sequence[Grid]) -> bool | None:
    """Whether the parts are tables of their own: True for sure, False perhaps, None where they hardly are.

    A part of numbers alone belongs to what stands left of it, unless it goes on below, or has names of it.
    """
    signs = [_sign(left, right) for left, right in pairwise(parts)]
    return True if True in signs else False if False in signs else None


def _sign(left: Grid, right: Grid) -> bool | None:
    names, other = (frozenset(cell.strip() for cell in _named(part)[0]) for part in (left, right))
    alike, keyed = bool(names & other), _has_labels(right)
    last, end = (_full_rows(part)[-1] for part in (left, right))
    beyond = sum(row > last for row in _full_rows(right))
    if beyond > 1 or (beyond and (alike or keyed)) or (last > end and keyed):
        return True  # one row more of numbers may be their sums
    if alike and keyed:
        return [record[0] for record in left.records] != [record[0] for record in right.records]
    return False if alike or keyed else None


def _full_rows(part: Grid) -> Sequence[int]:
    """The numbers of the rows with several cells: no titles and notes."""
    return [row for row, record in zip(part.rows, part.records, strict=True) if filled(record) > 1]


def _has_labels(part: Grid) -> bool:
    """Whether its first column is of labels, days or years, and not of measures."""
    cells = present(record[0].strip() for record in _named(part)[1:])
    return not are_numbers(cells) or all(map(is_year, cells))
