"""Points: one mark per row, at its place and value."""

from __future__ import annotations

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names
from agent_svc.gates.readback.table import Table


class Points:
    """The offsets of scatters."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        place, value = axis_names(view.lying)
        first, second = (1, 0) if view.lying else (0, 1)
        drawn = [
            Marks(
                {"place": group.table[:, first], "value": group.table[:, second]},
                label=group.label,
                panel=panel,
                axes={"place": place, "value": value},
                group=group,
                raw=("value", "place") if view.lying else ("place", "value"),
            )
            for panel, group in groups_of(view.panels, "points")
        ]
        return [Check("point", table, ("place", "value"), drawn)]
