"""Labels that fit: texts wrapped, tick labels turned, and at last only some of them shown."""

from __future__ import annotations

from typing import Final

from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan

_WRAP: Final = """\
# Long texts are wrapped, so that none is cut off.
fig.suptitle(textwrap.fill(fig.get_suptitle(), 60))
for axes in fig.axes:
    axes.set_title(textwrap.fill(axes.get_title(), 60))
    axes.set_xlabel(textwrap.fill(axes.get_xlabel(), 70))
    axes.set_ylabel(textwrap.fill(axes.get_ylabel(), 40))"""
_TURN: Final = """\
# Tick labels that would overlap are turned.
for axes in fig.axes:
    for label in axes.get_xticklabels():
        label.set(rotation=60, ha="right", rotation_mode="anchor")"""
_THIN: Final = """\
# Of tick labels that would overlap, only some are shown; the marks are all there.
for axes in fig.axes:
    for axis in (axes.xaxis, axes.yaxis):
        labels = axis.get_ticklabels()
        for number, label in enumerate(labels):
            label.set_visible(number % (len(labels) // 12 + 2) == 0)"""


class WrappedTexts:
    """Titles and axis labels on several lines."""

    name = "wrapped_texts"
    answers = frozenset({"clipping", "label_overlap"})

    def apply(self, plan: Plan, finding: Finding, /) -> Plan | None:
        in_texts = finding.gate == "clipping" and finding.location.startswith("texts")
        in_labels = finding.gate == "label_overlap" and "_label" in finding.location
        if not plan.draws_with_matplotlib or not (in_texts or in_labels):
            return None
        return plan.with_statements(f"import textwrap\n\n{_WRAP}", "Long texts were wrapped.")


class TurnedTicks:
    """Lying bars where the chart has them, else turned labels."""

    name = "turned_ticks"
    answers = frozenset({"label_overlap"})

    def apply(self, plan: Plan, finding: Finding, /) -> Plan | None:
        if "x_tick" not in finding.location:
            return None
        if plan.takes("orientation", "horizontal") and plan.options.get("orientation") == "auto":
            return plan.with_option("orientation", "horizontal", "The chart was laid down, so that its labels fit.")
        if not plan.draws_with_matplotlib:
            return None
        return plan.with_statements(_TURN, "The tick labels were turned, so that they do not overlap.")


class ThinnedTicks:
    """Only some of the tick labels; the ticks' marks stay."""

    name = "thinned_ticks"
    answers = frozenset({"label_overlap"})

    def apply(self, plan: Plan, finding: Finding, /) -> Plan | None:
        if not plan.draws_with_matplotlib or "_tick" not in finding.location:
            return None
        return plan.with_statements(_THIN, "Only some of the tick labels are shown; all marks are drawn.")
