"""The clipping gate: nothing is cut off, neither a text by the canvas nor a mark by the limits of its axes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.figure import Figure, Panel
from agent_svc.gates.words import named, shown

KINDS: Final = ("points", "lines", "bars", "segments", "areas")
SLACK: Final = 1e-6  #: of an axis' length: less is rounding
RANGES: Final = {"x": "x_range", "y": "y_range"}  #: the options that cut an axis on purpose


class ClippingGate:
    """Attention for texts beyond the canvas and for data beyond an axis; a note where an option asked for the cut."""

    name = "clipping"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None:
            return Verdict()
        return Verdict((*self._texts(evidence.figure), *self._marks(evidence, evidence.figure)))

    def _texts(self, figure: Figure) -> Iterator[Finding]:
        outside = [shown(text.text) for text in figure.texts_outside or ()]
        if outside:
            subject = "A text reaches" if len(outside) == 1 else f"{len(outside)} texts reach"
            message = f"{subject} beyond the canvas and may be cut off: {named(outside)}."
            where = f"texts: {named(outside)}"
            yield Finding(self.name, Severity.ATTENTION, message, "Shorten or wrap the text.", where)

    def _marks(self, evidence: Evidence, figure: Figure) -> Iterator[Finding]:
        options = evidence.asked.options if evidence.asked is not None else {}
        asked_for = any(options.get(option) is not None for option in RANGES.values())
        cut = [axis for panel in figure.axes if panel.visible for axis in ("x", "y") if _is_cut(panel, axis)]
        for axis in dict.fromkeys(cut):
            if asked_for:
                message = f"Part of the data lies outside the range that was chosen for the {axis} axis."
                yield Finding(self.name, Severity.NOTE, message, location=f"{axis} axis")
            else:
                message = f"Part of the data lies outside the limits of the {axis} axis and is not seen."
                suggestion = "Leave the limits of the axis to the data."
                yield Finding(self.name, Severity.ATTENTION, message, suggestion, f"{axis} axis")


def _is_cut(panel: Panel, axis: str) -> bool:
    limits = getattr(panel, axis).limits
    if None in limits or panel.marks.of("wedges"):
        return False
    low, high = sorted(float(limit) for limit in limits)
    slack = SLACK * (high - low)
    logarithmic = getattr(panel, axis).scale != "linear"
    for kind in KINDS:
        for group in panel.marks.of(kind):
            at = (0, 2) if axis == "x" else (1, 3)
            places = [place for place in at if place < len(group.min)]
            smallest, largest = (min(group.min[p] for p in places), max(group.max[p] for p in places))
            if largest > high + slack or (smallest < low - slack and not (logarithmic and smallest <= 0)):
                return True
    return False
