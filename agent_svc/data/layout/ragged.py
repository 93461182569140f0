"""Ragged: rows of different widths, filled up where they are short and refused where they are long."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.data.choices import Delimiter
from agent_svc.data.errors import RaggedRowError
from agent_svc.data.layout.even_lines import widths_of
from agent_svc.data.layout.grid import Grid
from agent_svc.data.report import Notice, NoticeKind, rows_text


def width_of(grid: Grid, *, named: bool) -> int:
    """How many columns the table has: as the header, or else as most rows, without blank cells at the end."""
    if named:
        return len(grid.records[0])
    widths = widths_of(grid.records)
    return max(widths, key=lambda width: (widths[width], width))


def evened_rows(grid: Grid, delimiter: Delimiter | None, *, named: bool) -> tuple[Grid, list[Notice]]:
    """The grid with all rows of the table's width. Errors: RaggedRowError for a row with a surplus cell."""
    width = width_of(grid, named=named)
    if widths_of(grid.records).keys() == {width}:
        return grid, []
    padded = []
    even: list[tuple[str, ...]] = []
    for row, record in zip(grid.rows, grid.records, strict=True):
        if len(record) < width:
            padded.append(row)
            even.append(record + ("",) * (width - len(record)))
        elif len(record) > width:
            if any(cell.strip() for cell in record[width:]):
                raise _ragged(grid, len(even), width, delimiter, named=named)
            even.append(record[:width])
        else:
            even.append(record)
    evened = replace(grid, records=even)
    if not padded:
        return evened, []
    text = f"{rows_text(padded).capitalize()} had fewer than {width} cells; the missing ones at the end are empty."
    return evened, [Notice(NoticeKind.PADDED, text, rows=tuple(padded))]


def _ragged(grid: Grid, place: int, width: int, delimiter: Delimiter | None, *, named: bool) -> RaggedRowError:
    record, row = grid.records[place], grid.rows[place]
    like = "the header has" if named else "most rows have"
    surplus = next(cell.strip() for cell in record[width:] if cell.strip())
    mark = delimiter.value if delimiter else "tag"
    remedy = f"Put quotes around cells that contain a {mark}, or remove the surplus cells"
    if delimiter is Delimiter.COMMA:
        remedy += "; if the commas are decimal marks, separate the columns with semicolons"
    if named and all(len(one) == width + 1 for one in grid.records[1:]):
        remedy += "; if the first column has no name, give it one"
    return RaggedRowError.at(
        f"Row {row} has {len(record)} cells, {like} {width}; the first surplus one is “{surplus[:40]}”",
        remedy,
        row=row,
        column=width + 1,
        measured=len(record),
        limit=width,
    )
