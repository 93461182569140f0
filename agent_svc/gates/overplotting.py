"""The overplotting gate: how many points lie on others."""

from __future__ import annotations

from typing import Final

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict

MANY: Final = 100  #: points; fewer can be told apart by looking
SHARE: Final = 0.5  #: of the points that lie on another, from which on a note is worth it


class OverplottingGate:
    """A note when most points lie on others: the picture is right, but its dense places look emptier than they are."""

    name = "overplotting"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None:
            return Verdict()
        findings = []
        for panel in evidence.figure.axes:
            count = sum(group.count for group in panel.marks.of("points"))
            hidden = panel.marks.hidden_share
            if panel.visible and count >= MANY and hidden >= SHARE:
                message = f"About {hidden:.0%} of {count:,} points lie on other points."
                suggestion = "Use smaller or fainter points, or a chart of densities."
                findings.append(Finding(self.name, Severity.NOTE, message, suggestion, panel.title))
        return Verdict(tuple(findings[:1]))
