"""The early end of a run: which step ended it, as what, and why."""

from __future__ import annotations

from agent_svc.gates.base import Finding
from agent_svc.pipeline.outcome import PlotReason, PlotStatus
from agent_svc.pipeline.script_error import ScriptError


class Ended(Exception):
    """A step of the pipeline knows the outcome, and the steps after it are not taken."""

    def __init__(
        self,
        reason: PlotReason,
        detail: str,
        *,
        status: PlotStatus = PlotStatus.FAILED,
        findings: tuple[Finding, ...] = (),
        missing_roles: tuple[str, ...] = (),
        script_error: ScriptError | None = None,
    ) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.status = status
        self.findings = findings
        self.missing_roles = missing_roles
        self.script_error = script_error
