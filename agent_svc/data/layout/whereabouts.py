"""Layout: where in a text the table is, between a preamble, other tables and footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent_svc.data.choices import Kept
from agent_svc.data.errors import NoRowsError, UnknownChoiceError
from agent_svc.data.layout.announced import FURTHEST, after_announcement
from agent_svc.data.layout.blocks import Block, block_of, filled, is_common, main_width, split_blocks, tables_of
from agent_svc.data.layout.even_lines import widths_of
from agent_svc.data.layout.grid import Grid
from agent_svc.data.reading import Reading, place_text
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_TITLE_CELLS = 2  # at most: a title, and a date or a page beside it


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
    below = after_announcement([_alone(record) for record in grid.records[:FURTHEST]])
    if below:
        return _announced(grid, below, reading)
    if _is_plain(grid):
        return Placed(grid)
    grid = replace(grid, records=list(grid.records))  # each is looked at more than once
    width = main_width(grid.records)
    if width < 2 or not is_common(grid.records, width):
        return Placed(grid)
    blocks = [block_of(grid, members, width) for members in split_blocks(grid, width)]
    tables = tables_of(grid, blocks, width)
    if not tables:
        return Placed(grid)
    return _placed(grid, blocks, tables, reading)


def maybe_titled(grid: Grid, levels: int) -> tuple[Decision, ...]:
    """That the first of `levels` rows of names may be a title, where it holds few cells and the next one is full."""
    if levels < 2 or filled(grid.records[0]) > _TITLE_CELLS or filled(grid.records[1]) < len(grid.records[1]):
        return ()
    chosen, other = (place_text(Subject.START, row) for row in grid.rows[:2])
    reason = f"Row {grid.rows[0]} stands above names of its own and is read as a part of them; it may be a title."
    return (Decision(Subject.START, chosen, reason, Certainty.LIKELY, (other,)),)


def _alone(record: Sequence[str]) -> str:
    """The text of a record that has one, if it begins with a mark; else an empty one."""
    return record[0] if not record[0][:1].isalnum() and filled(record) == 1 else ""


def _announced(grid: Grid, below: int, reading: Reading) -> Placed:
    """The table below the line that announces it."""
    line = grid.records[below - 1][0].strip()
    placed = place_table(grid.below(below), reading)
    first = placed.grid.rows[0]
    reason = f"“{line[:60]}” in row {grid.rows[below - 1]} announces it."
    start = Decision(Subject.START, place_text(Subject.START, first), reason, Certainty.CERTAIN)
    decisions = (start, *(one for one in placed.decisions if one.subject is not Subject.START))
    above = _dropped(tuple(grid.rows[:below]), "above the table")
    return Placed(placed.grid, decisions, (above, *placed.notices))


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
    width = main_width(grid.records)
    wide = next((row for row, r in zip(grid.rows, grid.records, strict=True) if filled(r) > 1 and len(r) == width), 0)
    places = dict.fromkeys(row for row in (grid.rows[0], wide) if row and row != start)
    return tuple(place_text(Subject.START, row) for row in places)


def _is_plain(grid: Grid) -> bool:
    """Whether all records are of one width, without gaps, titles and notes: the common case, told without a search."""
    if grid.gaps or len(widths_of(grid.records)) > 1:
        return False
    return min(filled(grid.records[0]), filled(grid.records[-1])) > 1


def _placed(grid: Grid, blocks: list[Block], tables: list[list[Block]], reading: Reading) -> Placed:
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
    between = tuple(grid.rows[i] for block in chosen[1:] for i in block.titles)
    if between:
        notices.append(_dropped(between, "between the rows of the table"))
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


def _below(blocks: list[Block], chosen: list[Block], end: int) -> list[int]:
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
    grid: Grid, tables: list[list[Block]], number: int, reading: Reading
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
