"""Arrows: one per row, at its place and value, with its length in both directions."""

from __future__ import annotations

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View
from agent_svc.gates.readback.table import Table


class Arrows:
    """The tails and components of quivers."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        raw = ("place", "value", "dx", "dy")
        drawn = [
            Marks(
                dict(zip(raw, group.table.T, strict=True)),
                group.label,
                panel,
                {"place": "x", "value": "y"},
                group=group,
                raw=raw,
            )
            for panel, group in groups_of(view.panels, "arrows")
        ]
        return [Check("arrow", table, raw, drawn)]
