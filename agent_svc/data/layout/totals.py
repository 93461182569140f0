"""Totals: rows that sum up the others, at the end of a table, at its beginning and within it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from agent_svc.data.choices import DecimalMark, Kept
from agent_svc.data.layout.adding_up import LEAST, MOST_DIGITS, sums_up
from agent_svc.data.layout.total_names import MEANS, TOTALS, WHOLE_PLACES, are_measures
from agent_svc.data.layout.totals_of_groups import left_out_text, totals_decision, totals_of_groups
from agent_svc.data.layout.values import present
from agent_svc.data.numbers.exact import read_numbers
from agent_svc.data.reading import Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind

#: `North Total`, `Nord Ergebnis`, `Zwischensumme`, as spreadsheets write them under each group.
_PART = re.compile(
    r"(?:.+ (?:total|ergebnis|subtotal|sum|summe)|(?:total|summe|somme|subtotal|zwischensumme|sous-total)\b.*"
    r"|\*{1,3}|小计|小計|소계|подытог)",
    re.IGNORECASE,
)
#: What no world has more of than its parts.
_RATE: Final = re.compile(
    r"per (?:capita|head|person|inhabitant)|pro kopf|je einwohner|par habitant|\brates?\b|quote\b"
    r"|\b(?:average|mean|median)\b|durchschnitt",
    re.IGNORECASE,
)
_NEARLY_ALL: Final = Decimal("0.9")  # of the sum of all others, or more

_Cells = Sequence[str]


@dataclass(frozen=True, slots=True)
class _Whole:
    """A row that is called a total or an average, with the totals of groups that it is not made of."""

    row: int
    label: str
    means: bool
    rows: frozenset[int]
    column: int | None  # the first that it sums up; None: none
    is_empty: bool = False  # holds nothing but its label
    below: int | None = None  # a column in which it has less than any other; None: none

    @property
    def is_sure(self) -> bool:
        return self.below is None and (self.column is not None or self.is_empty)


def totals_rows(
    headers: Sequence[str], columns: Sequence[_Cells], rows: Sequence[int], reading: Reading
) -> tuple[frozenset[int], tuple[Decision, ...], tuple[Notice, ...]]:
    """The places of the rows that sum up others and are left out, with the decision; `columns` hold trimmed cells.

    A last or first row that is called a total and adds up is one, a last row that is called an average and is one
    likewise, and the totals of groups; and a last row that is called so and holds nothing else. A total that does not
    add up is kept, and the user is asked. `rows` are the numbers.
    """
    last = len(columns[0]) - 1
    if last >= LEAST and (of_groups := totals_of_groups(headers, columns, rows, reading)) is not None:
        return of_groups
    wholes = [whole for row in (last, 0) if last >= LEAST and (whole := _whole(headers, columns, row)) is not None]
    # “average” names a group between “low” and “high”, too
    wholes = [whole for whole in wholes if whole.is_sure or not whole.means or reading.totals is not None]
    if not wholes:
        return frozenset(), (), ()
    whole = next((one for one in wholes if one.is_sure), wholes[0])
    decision = totals_decision(*_judged(whole, headers), reading)
    if decision.chosen == Kept.LEFT_OUT.value:
        return whole.rows, (decision,), (Notice(NoticeKind.DROPPED, _told(whole, rows)),)
    asked = decision.certainty is Certainty.AMBIGUOUS
    notices = (Notice(NoticeKind.AMBIGUOUS, f"{decision.evidence} It is kept as a row."),) if asked else ()
    return frozenset(), (decision,), notices


def _whole(headers: Sequence[str], columns: Sequence[_Cells], row: int) -> _Whole | None:
    labels = next((cells for cells in columns if cells[row]), columns[0])
    label = labels[row]
    known = label.rstrip(":").casefold()
    means = known in MEANS
    if known not in TOTALS | WHOLE_PLACES and not (means and row):  # in front it is a group before “low” and “high”
        return None
    if label.startswith("*") and (not row or all(one.startswith("*") for one in labels)):  # as hotels have stars
        return None
    if not row and label in labels[1:]:  # a total for each year
        return None
    if are_measures([*labels[:row], *labels[row + 1 :]]):
        return None
    alone = frozenset({row})
    if row and len(columns) > 1 and sum(bool(cells[row]) for cells in columns) == 1:
        return _Whole(row, label, means, alone, None, is_empty=True)
    column = _adding_up(columns, row, alone, means=means)
    if column is None and not means and (parts := _parts(columns, row)):
        column = _adding_up(columns, row, parts | alone, means=False)
        alone = alone if column is None else parts | alone
    if column is None and known in WHOLE_PLACES and not _dwarfs(columns, row):
        return None
    if column is not None and known in WHOLE_PLACES and _RATE.search(headers[column]):
        return None
    below = _least(columns) if column is not None and not row else None
    return _Whole(row, label, means, alone, column, below=below)


def _least(columns: Sequence[_Cells]) -> int | None:
    """The first column of whole amounts of which the first row has less than any other, as no sum has."""
    for place, cells in enumerate(columns):
        numbers = read_numbers(present(cells), DecimalMark.POINT)
        texts = [numbers.cells[cell] for cell in cells if cell in numbers.cells] if numbers.complete else []
        if cells[0] and texts and all(text.isdecimal() and len(text) <= MOST_DIGITS for text in texts):
            amounts = list(map(int, texts))
            if all(amounts[0] < other for other in amounts[1:]):
                return place
    return None


def _judged(whole: _Whole, headers: Sequence[str]) -> tuple[Kept, str, Certainty]:
    said = f"The {_place(whole)} row is called “{whole.label}”"
    if whole.is_empty:
        return Kept.LEFT_OUT, f"{said} and holds nothing else.", Certainty.LIKELY
    others = f"the rows {'above' if whole.row else 'below'}"
    if whole.column is None:
        return Kept.KEPT, f"{said}, but it is not the sum of {others}.", Certainty.AMBIGUOUS
    name = headers[whole.column] or f"column {whole.column + 1}"
    if whole.below is not None:
        less = headers[whole.below] or f"column {whole.below + 1}"
        reason = f"{said}, and its “{name}” is the sum of {others}, but its “{less}” is less than any of theirs."
        return Kept.KEPT, reason, Certainty.AMBIGUOUS
    others += "" if len(whole.rows) == 1 else f" but {len(whole.rows) - 1} totals of groups"
    reason = f"{said}, and its “{name}” is the {'average' if whole.means else 'sum'} of {others}."
    return Kept.LEFT_OUT, reason, Certainty.LIKELY


def _told(whole: _Whole, rows: Sequence[int]) -> str:
    if len(whole.rows) == 1:
        return f"The {_place(whole)} row, “{whole.label}”, is left out."
    return left_out_text(whole.rows, rows)


def _place(whole: _Whole) -> str:
    return "last" if whole.row else "first"


def _parts(columns: Sequence[_Cells], whole: int) -> frozenset[int]:
    labels = (next((cells[row] for cells in columns if cells[row]), "") for row in range(len(columns[0])))
    return frozenset(row for row, label in enumerate(labels) if row != whole and _PART.fullmatch(label))


def _adding_up(columns: Sequence[_Cells], whole: int, apart: frozenset[int], *, means: bool) -> int | None:
    """The first column whose cell in the row `whole` sums up all rows but those `apart`, to the digits written."""
    for place, cells in enumerate(columns):
        for mark in DecimalMark:
            numbers = read_numbers(present(cells), mark)
            if cells[whole] not in numbers.cells or not numbers.complete:
                continue
            texts = [numbers.cells[c] for row, c in enumerate(cells) if row not in apart and c in numbers.cells]
            if sums_up(texts, numbers.cells[cells[whole]], means=means):
                return place
    return None


def _dwarfs(columns: Sequence[_Cells], whole: int) -> bool:
    """Whether in some column the row `whole` has about as much as all others together: no rate, and no mean."""
    for cells in columns:
        for mark in DecimalMark:
            numbers = read_numbers(present(cells), mark)
            if not numbers.complete or cells[whole] not in numbers.cells or numbers.unit == "%":
                continue
            texts = [numbers.cells[cell] for row, cell in enumerate(cells) if row != whole and cell in numbers.cells]
            if texts and _is_most(texts, numbers.cells[cells[whole]]):
                return True
    return False


def _is_most(texts: Sequence[str], whole: str) -> bool:
    if any(len(text) > MOST_DIGITS for text in (*texts, whole)):
        return False
    numbers, most = [Decimal(text) for text in texts], Decimal(whole)
    if not all(number.is_finite() and number >= 0 for number in (*numbers, most)):
        return False
    return len(numbers) >= LEAST and most > 0 and most >= _NEARLY_ALL * sum(numbers, Decimal(0))
