"""Totals of groups: one for each year or place, in a column whose other names it sums up."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from agent_svc.data.choices import DecimalMark, Kept
from agent_svc.data.layout.adding_up import LEAST, MOST_DIGITS, sums_up
from agent_svc.data.layout.total_names import TOTALS, are_measures
from agent_svc.data.layout.values import present
from agent_svc.data.numbers.exact import read_numbers
from agent_svc.data.reading import Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_SEARCHED: Final = 200  # rows, among which one total at least stands
_Cells = Sequence[str]


def totals_of_groups(
    headers: Sequence[str], columns: Sequence[_Cells], rows: Sequence[int], reading: Reading
) -> tuple[frozenset[int], tuple[Decision, ...], tuple[Notice, ...]] | None:
    """The places of rows called a total in one column that are together the sum of all others; None without any.

    With the decision, and what is told of it; `columns` hold trimmed cells, `rows` are the numbers.
    """
    names = [place for place, cells in enumerate(columns) if any(map(_is_total, cells[:_SEARCHED]))]
    if len(names) != 1:
        return None
    found = frozenset(row for row, cell in enumerate(columns[names[0]]) if _is_total(cell))
    if len(found) < LEAST or len(found) * (1 + LEAST) > len(columns[0]):  # a group is of two at least
        return None
    if are_measures({cell for cell in columns[names[0]] if not _is_total(cell)}):
        return None
    summed = next((place for place, cells in enumerate(columns) if _add_up(cells, found)), None)
    if summed is None:
        return None
    name, of = (headers[place] or f"column {place + 1}" for place in (names[0], summed))
    reason = f"Rows are called a total in “{name}”, and their “{of}” is the sum of all others."
    decision = totals_decision(Kept.LEFT_OUT, reason, Certainty.LIKELY, reading)
    if decision.chosen == Kept.KEPT.value:
        return frozenset(), (decision,), ()
    return found, (decision,), (Notice(NoticeKind.DROPPED, left_out_text(found, rows)),)


def totals_decision(chosen: Kept, reason: str, sure: Certainty, reading: Reading) -> Decision:
    """Whether rows that sum up others are left out: as the user chose, else as `chosen`."""
    if reading.totals is not None:
        chosen, reason, sure = reading.totals, "It was chosen.", Certainty.CERTAIN
    other = Kept.KEPT if chosen is Kept.LEFT_OUT else Kept.LEFT_OUT
    return Decision(Subject.TOTALS, chosen.value, reason, sure, (other.value,))


def left_out_text(places: frozenset[int], rows: Sequence[int]) -> str:
    """What is told of several totals that are left out; `rows` are the numbers of all rows."""
    return f"{rows_text([rows[row] for row in sorted(places)]).capitalize()} left out: they are totals of other rows."


def _is_total(cell: str) -> bool:
    return cell.casefold() in TOTALS and not cell.startswith("*")


def _add_up(cells: _Cells, apart: frozenset[int]) -> bool:
    """Whether the cells in the rows `apart` are together as much as all others."""
    for mark in DecimalMark:
        numbers = read_numbers(present(cells), mark)
        if not numbers.complete or any(cells[row] not in numbers.cells for row in apart):
            continue
        totals = [numbers.cells[cells[row]] for row in apart]
        if any(len(text) > MOST_DIGITS or "inf" in text for text in totals):
            continue
        whole = format(sum(map(Decimal, totals), Decimal(0)), "f")
        texts = [numbers.cells[c] for row, c in enumerate(cells) if row not in apart and c in numbers.cells]
        if sums_up(texts, whole, means=False):
            return True
    return False
