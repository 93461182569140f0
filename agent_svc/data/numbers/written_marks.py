"""Written marks: what stands between thousands and before decimals in the cells of a column of numbers."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from agent_svc.data.choices import DecimalMark
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.report import Subject

BLANK: Final = " "
APOSTROPHE: Final = "’"
_ALIKE: Final = {"'": APOSTROPHE, "\u00a0": BLANK, "\u2009": BLANK, "\u202f": BLANK}
_GROUPING: Final = {
    DecimalMark.POINT: ",'’ \u00a0\u2009\u202f",
    DecimalMark.COMMA: ".'’ \u00a0\u2009\u202f",
}
_GROUPED: Final = {mark: re.compile(rf"[0-9]([{grouping}])[0-9]{{3}}(?![0-9])") for mark, grouping in _GROUPING.items()}


class WrittenMarks(NamedTuple):
    """Either is empty where no cell shows it: where nothing is grouped, and where all numbers are whole."""

    thousands: str  #: a point, a comma, a blank or `’`, whichever blank or apostrophe it was
    decimal: str  #: a point or a comma


def written_marks(evidence: Evidence, verdict: Verdict) -> WrittenMarks | None:
    """The marks in the cells of a column that is decided; None for no numbers, and for cells that show none.

    JSON's own numbers are nobody's handwriting.
    """
    if verdict.type is not ColumnType.NUMBER or evidence.exact:
        return None
    text = "\n".join(verdict.cells)
    mark = _mark(verdict)
    grouped = _GROUPED[mark].search(text) if any(one in text for one in _GROUPING[mark]) else None
    thousands = _ALIKE.get(grouped[1], grouped[1]) if grouped else ""
    decimal = mark.character if re.search(rf"{re.escape(mark.character)}[0-9]", text) else ""
    return WrittenMarks(thousands, decimal) if thousands or decimal else None


def _mark(verdict: Verdict) -> DecimalMark:
    """The decimal mark that the column was read with; where none was decided there are no decimals."""
    chosen = {one.chosen for one in verdict.decisions if one.subject is Subject.DECIMAL}
    return DecimalMark.COMMA if DecimalMark.COMMA.value in chosen else DecimalMark.POINT
