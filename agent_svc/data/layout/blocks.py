"""Blocks: what stands between two gaps of a text, and which of it are tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from agent_svc.data.choices import HeaderRow
from agent_svc.data.errors import TableTooBigError
from agent_svc.data.layout.footer import is_note, without_values
from agent_svc.data.layout.grid import Grid
from agent_svc.data.layout.header_levels import header_levels
from agent_svc.data.layout.header_row import decide_header, names_columns, names_years
from agent_svc.data.layout.values import value_columns

_SAMPLE = 50
_MOST_TABLES = 20  # each is tried as an alternative, which reads the text once more
_FEW = 2  # rows that do not fill the width of a table are no table of their own
_METADATA_ROWS = 12  # a preamble of names and values is at most so long


@dataclass(slots=True)
class Block:
    """Records between two gaps: titles above a table, the table, and notes below it."""

    titles: list[int] = field(default_factory=list)  # indices into the grid
    table: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)


def filled(record: Sequence[str]) -> int:
    """How many cells hold something."""
    return sum(1 for cell in record if cell and not cell.isspace())


def main_width(records: Sequence[Sequence[str]]) -> int:
    """The width of the records that hold most cells together; 1 where no record has several.

    Cells and not records: a preamble of names and values may have more lines than a short table has rows.
    """
    widths = Counter(map(len, records))
    return max(widths, key=lambda width: (widths[width] * (width - 1) if widths[width] > 1 else 0, width), default=0)


def is_common(records: Sequence[Sequence[str]], width: int) -> bool:
    """Whether two records at least are of one width, with a third of all cells: else there is no table."""
    several = [len(record) for record in records if len(record) > 1]
    return several.count(width) > 1 and several.count(width) * width * 3 >= sum(several)


def split_blocks(grid: Grid, width: int) -> list[list[int]]:
    """The indices of the records between gaps, where a title above names that come again is one as well."""
    again = frozenset() if grid.paged else _titles_above_names_again(grid, width)
    pieces: list[list[int]] = [[]]
    for index in range(len(grid.records)):
        if (index in grid.gaps or index in again) and pieces[-1]:
            pieces.append([])
        pieces[-1].append(index)
    return pieces


def _titles_above_names_again(grid: Grid, width: int) -> frozenset[int]:
    first = next((i for i, record in enumerate(grid.records) if len(record) == width and filled(record) > 1), None)
    if first is None:
        return frozenset()
    names = grid.records[first]
    again = (place - 1 for place, record in enumerate(grid.records) if record == names and place > first + 1)
    return frozenset(place for place in again if _is_title(grid.records[place], width))


def block_of(grid: Grid, members: list[int], width: int) -> Block:
    """The records at `members` as titles, a table of about `width` columns and notes."""
    titles = 0
    while titles < len(members) and _is_title(grid.records[members[titles]], width):
        titles += 1
    titles += _above_names(grid, members[titles:], width)
    block = Block(members[:titles], members[titles:])
    if block.titles and block.table and len(grid.records[block.titles[-1]]) >= width:
        # A padded line may be a title, or a header that leaves columns without a name.
        below = [grid.records[index] for index in block.table[:_SAMPLE]]
        if not names_columns(below) and header_levels(below)[0] == 1 and not _heads_all(grid, block):
            block.table.insert(0, block.titles.pop())
    bare = _bare_lines(grid, block.table, width)
    while block.table and is_note(grid.records[block.table[-1]], width, apart=bare or len(block.table) < 2):
        block.notes.append(block.table.pop())
    short = without_values([grid.records[index] for index in block.table], width)
    while short:
        block.notes.append(block.table.pop())
        short -= 1
    block.notes.reverse()
    return block


def _heads_all(grid: Grid, block: Block) -> bool:
    """Whether the last title stands above names for all columns, and heads no others: it is no group of some."""
    records = [grid.records[index] for index in [block.titles[-1], *block.table[:_SAMPLE]]]
    return all(map(str.strip, records[1])) and header_levels(records)[0] > 1


def _bare_lines(grid: Grid, members: list[int], width: int) -> bool:
    """Whether the last two lines and more have no delimiter: one may be a row cut short, several are notes."""
    last = [grid.records[index] for index in members[-2:]]
    return width > 2 and len(members) > 2 and all(len(record) == 1 for record in last)


def _above_names(grid: Grid, members: Sequence[int], width: int) -> int:
    """How many records of other widths stand above names, which have values below them: lines of metadata."""
    records = [grid.records[index] for index in members[: _METADATA_ROWS * 2 + _SAMPLE]]
    if set(map(len, records)) <= {width}:
        return 0
    of_width = Counter(map(len, records[1:])).most_common(1)
    for wide in dict.fromkeys([width, *(one for one, _ in of_width)]):
        above = next((place for place, record in enumerate(records) if len(record) == wide), 0)
        table = records[above : above + _SAMPLE]
        even = all(len(record) == wide for record in table)
        if wide > 1 and above and even and len(table) > 2 and (names_columns(table) or header_levels(table)[0] > 1):
            return above
    return 0


def _is_title(record: Sequence[str], width: int) -> bool:
    return filled(record) == 1 and bool(record[0].strip()) and width > 1 and not value_columns([record])


def tables_of(grid: Grid, blocks: list[Block], width: int) -> list[list[Block]]:
    """The blocks that make up each table; a block that goes on with the one before it belongs to the same table.

    The same names over and over again are those of pages. Errors: TableTooBigError for more than 20 tables.
    """
    tables = _split(grid, blocks, width)
    if len(tables) > _MOST_TABLES:
        tables = _split(replace(grid, paged=True), blocks, width)
    if len(tables) > _MOST_TABLES:
        remedy = "Paste one of them, or put them under one another below one header"
        raise TableTooBigError.over("tables, or more", len(tables), _MOST_TABLES, remedy)
    if len(tables) > 1:
        rows = [sum(len(block.table) for block in table) for table in tables]
        tables = [t for t, count in zip(tables, rows, strict=True) if not _is_metadata(grid, t[0], count, max(rows))]
    return tables


def _split(grid: Grid, blocks: list[Block], width: int) -> list[list[Block]]:
    """The blocks of each table, of no more tables than one over the limit."""
    tables: list[list[Block]] = []
    named = False
    for block in blocks:
        if not block.table:
            continue
        if tables and _goes_on(grid, tables[-1], block, named=named):
            tables[-1].append(block)
        elif len(tables) > _MOST_TABLES:
            break
        elif _is_table(grid, block, width):
            tables.append([block])
            named = _is_named(grid, block)
    return tables


def _goes_on(grid: Grid, table: list[Block], block: Block, *, named: bool) -> bool:
    first, last = grid.records[block.table[0]], grid.records[table[-1].table[-1]]
    if len(first) != len(last):
        return False
    records = [grid.records[index] for index in block.table[:_SAMPLE]]
    if first == grid.records[table[0].table[0]] and named:
        return grid.paged  # else the names come again above the rows of something else
    if all(filled(one) < len(one) for one in _head(grid, table)) and names_years(records):
        return False
    return not block.titles and not (len(records) > 1 and names_columns(records))


def _is_named(grid: Grid, block: Block) -> bool:
    records = [grid.records[index] for index in block.table[:_SAMPLE]]
    return decide_header(records, None).chosen != HeaderRow.NONE


def _is_table(grid: Grid, block: Block, width: int) -> bool:
    records = [grid.records[index] for index in block.table[:_SAMPLE]]
    widths = Counter(map(len, records))
    if len(records) < 2:
        return len(records[0]) == width and filled(records[0]) > 1
    wide = max(widths, key=lambda one: widths[one])
    return wide > 1 and (wide == width or bool(value_columns(records[1:])))


def _head(grid: Grid, table: list[Block]) -> Iterator[tuple[str, ...]]:
    """The first records of a table, one more than a preamble has."""
    return (grid.records[index] for index in islice((i for b in table for i in b.table), _METADATA_ROWS + 1))


def _is_metadata(grid: Grid, block: Block, rows: int, most: int) -> bool:
    """Whether a block names a value in each row, `Station: Ulm`, instead of being a table under a header."""
    records = [grid.records[index] for index in block.table]
    if rows > _METADATA_ROWS or rows >= most + 2 or any(filled(record) > 2 for record in records):
        return False
    if all(record[0].strip().endswith((":", "=")) for record in records):
        return True
    narrow = len(records) <= _FEW and all(filled(record) < len(record) for record in records)
    return rows < most and (narrow or len(records) < 2)
