"""The repairs: deterministic answers to findings, in their order; each change is said, no data hidden in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan, Repair
from agent_svc.pipeline.repairs.font import FontFallback
from agent_svc.pipeline.repairs.labels import ThinnedTicks, TurnedTicks, WrappedTexts
from agent_svc.pipeline.repairs.legend import MovedLegend
from agent_svc.pipeline.repairs.markers import SmallerMarkers
from agent_svc.pipeline.repairs.tail import GroupedTail
from agent_svc.pipeline.repairs.values import HiddenValues

__all__ = ["REPAIRS", "Plan", "repaired"]

#: The gentlest first; of those that answer the same finding, a later one gets its turn when the earlier did not help.
REPAIRS: Final[tuple[Repair, ...]] = (
    FontFallback(),
    MovedLegend(),
    WrappedTexts(),
    HiddenValues(),
    TurnedTicks(),
    GroupedTail(),
    ThinnedTicks(),
    SmallerMarkers(),
)


def repaired(plan: Plan, findings: Sequence[Finding]) -> Plan | None:
    """`plan` with one more repair for each finding that has one left; None when nothing is left to try."""
    before, answered = plan, set[str]()
    for repair in REPAIRS:
        for finding in findings:
            key = f"{finding.gate}:{finding.location}"
            if repair.name in plan.tried or key in answered or finding.gate not in repair.answers:
                continue
            changed = repair.apply(plan, finding)
            if changed is not None:
                plan = changed.having_tried(repair.name)
                answered.add(key)
    return plan if plan.changes != before.changes else None
