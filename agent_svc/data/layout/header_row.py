"""Header row: whether the first rows of a table name its columns, and how many of them do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent_svc.data.choices import HeaderRow
from agent_svc.data.dates.years import is_year
from agent_svc.data.layout.even_lines import widths_of
from agent_svc.data.layout.header_levels import header_levels
from agent_svc.data.layout.header_years import MARKED_YEAR, one_year_names
from agent_svc.data.layout.likeness import likeness
from agent_svc.data.layout.values import are_values, dates_numbers, present, value_columns
from agent_svc.data.numbers.plain_numbers import are_plain
from agent_svc.data.report import Certainty, Decision, Subject

_SAMPLE = 50  # rows below the first one that are looked at
_ROWS = 2  # so many rows of one shape show that the first is another of them
_YEARS = 2  # so many years in a row are names of columns
_COUNTED = 4  # so many numbers, 1, 2, 3 and on, count columns, as those of a microplate


@dataclass(frozen=True, slots=True)
class _Signs:
    header: tuple[int, ...]  # columns with a word above values
    values: tuple[int, ...]  # columns with a value above values


def decide_header(rows: Sequence[Sequence[str]], forced: HeaderRow | None) -> Decision:
    """Which of the first `rows` (never empty) are a header."""
    if forced is not None:
        return _decision(forced, "It was chosen.", Certainty.CERTAIN, rows)
    first = [cell.strip() for cell in rows[0]]
    levels, evidence = header_levels(rows[: 4 + _SAMPLE])
    if levels > 1:
        return _decision((HeaderRow.TWO, HeaderRow.THREE, HeaderRow.FOUR)[levels - 2], evidence, Certainty.LIKELY, rows)
    signs = _signs(first, rows[1 : 1 + _SAMPLE])
    if signs.header:
        evidence = f"“{first[signs.header[0]]}” stands above values of another kind."
        return _decision(HeaderRow.FIRST, evidence, Certainty.CERTAIN, rows)
    if _counts_columns(first, rows[1 : 1 + _SAMPLE]):
        evidence = "The first row counts the columns, and no row below it does."
        return _decision(HeaderRow.FIRST, evidence, Certainty.LIKELY, rows)
    if signs.values and not _row_of_years(first):
        return _below_a_value(rows, first, signs.values)
    alike = None if signs.values else likeness(first, rows[1 : 1 + _SAMPLE])
    if alike is not None:
        return _decision(HeaderRow.NONE, alike, Certainty.LIKELY, rows)
    return _decision(HeaderRow.FIRST, "Nothing in the first row looks like a value.", Certainty.LIKELY, rows)


def _below_a_value(rows: Sequence[Sequence[str]], first: Sequence[str], values: Sequence[int]) -> Decision:
    """The decision for a first row with a value in each of the columns `values`, which may be a year that names one."""
    written = first[values[0]]
    sure = one_year_names(first, rows[1 : 1 + _SAMPLE]) if len(values) == 1 else None
    if sure is Certainty.LIKELY:
        return _decision(HeaderRow.FIRST, f"“{written}” is a year, and names what stands below it.", sure, rows)
    if sure is not None:
        evidence = f"“{written}” in the first row may be a year that names a column, or a value like those below it."
        return _decision(HeaderRow.NONE, evidence, sure, rows)
    evidence = f"“{written}” in the first row is a value like those below it."
    return _decision(HeaderRow.NONE, evidence, Certainty.LIKELY, rows)


def names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of `rows` is words above values."""
    if are_plain([name for cell in rows[0] if (name := cell.strip())]):
        return False  # told at once, since each of a hundred thousand blocks may be asked
    return bool(_signs([cell.strip() for cell in rows[0]], rows[1 : 1 + _SAMPLE]).header)


def names_years(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of `rows` is years in their order, and a word, above values that are no years."""
    first, below = [cell.strip() for cell in rows[0]], rows[1 : 1 + _SAMPLE]
    if not below or are_plain(first) or not _row_of_years(first):
        return False
    years = [place for place, cell in enumerate(first) if MARKED_YEAR.fullmatch(cell)]
    values = {row[place].strip() for row in below for place in years if place < len(row)}
    return bool(value_columns(below) & set(years)) and not all(map(is_year, filter(None, values)))


def _decision(chosen: HeaderRow, evidence: str, sure: Certainty, rows: Sequence[Sequence[str]]) -> Decision:
    others = [HeaderRow.FIRST, HeaderRow.NONE]
    if chosen.rows > 1:
        others = [HeaderRow.FIRST, HeaderRow.TWO, HeaderRow.NONE]
    possible = (one for one in others if one is not chosen and one.rows < len(rows) and _holds(rows, one.rows))
    alternatives = tuple(one.value for one in possible)
    return Decision(Subject.HEADER, chosen.value, evidence, sure, alternatives)


def _holds(rows: Sequence[Sequence[str]], names: int) -> bool:
    """Whether no row has a surplus cell when the first `names` of them, or most of them, say how many there are."""
    widths = widths_of(rows)
    width = max(map(len, rows[:names])) if names else max(widths, key=lambda one: (widths[one], one))
    return max(widths) <= width or not any(cell.strip() for row in rows[names:] for cell in row[width:])


def _signs(first: Sequence[str], below: Sequence[Sequence[str]]) -> _Signs:
    header: list[int] = []
    values: list[int] = []
    columns = value_columns(below)
    for place, name in enumerate(first):
        if name and place in columns:
            is_name = bool(present([name])) and (not are_values([name]) or dates_numbers(name, below, place))
            (header if is_name else values).append(place)
    return _Signs(tuple(header), tuple(values))


def _row_of_years(first: Sequence[str]) -> bool:
    marked = {cell: match[1] for cell in first if (match := MARKED_YEAR.fullmatch(cell)) and is_year(match[1])}
    numbers = [cell for cell in first if cell in marked or are_values([cell])]
    years = [marked.get(cell, "") for cell in numbers]
    return len(years) >= _YEARS and all(years) and years in (sorted(set(years)), sorted(set(years))[::-1])


def _counts_columns(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the row is a name, or none, before 1, 2, 3 and on, which cells of values hardly are."""
    counts = (_is_count([cell.strip() for cell in row]) for row in below)
    return _is_count(first) and len(below) >= _ROWS and not any(counts)


def _is_count(row: Sequence[str]) -> bool:
    numbers = row[1:]
    return (
        len(numbers) >= _COUNTED
        and not are_values([row[0]])
        and list(numbers) in ([str(number) for number in range(start, start + len(numbers))] for start in (0, 1))
    )
