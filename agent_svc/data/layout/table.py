"""Table: a grid of text under headers, before anything is known of its types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent_svc.data.choices import Delimiter, HeaderRow
from agent_svc.data.columns.announced_missing import announced_missing
from agent_svc.data.columns.counted import Counted
from agent_svc.data.errors import CellTooLongError, NoRowsError
from agent_svc.data.layout.banded import unbanded
from agent_svc.data.layout.beside import place_one_of
from agent_svc.data.layout.described import without_descriptions
from agent_svc.data.layout.elided import without_elided
from agent_svc.data.layout.even_lines import turned
from agent_svc.data.layout.grid import Grid
from agent_svc.data.layout.header_levels import for_programs, joined_names
from agent_svc.data.layout.header_row import decide_header
from agent_svc.data.layout.joined_keys import unjoined
from agent_svc.data.layout.markup import check_page
from agent_svc.data.layout.nameless import lacks_one_name
from agent_svc.data.layout.ragged import evened_rows, width_of
from agent_svc.data.layout.records import split_records
from agent_svc.data.layout.table_size import check_line, check_lines, check_size, check_width
from agent_svc.data.layout.totals import totals_rows
from agent_svc.data.layout.whereabouts import maybe_titled
from agent_svc.data.limits import Limits
from agent_svc.data.reading import Reading
from agent_svc.data.report import Decision, Notice, NoticeKind, Subject, rows_text

_BLANKS = "\t\x1c\x1d\x1e\x1f "
_TURNED = 500  # records that become columns at a time: they stay in the processor's cache, and other threads run


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of trimmed text, all of the same length, at least one row and one column."""

    headers: tuple[str, ...]  # as written; empty strings without a header row
    columns: tuple[tuple[str, ...], ...]
    rows: Sequence[int]  # the number of each row as the user counts: the first record of a CSV is row 1
    named: bool = True  # whether there was a header row
    exact: frozenset[int] = frozenset()  # columns whose cells were JSON numbers, so a point marks their decimals
    blanks: tuple[int, ...] = ()  # the numbers of rows of empty cells, which are left out already
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()
    counted: tuple[Counted, ...] = ()  # of each column, where all is split
    no_values: frozenset[str] = frozenset()  # numbers of which the text says that they stand for a missing value


def split_table(text: str, reading: Reading, limits: Limits) -> Table:
    """The table in delimited `text`.

    Short rows are filled up with a notice; a row whose surplus cells hold something is refused with its number.
    Errors: OpenQuoteError, NoRowsError, RaggedRowError, TableTooBigError, MarkupError, UnknownChoiceError.
    """
    check_lines(text, limits)
    check_page(text, limits)
    check_line(text, limits)
    records = split_records(text, reading)
    if not records.grid.records:
        raise NoRowsError()
    whole, elided = without_elided(records.grid)
    placed = place_one_of(whole, reading)
    check_width(placed.grid, limits)
    header = decide_header(placed.grid.records, reading.header)
    levels = HeaderRow(header.chosen).rows
    named, told = _named(placed.grid, levels, records.delimiter, text)
    body, repeated = _without_repeats(named, levels)
    body, described = without_descriptions(body, named=levels == 1)
    rows = body.records[1:] if levels else body.records
    if not rows:
        raise NoRowsError()
    check_size(width_of(body, named=levels > 0), len(rows), limits)
    evened, padded = evened_rows(body, records.delimiter, named=levels > 0)
    columns = _columns(evened.records[levels > 0 :])
    headers = tuple(map(str.strip, evened.records[0])) if levels else ("",) * len(columns)
    table = Table(headers, columns, evened.rows[levels > 0 :], levels > 0, blanks=placed.grid.blanks)
    table = replace(table, no_values=announced_missing(text))
    left_out, totals, of_totals = totals_rows(headers, columns, table.rows, reading)
    if left_out:
        kept = [place for place in range(len(table.rows)) if place not in left_out]
        columns = tuple(tuple(map(cells.__getitem__, kept)) for cells in columns)
        table = replace(table, columns=columns, rows=[table.rows[place] for place in kept])
    banded = unbanded(headers, columns, table.rows, named=levels > 0)
    if banded is not None:
        table = replace(table, headers=banded.headers, columns=banded.columns, rows=banded.rows)
        of_totals = (*of_totals, banded.notice)
    joined = unjoined(table.headers, table.columns) if levels else None
    if joined is not None and len(joined.columns) <= limits.columns:
        table = replace(table, headers=joined.headers, columns=joined.columns)
        of_totals = (*of_totals, joined.notice)
    titled = () if any(one.subject is Subject.START for one in placed.decisions) else maybe_titled(placed.grid, levels)
    decisions = (*records.decisions, *placed.decisions, *titled, header, *totals)
    notices = (*records.notices, *elided, *placed.notices, *told, *repeated, *described, *padded, *of_totals)
    return _without_blank_columns(replace(table, decisions=decisions, notices=notices))


