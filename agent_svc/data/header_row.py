"""Header row: whether the first row of a table names its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent_svc.data.booleans import read_booleans
from agent_svc.data.dates import WrittenDates
from agent_svc.data.missing import missing_beside_values, missing_words
from agent_svc.data.numbers import read_numbers
from agent_svc.data.reading import DateOrder, DecimalMark, HeaderRow
from agent_svc.data.report import Certainty, Decision, Subject

_SAMPLE = 50  # rows below the first one that are looked at
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_YEARS = 2  # so many years in a row are names of columns


@dataclass(frozen=True, slots=True)
class _Signs:
    header: tuple[int, ...]  # columns with a word above values
    values: tuple[int, ...]  # columns with a value above values


def decide_header(rows: Sequence[Sequence[str]], forced: HeaderRow | None) -> Decision:
    """Whether the first of `rows` (never empty) is a header."""
    other = {HeaderRow.FIRST: HeaderRow.NONE, HeaderRow.NONE: HeaderRow.FIRST}
    if forced is not None:
        return _decision(forced, "It was chosen.", Certainty.CERTAIN, other[forced])
    first = [cell.strip() for cell in rows[0]]
    signs = _signs(first, rows[1 : 1 + _SAMPLE])
    if signs.header:
        evidence = f"“{first[signs.header[0]]}” stands above values of another kind."
        return _decision(HeaderRow.FIRST, evidence, Certainty.CERTAIN, HeaderRow.NONE)
    if signs.values and not _row_of_years(first):
        evidence = f"“{first[signs.values[0]]}” in the first row is a value like those below it."
        return _decision(HeaderRow.NONE, evidence, Certainty.LIKELY, HeaderRow.FIRST)
    return _decision(HeaderRow.FIRST, "Nothing in the first row looks like a value.", Certainty.LIKELY, HeaderRow.NONE)


def _decision(chosen: HeaderRow, evidence: str, certainty: Certainty, other: HeaderRow) -> Decision:
    return Decision(Subject.HEADER, chosen.value, evidence, certainty, (other.value,))


def _signs(first: Sequence[str], below: Sequence[Sequence[str]]) -> _Signs:
    header: list[int] = []
    values: list[int] = []
    for index, name in enumerate(first):
        column = dict.fromkeys(row[index].strip() for row in below if index < len(row))
        words = missing_words(column) | missing_beside_values(column)
        present = [value for value in column if value not in words]
        if not name or not present or not _values(present):
            continue
        (values if _values([name]) else header).append(index)
    return _Signs(tuple(header), tuple(values))


def _values(cells: Sequence[str]) -> bool:
    """Whether all of `cells` are numbers, dates or booleans."""
    if any(read_numbers(cells, mark).complete for mark in DecimalMark):
        return True
    written = WrittenDates(cells)
    return any(written.under(order).complete for order in DateOrder) or read_booleans(cells) is not None


def _row_of_years(first: Sequence[str]) -> bool:
    years = [cell for cell in first if _YEAR.fullmatch(cell)]
    numbers = [cell for cell in first if _values([cell])]
    return len(years) >= _YEARS and years == numbers and years in (sorted(set(years)), sorted(set(years))[::-1])
