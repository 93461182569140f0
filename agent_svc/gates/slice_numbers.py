"""The numbers beside slices: the share and the amount that a text gives are those of the slice that it points to."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import numpy.typing as npt

from agent_svc.gates.figure import Anchor, Panel
from agent_svc.gates.number_marks import ENGLISH, NumberMarks
from agent_svc.gates.written import written

FloatArray = npt.NDArray[np.float64]
#: A report may be forged: every part takes its characters once.
_LAST_LINE: Final = re.compile(r"(?P<share>[\d.,]++\s?%)(?:\s\((?P<amount>[^()]++)\))?")
_MAX_CHARACTERS: Final = 80
_MAX_ANCHORS: Final = 300


def false_number(panel: Panel, total: float, marks: NumberMarks = ENGLISH) -> tuple[str, str] | None:
    """The first text with a wrong number, and what the slice is; None when all are right. `total`: of all amounts."""
    rows = np.array([row for group in panel.marks.of("wedges") for row in group.rows], dtype=np.float64).reshape(-1, 5)
    for anchor in panel.anchors[:_MAX_ANCHORS] if len(rows) else []:
        lines = anchor.text.rsplit("\n", 1)
        match = _LAST_LINE.fullmatch(lines[-1].strip()) if len(lines[-1]) <= _MAX_CHARACTERS else None
        share = _share_at(rows, anchor) if match else None
        if match is None or share is None:
            continue
        shown, amount = written(match["share"], marks), written(match["amount"] or "", marks)
        if shown is not None and abs(100 * share - shown.value) > shown.within:
            return anchor.text, marks.written(f"{100 * share:,.3g} %")
        if amount is not None and abs(share * total - amount.value) > amount.within + 1e-9 * abs(total):
            return anchor.text, marks.written(f"{share * total:,.6g}")
    return None


def _share_at(rows: FloatArray, anchor: Anchor) -> float | None:
    """The share of the slice whose middle is nearest to the anchor's angle; None in the middle of the circle."""
    x, y = anchor.x - rows[:, 3], anchor.y - rows[:, 4]
    if (np.hypot(x, y) < 0.5 * rows[:, 2]).all():
        return None
    width = rows[:, 1] - rows[:, 0]
    inside = (np.degrees(np.arctan2(y, x)) - rows[:, 0] + 1e-6) % 360
    apart = np.where(inside <= width + 2e-6, np.abs(inside - width / 2), np.inf)
    nearest = int(np.argmin(apart))
    return float(width[nearest] / 360) if np.isfinite(apart[nearest]) else None