def check_cells(table: Table, limits: Limits) -> None:
    """Errors: CellTooLongError with its place when a header or a cell is longer than the limits allow."""
    limit = limits.cell_characters
    for place, (header, cells, of_cells) in enumerate(zip(table.headers, table.columns, table.counted, strict=True), 1):
        if len(header) > limit:
            raise _too_long(f"The header “{header[:40]}…”", len(header), limit, 1, header)
        if of_cells.longest > limit:
            row, cell = next((r, c) for r, c in zip(table.rows, cells, strict=True) if len(c) > limit)
            name = " ".join(header.split()) or f"Column {place}"
            raise _too_long(f"The cell in row {row}, column “{name}”", len(cell), limit, row, name)


def _too_long(what: str, measured: int, limit: int, row: int, column: str) -> CellTooLongError:
    return CellTooLongError.at(
        f"{what} has {measured:,} characters; the limit is {limit:,}",
        "Shorten the text, or leave the column out",
        row=row,
        column=column[:limit],
        measured=measured,
        limit=limit,
    )


def _named(grid: Grid, levels: int, delimiter: Delimiter | None, text: str) -> tuple[Grid, tuple[Notice, ...]]:
    """The grid of `text` under one record of names, joined where they fill several rows, and what was joined."""
    if levels > 1:
        if levels > len(grid.records):
            raise NoRowsError()
        names = joined_names(grid.records[:levels])
        last = next((name for name in reversed(names) if " " in name), names[-1])
        told = f"The names are joined from the first {levels} rows, such as “{last}”."
        spare = for_programs(grid.records[1:levels])
        if spare is not None:
            told += f" What is written there for other programs, such as “{spare[:40]}”, is left out."
        joined = replace(grid, records=[names, *grid.records[levels:]], rows=grid.rows[levels - 1 :])
        return joined, (Notice(NoticeKind.RENAMED, told),)
    if levels == 1 and lacks_one_name(grid.records, delimiter, text):
        return replace(grid, records=[("", *grid.records[0]), *grid.records[1:]]), ()
    return grid, ()


def _without_repeats(grid: Grid, levels: int) -> tuple[Grid, tuple[Notice, ...]]:
    """The grid without rows that repeat the names, as joined files have them."""
    if not levels or len(grid.records[0]) < 2 or grid.records[0] not in grid.records[1:]:
        return grid, ()
    header = grid.records[0]
    repeats = [index for index, record in enumerate(grid.records) if index and record == header]
    rows = tuple(grid.rows[index] for index in repeats)
    gone = frozenset(repeats)
    text = f"{rows_text(rows).capitalize()} left out: the names of the columns come again there."
    kept = [index for index in range(len(grid.records)) if index not in gone]
    return grid.take(kept), (Notice(NoticeKind.DROPPED, text, rows=rows),)


def _columns(records: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The trimmed cells of each column, as new texts that lie side by side in memory: later looks are twice as fast."""
    joined: list[list[str]] = [[] for _ in records[0]]
    for start in range(0, len(records), _TURNED):
        for pieces, cells in zip(joined, turned(records[start : start + _TURNED]), strict=True):
            pieces.append("\n".join(cells))
    return tuple(
        _trimmed("\n".join(pieces), len(records)) or tuple(record[place].strip() for record in records)
        for place, pieces in enumerate(joined)
    )


def _trimmed(joined: str, count: int) -> tuple[str, ...] | None:
    """The `count` cells of a column; None where some have several lines."""
    fresh = joined.split("\n")
    if len(fresh) != count:
        return None
    if joined.isascii() and not any(blank in joined for blank in _BLANKS):
        return tuple(fresh)
    return tuple(map(str.strip, fresh))


def _without_blank_columns(table: Table) -> Table:
    kept = [i for i, cells in enumerate(table.columns) if table.headers[i] or any(cells)]
    if not kept:
        raise NoRowsError("Every cell of the table is empty. Paste a header row with values below it.")
    blank = len(table.columns) - len(kept)
    if not blank:
        return table
    text = f"{blank} {'column' if blank == 1 else 'columns'} without name and values left out."
    return replace(
        table,
        headers=tuple(table.headers[i] for i in kept),
        columns=tuple(table.columns[i] for i in kept),
        notices=(*table.notices, Notice(NoticeKind.DROPPED, text)),
    )
