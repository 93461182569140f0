"""The legend gate: the legend does not lie on data."""

from __future__ import annotations

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict


class LegendGate:
    """Attention for a legend that covers marks."""

    name = "legend"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.figure is None:
            return Verdict()
        legends = [panel.legend for panel in evidence.figure.axes if panel.visible and panel.legend is not None]
        covered = sum(legend.covers for legend in legends)
        if not covered:
            return Verdict()
        message = f"The legend lies on {covered:,} mark{'s' if covered > 1 else ''} of the data."
        suggestion = "Put the legend above or beside the axes."
        return Verdict((Finding(self.name, Severity.ATTENTION, message, suggestion, "legend"),))
