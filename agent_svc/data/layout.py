"""Layout: where in a text the table is, between a preamble, other tables and footnotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent_svc.data.choices import Kept
from agent_svc.data.errors import NoRowsError, UnknownChoiceError
from agent_svc.data.footer import is_note
from agent_svc.data.grid import Grid
from agent_svc.data.header_levels import header_levels
from agent_svc.data.header_row import names_columns
from agent_svc.data.reading import Reading, place_text
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text
from agent_svc.data.values import value_columns

_METADATA_ROWS = 12  # a preamble of names and values is at most so long
_SAMPLE = 50


@dataclass(slots=True)
class _Block:
    """Records between two gaps: titles above a table, the table, and notes below it."""

    titles: list[int] = field(default_factory=list)  # indices into the grid
    table: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Placed:
    """The records of one table, and what was left out around them."""

    grid: Grid
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()


def place_table(grid: Grid, reading: Reading) -> Placed:
    """The table in `grid`. Errors: UnknownChoiceError for a table or a row that is not there, NoRowsError."""
    if reading.start is not None:
        return _from_row(grid, reading)
    width = _main_width(grid.records)
    if width < 2 or _is_plain(grid) or not _is_common(grid.records, width):
        return Placed(grid)
    blocks = [_block(grid, members, width) for members in _split(grid)]
    tables = _tables(grid, blocks, width)
    if not tables:
        return Placed(grid)
    return _placed(grid, blocks, tables, reading)


def _from_row(grid: Grid, reading: Reading) -> Placed:
    start = reading.start or 1
    first = next((index for index, row in enumerate(grid.rows) if row >= start), None)
    if first is None or grid.rows[first] != start:
        raise UnknownChoiceError(f"Row {start} is not a row of the text; choose one that holds something.")
    reason = Decision(
        Subject.START, place_text(Subject.START, start), "It was chosen.", Certainty.CERTAIN, _other_starts(grid, start)
    )
    above = tuple(grid.rows[:first])
    notices = (_dropped(above, "above the table"),) if above else ()
    return Placed(grid.take(range(first, len(grid.records))), (reason,), notices)


def _other_starts(grid: Grid, start: int) -> tuple[str, ...]:
    """The first row, and the first row as wide as most: where a table may begin as well."""
    width = _main_width(grid.records)
    wide = next((row for row, r in zip(grid.rows, grid.records, strict=True) if _filled(r) > 1 and len(r) == width), 0)
    places = dict.fromkeys(row for row in (grid.rows[0], wide) if row and row != start)
    return tuple(place_text(Subject.START, row) for row in places)


def _filled(record: Sequence[str]) -> int:
    return sum(1 for cell in record if cell and not cell.isspace())


def _main_width(records: Sequence[Sequence[str]]) -> int:
    widths = Counter(map(len, records))
    return max(widths, key=lambda width: (widths[width] if width > 1 else 0, width), default=0)


def _is_common(records: Sequence[Sequence[str]], width: int) -> bool:
    """Whether a third of the records with several cells, and two at least, are of one width: else there is no table."""
    several = [len(record) for record in records if len(record) > 1]
    return several.count(width) > 1 and several.count(width) * 3 >= len(several)


def _is_plain(grid: Grid) -> bool:
    """Whether all records are of one width, without gaps, titles and notes: the common case, told without a search."""
    width = len(grid.records[0])
    if grid.gaps or any(len(record) != width for record in grid.records):
        return False
    return min(_filled(grid.records[0]), _filled(grid.records[-1])) > 1


def _split(grid: Grid) -> list[list[int]]:
    """The indices of the records between gaps."""
    pieces: list[list[int]] = [[]]
    for index in range(len(grid.records)):
        if index in grid.gaps and pieces[-1]:
            pieces.append([])
        pieces[-1].append(index)
    return pieces


def _block(grid: Grid, members: list[int], width: int) -> _Block:
    titles = 0
    while titles < len(members) and _is_title(grid.records[members[titles]], width):
        titles += 1
    if not titles and _is_of_another_width(grid, members):
        titles = 1
    block = _Block(members[:titles], members[titles:])
    if block.titles and block.table and len(grid.records[block.titles[-1]]) >= width:
        # A padded line may be a title, or a header that leaves columns without a name.
        below = [grid.records[index] for index in block.table[:_SAMPLE]]
        if not names_columns(below) and header_levels(below)[0] == 1:
            block.table.insert(0, block.titles.pop())
    bare = _bare_lines(grid, block.table, width)
    while block.table and is_note(grid.records[block.table[-1]], width, apart=bare or not block.table[1:]):
        block.notes.insert(0, block.table.pop())
    return block


def _bare_lines(grid: Grid, members: list[int], width: int) -> bool:
    """Whether the last two lines and more have no delimiter: one may be a row cut short, several are notes."""
    last = [grid.records[index] for index in members[-2:]]
    return width > 2 and len(members) > 2 and all(len(record) == 1 for record in last)


def _is_of_another_width(grid: Grid, members: list[int]) -> bool:
    """Whether the first record alone has its width, and names stand above values without it: a line of metadata."""
    records = [grid.records[index] for index in members[:_SAMPLE]]
    widths = {len(record) for record in records[1:]}
    if len(records) < 4 or len(widths) != 1 or len(records[0]) in widths:
        return False
    return names_columns(records[1:]) or header_levels(records[1:])[0] > 1


def _is_title(record: Sequence[str], width: int) -> bool:
    return _filled(record) == 1 and bool(record[0].strip()) and width > 1 and not value_columns([record])


def _tables(grid: Grid, blocks: list[_Block], width: int) -> list[list[_Block]]:
    """The blocks that make up each table; a block that goes on with the one before it belongs to the same table."""
    tables: list[list[_Block]] = []
    for block in blocks:
        if not block.table:
            continue
        if tables and not block.titles and _goes_on(grid, tables[-1], block):
            tables[-1].append(block)
        elif _is_table(grid, block, width):
            tables.append([block])
    if len(tables) > 1:
        rows = [sum(len(block.table) for block in table) for table in tables]
        tables = [t for t, count in zip(tables, rows, strict=True) if not _is_metadata(grid, t[0], count, max(rows))]
    return tables


def _goes_on(grid: Grid, table: list[_Block], block: _Block) -> bool:
    first, last = grid.records[block.table[0]], grid.records[table[-1].table[-1]]
    if len(first) != len(last):
        return False
    records = [grid.records[index] for index in block.table[:_SAMPLE]]
    header = grid.records[table[0].table[0]]
    return first == header or not (len(records) > 1 and names_columns(records))


def _is_table(grid: Grid, block: _Block, width: int) -> bool:
    records = [grid.records[index] for index in block.table[:_SAMPLE]]
    widths = Counter(map(len, records))
    if len(records) < 2:
        return len(records[0]) == width and _filled(records[0]) > 1
    wide = max(widths, key=lambda one: widths[one])
    return wide > 1 and (wide == width or bool(value_columns(records[1:])))


def _is_metadata(grid: Grid, block: _Block, rows: int, most: int) -> bool:
    """Whether a block names a value in each row, `Station: Ulm`, instead of being a table under a header."""
    records = [grid.records[index] for index in block.table]
    if rows > _METADATA_ROWS or rows >= most + 2 or any(_filled(record) > 2 for record in records):
        return False
    named = all(record[0].strip().endswith((":", "=")) for record in records)
    return named or (rows < most and len(records) < 2)


def _placed(grid: Grid, blocks: list[_Block], tables: list[list[_Block]], reading: Reading) -> Placed:
    sizes = [sum(len(block.table) for block in table) for table in tables]
    number = sizes.index(max(sizes)) + 1 if reading.table is None else reading.table
    if not 1 <= number <= len(tables):
        raise UnknownChoiceError(f"There is no table {number}; there are {len(tables)}.")
    chosen = tables[number - 1]
    decisions, notices = _table_decision(grid, tables, number, reading)
    first = chosen[0].table[0]
    after = tables[number][0] if number < len(tables) else None
    end = blocks.index(after) if after else len(blocks)
    body = [index for block in chosen for index in block.table]
    start = blocks.index(tables[number - 2][-1]) + 1 if number > 1 else 0
    above = [i for b in blocks[start : blocks.index(chosen[0])] for i in (*b.titles, *b.table, *b.notes)]
    above += chosen[0].titles
    below = _below(blocks, chosen, end)
    if above:
        text = f"The table begins in row {grid.rows[first]}, below {len(above)} other {_lines(len(above))}."
        others = tuple(o for o in _other_starts(grid, grid.rows[first]) if len(tables) == 1)
        start_text = place_text(Subject.START, grid.rows[first])
        decisions.append(Decision(Subject.START, start_text, text, Certainty.LIKELY, others))
        notices.append(_dropped(tuple(grid.rows[i] for i in above), "above the table"))
    if below:
        kept = reading.footer is Kept.KEPT
        decisions.append(_footer_decision(grid, below, reading))
        if kept:
            body = sorted({*body, *below})
        else:
            notices.append(_dropped(tuple(grid.rows[i] for i in below), "below the table"))
    if not body:
        raise NoRowsError()
    return Placed(grid.take(body), tuple(decisions), tuple(notices))


def _below(blocks: list[_Block], chosen: list[_Block], end: int) -> list[int]:
    """The notes of the chosen blocks and the blocks up to the next table."""
    own = [index for block in chosen for index in block.notes]
    rest = blocks[blocks.index(chosen[-1]) + 1 : end]
    if end < len(blocks) and rest:
        rest = rest[:-1] if not rest[-1].table else rest
    return sorted({*own, *(i for block in rest for i in (*block.titles, *block.table, *block.notes))})


def _lines(count: int) -> str:
    return "row" if count == 1 else "rows"


def _dropped(rows: tuple[int, ...], where: str) -> Notice:
    return Notice(NoticeKind.DROPPED, f"{rows_text(rows).capitalize()} {where} left out.", rows=rows)


def _table_decision(
    grid: Grid, tables: list[list[_Block]], number: int, reading: Reading
) -> tuple[list[Decision], list[Notice]]:
    if len(tables) == 1:
        return [], []
    chosen = place_text(Subject.TABLE, number)
    others = tuple(place_text(Subject.TABLE, n) for n in range(1, len(tables) + 1) if n != number)
    places = ", ".join(f"row {grid.rows[table[0].table[0]]}" for table in tables)
    if reading.table is not None:
        return [Decision(Subject.TABLE, chosen, "It was chosen.", Certainty.CERTAIN, others)], []
    text = f"The text holds {len(tables)} tables (they begin in {places}); {chosen}, the longest one, is read."
    return [Decision(Subject.TABLE, chosen, text, Certainty.AMBIGUOUS, others)], [Notice(NoticeKind.AMBIGUOUS, text)]


def _footer_decision(grid: Grid, below: list[int], reading: Reading) -> Decision:
    chosen = reading.footer or Kept.LEFT_OUT
    other = Kept.KEPT if chosen is Kept.LEFT_OUT else Kept.LEFT_OUT
    note = " ".join(" ".join(grid.records[below[0]]).split())[:60]
    reason = f"“{note}” stands below the last row and does not fill its columns."
    sure = Certainty.LIKELY
    if reading.footer is not None:
        reason, sure = "It was chosen.", Certainty.CERTAIN
    return Decision(Subject.FOOTER, chosen.value, reason, sure, (other.value,))
