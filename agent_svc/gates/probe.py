"""The probe gate: the renderer's report on the figure is there and fits the picture; other gates read it."""

from __future__ import annotations

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.figure import Incoherent, read_figure


class ProbeGate:
    """Attention (“unverified”) for a report that is missing or does not fit; it runs beside the script: a hint only."""

    name = "probe"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.picture is None:
            return Verdict()
        try:
            figure, library = read_figure(evidence.probe, evidence.file, evidence.picture.drawn)
        except Incoherent as reason:
            message = f"The picture is unverified: {reason}."
            return Verdict((Finding(self.name, Severity.ATTENTION, message, "Look at the picture before you use it."),))
        return Verdict(figure=figure, library=library)
