"""The out-of-view gate: a text that belongs to a place in the data stands where that place is seen."""

from __future__ import annotations

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.clipping import RANGES
from agent_svc.gates.figure import Anchor, Panel
from agent_svc.gates.words import named, shown


class OutOfViewGate:
    """Attention for annotations of places beyond the axes; a note where an option cut the axis on purpose."""

    name = "out_of_view"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None:
            return Verdict()
        panels = [panel for panel in evidence.figure.axes if panel.visible]
        lost = [shown(anchor.text) for panel in panels for anchor in panel.anchors if _is_lost(anchor, panel)]
        if not lost:
            return Verdict()
        options = evidence.asked.options if evidence.asked is not None else {}
        asked_for = any(options.get(option) is not None for option in RANGES.values())
        subject = "An annotation belongs" if len(lost) == 1 else f"{len(lost)} annotations belong"
        message = f"{subject} to a place outside the axes: {named(lost)}."
        severity = Severity.NOTE if asked_for else Severity.ATTENTION
        suggestion = "Move the annotation to where its data is, or widen the axis."
        return Verdict((Finding(self.name, severity, message, suggestion, f"texts: {named(lost)}"),))


def _is_lost(anchor: Anchor, panel: Panel) -> bool:
    """Out of view; what a logarithmic axis cannot show at all is left out with its text, and is no loss of view."""
    impossible = (panel.x.scale == "log" and anchor.x <= 0) or (panel.y.scale == "log" and anchor.y <= 0)
    return not anchor.in_view and not impossible
