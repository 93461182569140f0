"""The moved legend: beside or above the axes, where it covers no data."""

from __future__ import annotations

from typing import Final

from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan

_BESIDE: Final = """\
# The legend stands beside the axes, where it covers no data.
for axes in fig.axes:
    if axes.get_legend() is not None:
        axes.get_legend().set_loc("upper left")
        axes.get_legend().set_bbox_to_anchor((1.01, 1))"""


class MovedLegend:
    """By the chart's option where it has one, else by two statements."""

    name = "moved_legend"
    answers = frozenset({"legend"})

    def apply(self, plan: Plan, _finding: Finding, /) -> Plan | None:
        for place, words in (("right", "beside"), ("above", "above")):
            if plan.takes("legend", place):
                return plan.with_option("legend", place, f"The legend was moved {words} the axes, off the data.")
        if not plan.draws_with_matplotlib:
            return None
        return plan.with_statements(_BESIDE, "The legend was moved beside the axes, off the data.")
