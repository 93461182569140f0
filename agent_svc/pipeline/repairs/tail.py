"""The grouped tail: the smallest categories as one, Other."""

from __future__ import annotations

from typing import Final

from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan

KEPT: Final = 12  #: categories that stay on their own


class GroupedTail:
    """By the chart's option, when nobody has set it; it says so, since values are no longer shown one by one."""

    name = "grouped_tail"
    answers = frozenset({"label_overlap"})

    def apply(self, plan: Plan, finding: Finding, /) -> Plan | None:
        if "_tick" not in finding.location:
            return None
        other = plan.options.get("other", True)
        if plan.options.get("top_n") is not None or other is False or not plan.takes("top_n", KEPT):
            return None
        change = f"All but the {KEPT} largest were put together as Other, so that the labels fit."
        return plan.with_option("top_n", KEPT, change)
