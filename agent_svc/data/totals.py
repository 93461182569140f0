"""Totals: rows that sum up the others, at the end of a table and within it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from agent_svc.data.choices import DecimalMark, Kept
from agent_svc.data.numbers import read_numbers
from agent_svc.data.reading import Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text
from agent_svc.data.values import present

_TOTALS: Final = frozenset(
    {
        "total",
        "totals",
        "grand total",
        "sum",
        "overall",
        "all",
        "summe",
        "gesamt",
        "insgesamt",
        "gesamtsumme",
        "zusammen",
    }
    | {"gesamtergebnis", "summen", "total général", "totale", "suma", "total general", "totaal", "totaux", "somme"}
    | {"summary", "łącznie", "razem", "ogółem", "összesen", "celkem", "toplam", "i alt", "totalt", "summa", "yhteensä"}
    | {
        "итого",
        "всего",
        "усього",
        "разом",
        "σύνολο",
        "合计",
        "总计",
        "總計",
        "合計",
        "总和",
        "计",
        "計",
        "합계",
        "총계",
    }
    | {"*", "**", "***"}  # as SAP marks them in the first column
)
_MEANS: Final = frozenset(
    {"average", "avg", "mean", "durchschnitt", "mittelwert", "mittel", "schnitt", "moyenne", "media", "promedio", "ø"}
)
#: `North Total`, `Nord Ergebnis`, `Zwischensumme`, as spreadsheets write them under each group.
_PART = re.compile(
    r"(?:.+ (?:total|ergebnis|subtotal|sum|summe)|(?:total|summe|somme|subtotal|zwischensumme|sous-total)\b.*"
    r"|\*{1,3}|小计|小計|소계|подытог)",
    re.IGNORECASE,
)
_DIGITS = 60  # longer numbers are not added up
_LEAST = 2  # so many rows are summed up at least

_Cells = Sequence[str]


def is_sum(name: str) -> bool:
    """Whether a row or a column of this name sums up the others, or averages them."""
    return name.strip().rstrip(":").casefold() in _TOTALS | _MEANS


def totals_rows(
    headers: Sequence[str], columns: Sequence[_Cells], rows: Sequence[int], reading: Reading
) -> tuple[frozenset[int], tuple[Decision, ...], tuple[Notice, ...]]:
    """The places of the rows that sum up others and are left out, with the decision; `columns` hold trimmed cells.

    A last row that is called a total and adds up is one, a last row that is called an average and is one likewise, and
    the totals of groups above it; a total that does not add up is kept, and the user is asked. `rows` are the numbers.
    """
    last = len(columns[0]) - 1
    label = _label(columns, last)
    known = label.rstrip(":").casefold()
    if last < _LEAST or known not in _TOTALS | _MEANS:
        return frozenset(), (), ()
    means = known in _MEANS
    parts = frozenset() if means else _parts(columns, last)
    place, found = _adding_up(columns, frozenset({last}), means=means), frozenset({last})
    if place is None and parts:
        place, found = _adding_up(columns, parts | {last}, means=False), parts | {last}
    if place is None and means and reading.totals is None:
        return frozenset(), (), ()  # “average” names a group between “low” and “high”, too
    if place is None:
        found = frozenset({last})
    said = f"The last row is called “{label}”"
    if reading.totals is not None:
        chosen, reason, sure = reading.totals, "It was chosen.", Certainty.CERTAIN
    elif place is not None:
        name = headers[place] or f"column {place + 1}"
        others = "the rows above" if len(found) == 1 else f"the rows above but {len(found) - 1} totals of groups"
        reason = f"{said}, and its “{name}” is the {'average' if means else 'sum'} of {others}."
        chosen, sure = Kept.LEFT_OUT, Certainty.LIKELY
    else:
        reason = f"{said}, but it is not the sum of the rows above."
        chosen, sure = Kept.KEPT, Certainty.AMBIGUOUS
    other = Kept.KEPT if chosen is Kept.LEFT_OUT else Kept.LEFT_OUT
    decision = Decision(Subject.TOTALS, chosen.value, reason, sure, (other.value,))
    if chosen is Kept.LEFT_OUT:
        return found, (decision,), (Notice(NoticeKind.DROPPED, _told(label, sorted(found), rows)),)
    notices = (Notice(NoticeKind.AMBIGUOUS, f"{reason} It is kept as a row."),) if sure is Certainty.AMBIGUOUS else ()
    return frozenset(), (decision,), notices


def _told(label: str, places: Sequence[int], rows: Sequence[int]) -> str:
    if len(places) == 1:
        return f"The last row, “{label}”, is left out."
    return f"{rows_text([rows[place] for place in places]).capitalize()} left out: they are totals of other rows."


def _label(columns: Sequence[_Cells], row: int) -> str:
    return next((cells[row] for cells in columns if cells[row]), "")


def _parts(columns: Sequence[_Cells], last: int) -> frozenset[int]:
    return frozenset(row for row in range(last) if _PART.fullmatch(_label(columns, row)))


def _adding_up(columns: Sequence[_Cells], apart: frozenset[int], *, means: bool) -> int | None:
    """The first column whose last cell sums up all rows but those `apart`, to the digits that are written."""
    last = len(columns[0]) - 1
    for place, cells in enumerate(columns):
        for mark in DecimalMark:
            numbers = read_numbers(present(cells), mark)
            if cells[-1] not in numbers.cells or not numbers.complete:
                continue
            texts = [numbers.cells[c] for row, c in enumerate(cells) if row not in apart and c in numbers.cells]
            if _sums_up(texts, numbers.cells[cells[last]], means=means):
                return place
    return None


def _sums_up(texts: Sequence[str], total: str, *, means: bool) -> bool:
    if len(texts) < _LEAST or any(len(text) > _DIGITS for text in (*texts, total)):
        return False
    try:
        numbers, whole = [Decimal(text) for text in texts], Decimal(total)
        result = sum(numbers, Decimal(0)) / (len(numbers) if means else 1)
        off = abs(result - whole)
    except InvalidOperation:
        return False
    if not all(number.is_finite() for number in (*numbers, whole)) or not any(numbers):
        return False
    written = (whole,) if means else (*numbers, whole)
    step = max(Decimal(1).scaleb(int(number.as_tuple().exponent)) for number in written)
    if means:
        return off <= step
    exact = all("." not in text for text in (*texts, total))
    return off == 0 if exact else off <= step * (len(numbers) + 1) / 2
