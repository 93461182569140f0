"""Smaller markers: points that hide fewer others."""

from __future__ import annotations

from typing import Final

from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan

SMALL: Final = 4  #: points squared, as the option counts
FAINT: Final = 0.4


class SmallerMarkers:
    """By the chart's options, when nobody has set them. Not worth a render alone: over-plotting is a note."""

    name = "smaller_markers"
    answers = frozenset({"overplotting"})

    def apply(self, plan: Plan, _finding: Finding, /) -> Plan | None:
        for option, value, words in (("point_size", SMALL, "smaller"), ("opacity", FAINT, "fainter")):
            if plan.options.get(option) is None and plan.takes(option, value):
                return plan.with_option(option, value, f"The points were made {words}, so that they hide fewer others.")
        return None
