"""The left-out gate: how many records the picture cannot show, because they lack a place or a group."""

from __future__ import annotations

from collections.abc import Iterator

from agent_svc.catalogue.readback import NoReadback
from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.readback.table import Hole, holes

_FILL = "If they belong to the row above, as under merged cells, take the data step “fill” with “previous”."


class LeftOutGate:
    """A note for each column whose empty or infinite cells keep records out of the picture."""

    name = "left_out"

    def judge(self, evidence: Evidence) -> Verdict:
        asked = evidence.asked
        if asked is None or asked.chart.readback is None or isinstance(asked.chart.readback, NoReadback):
            return Verdict()
        found = holes(asked, asked.chart.readback)
        return Verdict(tuple(note for hole in found for note in self._notes(hole)))

    def _notes(self, hole: Hole) -> Iterator[Finding]:
        if hole.missing:
            have, are = ("has", "is") if hole.missing == 1 else ("have", "are")
            message = f"{hole.missing:,} of {hole.rows:,} records {have} no “{hole.column}” and {are} not drawn."
            yield Finding(self.name, Severity.NOTE, message, "" if hole.measured else _FILL)
        if hole.infinite:
            are = "is" if hole.infinite == 1 else "are"
            message = f"{hole.infinite:,} of {hole.rows:,} values of “{hole.column}” {are} infinite and not drawn."
            yield Finding(self.name, Severity.NOTE, message)
