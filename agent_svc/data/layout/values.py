"""Values: whether cells are numbers, dates or booleans, asked of headers before there are columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent_svc.data.choices import DateOrder, DecimalMark
from agent_svc.data.columns.booleans import read_booleans
from agent_svc.data.columns.missing import missing_beside_values, missing_words
from agent_svc.data.dates.iso import WrittenDates
from agent_svc.data.numbers.exact import is_number, read_numbers

_LOOKED_AT = 64  # cells: texts that are no numbers are seldom told by fewer than one of them


def are_values(cells: Sequence[str]) -> bool:
    """Whether all of `cells` are numbers, dates or booleans of one kind."""
    if are_numbers(cells):
        return True
    written = WrittenDates(cells)
    return any(written.under(order).complete for order in DateOrder) or read_booleans(cells) is not None


def are_numbers(cells: Sequence[str]) -> bool:
    """Whether all of `cells` are numbers under one decimal mark."""
    return any(_may_be_numbers(cells, mark) and read_numbers(cells, mark).complete for mark in DecimalMark)


def _may_be_numbers(cells: Sequence[str], mark: DecimalMark) -> bool:
    """Whether none of a few among many cells shows that they are none; a word apart from it may be a flag."""
    few = cells[:: max(len(cells) // _LOOKED_AT, 1)] if len(cells) > _LOOKED_AT else ()
    return all(is_number(cell, mark) or len(cell.split()) > 1 for cell in few)


def present(cells: Iterable[str]) -> list[str]:
    """The distinct cells that are no words for a missing value."""
    distinct = dict.fromkeys(cells)
    words = missing_words(distinct) | missing_beside_values(distinct)
    return [cell for cell in distinct if cell not in words]


def value_columns(rows: Sequence[Sequence[str]]) -> frozenset[int]:
    """The columns of `rows` whose cells are all values, leaving missing ones out."""
    width = max(map(len, rows), default=0)
    columns = [present(row[place].strip() for row in rows if place < len(row)) for place in range(width)]
    return frozenset(place for place, cells in enumerate(columns) if cells and are_values(cells))


def dates_numbers(name: str, below: Sequence[Sequence[str]], place: int) -> bool:
    """Whether a date stands above numbers that are no dates, as in a table with a column for each day or month."""
    if are_numbers([name]):
        return False
    cells = present(row[place].strip() for row in below if place < len(row))
    return are_numbers(cells) and not any(WrittenDates(cells).under(order).complete for order in DateOrder)
