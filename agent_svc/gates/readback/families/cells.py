"""Cells: one coloured field per row, where its place and its second place meet."""

from __future__ import annotations

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View
from agent_svc.gates.readback.table import Table


class Cells:
    """The values behind the colours of meshes, images and hexagons."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        drawn = [
            Marks(
                {"place": group.table[:, 0], "across": group.table[:, 1], "value": group.table[:, 2]},
                group.label,
                panel,
                {"place": "x", "across": "y"},
                group=group,
                raw=("place", "across", "value"),
            )
            for panel, group in groups_of(view.panels, "cells")
        ]
        return [Check("cell", table, ("place", "across", "value"), drawn)]
