"""The draft of a plot: what a run has made so far, and what is left of one that ends early."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent_svc.code.theme import Theme
from agent_svc.gates.base import Finding
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus


@dataclass(slots=True)
class Draft:
    """Filled in step by step."""

    theme: Theme
    working_form: str = ""
    run_form: str = ""
    findings: list[Finding] = field(default_factory=list)
    render_s: float = 0.0
    changes: tuple[str, ...] = ()
    changed_options: Mapping[str, object] = field(default_factory=dict)

    def ended(self, ended: Ended) -> PlotOutcome:
        """The outcome without a picture."""
        return PlotOutcome(
            status=ended.status,
            theme=self.theme,
            reason=ended.reason,
            detail=ended.detail,
            working_form=self.working_form,
            run_form=self.run_form,
            findings=(*self.findings, *ended.findings),
            missing_roles=ended.missing_roles,
            script_error=ended.script_error,
            render_s=self.render_s,
        )

    def drawn(
        self, png: bytes, size: tuple[int, int], status: PlotStatus, reason: PlotReason | None, detail: str
    ) -> PlotOutcome:
        """The outcome with its picture of `size` pixels."""
        return PlotOutcome(
            status=status,
            theme=self.theme,
            reason=reason,
            detail=detail,
            working_form=self.working_form,
            run_form=self.run_form,
            png=png,
            width=size[0],
            height=size[1],
            findings=tuple(self.findings),
            render_s=self.render_s,
            changes=self.changes,
            changed_options=self.changed_options,
        )
