"""Gate R1: the script ended by itself and left a picture."""

from __future__ import annotations

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict


class OutputsGate:
    """Blocks a render that was killed, failed, or left nothing."""

    name = "outputs"

    def judge(self, evidence: Evidence) -> Verdict:
        if evidence.ending:
            return Verdict((Finding(self.name, Severity.BLOCK, evidence.ending),))
        if not evidence.png:
            message = f"The script ended without an error but left no {evidence.file}."
            suggestion = "Keep the last statement, which writes the picture."
            return Verdict((Finding(self.name, Severity.BLOCK, message, suggestion),))
        return Verdict()
