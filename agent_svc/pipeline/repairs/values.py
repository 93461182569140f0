"""Hidden values: the numbers beside marks, when they would stand on each other."""

from __future__ import annotations

from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan


class HiddenValues:
    """By the chart's option, when nobody has asked for the numbers; the marks they stand at are all there."""

    name = "hidden_values"
    answers = frozenset({"label_overlap", "out_of_view"})

    def apply(self, plan: Plan, finding: Finding, /) -> Plan | None:
        in_values = finding.gate == "out_of_view" or finding.location == "text"
        if not in_values or plan.options.get("show_values") is not None or not plan.takes("show_values", False):
            return None
        return plan.with_option("show_values", False, "The numbers at the marks are left out, since they overlapped.")
