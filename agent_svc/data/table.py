"""Table: a grid of text under headers, before anything is known of its types."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent_svc.data.dialect import Dialect, detect_dialect
from agent_svc.data.errors import NoRowsError, OpenQuoteError, RaggedRowError, TableTooBigError
from agent_svc.data.header_row import decide_header
from agent_svc.data.limits import Limits
from agent_svc.data.reading import Delimiter, HeaderRow, Reading
from agent_svc.data.report import Decision, Notice, NoticeKind, rows_text


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of trimmed text, all of the same length, at least one row and one column."""

    headers: tuple[str, ...]  # as written; empty strings without a header row
    columns: tuple[tuple[str, ...], ...]
    rows: Sequence[int]  # the number of each row as the user counts: the first record of a CSV is row 1
    named: bool = True  # whether there was a header row
    exact: frozenset[int] = frozenset()  # columns whose cells were JSON numbers, so a point marks their decimals
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class _Grid:
    """Records that are not blank, with their numbers; all of one width once evened."""

    records: list[list[str]]
    rows: list[int]


def split_table(text: str, reading: Reading, limits: Limits) -> Table:
    """The table in delimited `text`.

    Short rows are filled up with a notice; a row whose surplus cells hold something is refused with its number.
    Errors: OpenQuoteError, NoRowsError, RaggedRowError, TableTooBigError.
    """
    dialect = detect_dialect(text, reading.delimiter)
    grid = _grid(text, dialect)
    if not grid.records:
        raise NoRowsError()
    header = decide_header(grid.records, reading.header)
    named = header.chosen == HeaderRow.FIRST
    check_size(_width(grid, named=named), len(grid.records) - named, limits)
    if len(grid.records) == named:
        raise NoRowsError()
    evened, notices = _even(grid, dialect, named=named)
    columns = tuple(tuple(map(str.strip, column)) for column in zip(*evened.records[named:], strict=True))
    headers = tuple(map(str.strip, evened.records[0])) if named else ("",) * len(columns)
    table = Table(headers, columns, evened.rows[named:], named)
    return _without_blank_columns(table, (dialect.decision, header), (*_quote_notices(text, dialect), *notices))


def check_size(columns: int, rows: int, limits: Limits) -> None:
    """Errors: TableTooBigError when there are more columns or rows than the limits allow."""
    if columns > limits.columns:
        remedy = "Leave out the columns that the chart does not need"
        raise TableTooBigError.over("columns", columns, limits.columns, remedy, column=limits.columns + 1)
    if rows > limits.rows:
        remedy = "Leave out rows, or aggregate them before pasting"
        raise TableTooBigError.over("rows", rows, limits.rows, remedy, row=limits.rows + 1)


def _grid(text: str, dialect: Dialect) -> _Grid:
    grid = _Grid([], [])
    number = 0
    try:
        for number, record in enumerate(dialect.records(text), 1):
            # A line of blanks is no row; a pair of quotes is one, with an empty cell.
            if record and (len(record) > 1 or not record[0] or not record[0].isspace()):
                grid.records.append(record)
                grid.rows.append(number)
    except csv.Error:
        raise OpenQuoteError.at(
            f"Row {number + 1} opens a quote ({dialect.quote}) that is not closed, or text follows a closed one",
            "Close the quote, or double the quotes that belong to the text",
            row=number + 1,
        ) from None
    return grid


def _width(grid: _Grid, *, named: bool) -> int:
    """How many columns the table has: as the header, or else as most rows, without blank cells at the end."""
    if named:
        return len(grid.records[0])
    widths = Counter(map(len, grid.records))
    return max(widths, key=lambda width: (widths[width], width))


def _even(grid: _Grid, dialect: Dialect, *, named: bool) -> tuple[_Grid, list[Notice]]:
    width = _width(grid, named=named)
    if all(len(record) == width for record in grid.records):
        return grid, []
    padded = []
    for index, record in enumerate(grid.records):
        if len(record) < width:
            padded.append(grid.rows[index])
            grid.records[index] = record + [""] * (width - len(record))
        elif len(record) > width:
            if any(cell.strip() for cell in record[width:]):
                raise _ragged(record, grid.rows[index], width, dialect, named=named)
            grid.records[index] = record[:width]
    if not padded:
        return grid, []
    text = f"{rows_text(padded).capitalize()} had fewer than {width} cells; the missing ones at the end are empty."
    return grid, [Notice(NoticeKind.PADDED, text, rows=tuple(padded))]


def _ragged(record: list[str], row: int, width: int, dialect: Dialect, *, named: bool) -> RaggedRowError:
    like = "the header has" if named else "most rows have"
    surplus = next(cell.strip() for cell in record[width:] if cell.strip())
    mark = dialect.delimiter.value
    remedy = f"Put quotes around cells that contain a {mark}, or remove the surplus cells"
    if dialect.delimiter is Delimiter.COMMA:
        remedy += "; if the commas are decimal marks, separate the columns with semicolons"
    return RaggedRowError.at(
        f"Row {row} has {len(record)} cells, {like} {width}; the first surplus one is “{surplus[:40]}”",
        remedy,
        row=row,
        column=width + 1,
        measured=len(record),
        limit=width,
    )


def _quote_notices(text: str, dialect: Dialect) -> tuple[Notice, ...]:
    if dialect.quote is not None or '"' not in text:
        return ()
    message = "The quotes are read as part of the text, because some of them are never closed."
    return (Notice(NoticeKind.AMBIGUOUS, message),)


def _without_blank_columns(table: Table, decisions: tuple[Decision, ...], notices: tuple[Notice, ...]) -> Table:
    kept = [i for i, cells in enumerate(table.columns) if table.headers[i] or any(cells)]
    if not kept:
        raise NoRowsError("Every cell of the table is empty. Paste a header row with values below it.")
    blank = len(table.columns) - len(kept)
    if blank:
        text = f"{blank} {'column' if blank == 1 else 'columns'} without name and values left out."
        notices = (*notices, Notice(NoticeKind.DROPPED, text))
    return Table(
        tuple(table.headers[i] for i in kept),
        tuple(table.columns[i] for i in kept),
        table.rows,
        table.named,
        decisions=decisions,
        notices=notices,
    )
