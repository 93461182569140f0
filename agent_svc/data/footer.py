"""Footer: notes and totals below the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from agent_svc.data.choices import DecimalMark, Kept
from agent_svc.data.numbers import read_numbers
from agent_svc.data.reading import Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject
from agent_svc.data.values import present

_NOTE = re.compile(
    r"\s*(?:(?:source|sources|quelle|quellen|anmerkung|anmerkungen|hinweis|hinweise)\b"
    r"|(?:note|notes|stand|legend|legende|data|daten|updated|last update)\s*[:=]"
    r"|©|\*|†|\[?[0-9a-z]{1,2}[)\]]|\([0-9,]+ rows?\)|[0-9,]+ rows? in set).*",
    re.IGNORECASE | re.DOTALL,
)
_SENTENCE = 40  # characters: a text so long that ends in a full stop is a note and no name
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
    | {"gesamtergebnis", "summen", "total général", "totale", "suma"}
)
_DIGITS = 60  # longer numbers are not added up


def is_note(record: Sequence[str], width: int, *, apart: bool) -> bool:
    """Whether a last record is a note: one text that does not fill the row, and reads like one or stands `apart`."""
    filled = [cell for cell in record if cell.strip()]
    if not filled or not record[0].strip() or width < 2:
        return False
    if len(filled) > 1:
        return len(record) < width and _NOTE.fullmatch(record[0]) is not None and not record[0].strip().isdigit()
    reads_like = _NOTE.fullmatch(filled[0]) is not None or (
        len(filled[0]) >= _SENTENCE and filled[0].strip().endswith(".")
    )
    return reads_like if not apart else not filled[0].strip().isdigit()


def totals_row(
    headers: Sequence[str], columns: Sequence[Sequence[str]], reading: Reading
) -> tuple[bool, tuple[Decision, ...], tuple[Notice, ...]]:
    """Whether the last row is the total of the others and left out, with the decision; `columns` hold trimmed cells.

    A row that is called a total and adds up is one; where it does not add up it is kept, and the user is asked.
    """
    label = next((cells[-1] for cells in columns if cells[-1]), "")
    if len(columns[0]) < 3 or label.rstrip(":").casefold() not in _TOTALS:
        return False, (), ()
    place = _adding_up(columns)
    if reading.totals is not None:
        chosen, reason, sure = reading.totals, "It was chosen.", Certainty.CERTAIN
    elif place is not None:
        name = headers[place] or f"column {place + 1}"
        reason = f"The last row is called “{label}”, and its “{name}” is the sum of the rows above."
        chosen, sure = Kept.LEFT_OUT, Certainty.LIKELY
    else:
        reason = f"The last row is called “{label}”, but it is not the sum of the rows above."
        chosen, sure = Kept.KEPT, Certainty.AMBIGUOUS
    other = Kept.KEPT if chosen is Kept.LEFT_OUT else Kept.LEFT_OUT
    decision = Decision(Subject.TOTALS, chosen.value, reason, sure, (other.value,))
    if chosen is Kept.LEFT_OUT:
        return True, (decision,), (Notice(NoticeKind.DROPPED, f"The last row, “{label}”, is left out."),)
    notices = (Notice(NoticeKind.AMBIGUOUS, f"{reason} It is kept as a row."),) if sure is Certainty.AMBIGUOUS else ()
    return False, (decision,), notices


def _adding_up(columns: Sequence[Sequence[str]]) -> int | None:
    """The first column whose last cell is the sum of the others, to the digits that are written."""
    for place, cells in enumerate(columns):
        for mark in DecimalMark:
            numbers = read_numbers(present(cells), mark)
            if cells[-1] in numbers.cells and numbers.complete and _is_sum(cells, dict(numbers.cells)):
                return place
    return None


def _is_sum(cells: Sequence[str], digits: dict[str, str]) -> bool:
    values = [digits[cell] for cell in cells if cell in digits]
    if len(values) < 3 or any(len(value) > _DIGITS for value in values):
        return False
    try:
        numbers = [Decimal(value) for value in values]
        off = abs(sum(numbers[:-1], Decimal(0)) - numbers[-1])
    except InvalidOperation:
        return False
    if not all(number.is_finite() for number in numbers) or not any(numbers):
        return False
    step = max((Decimal(1).scaleb(int(number.as_tuple().exponent)) for number in numbers), default=Decimal(0))
    exact = all("." not in value for value in values)
    return off == 0 if exact else off <= step * len(numbers) / 2
