"""Points: one mark per row, at its place and value."""

from __future__ import annotations

import pandas as pd

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names
from agent_svc.gates.readback.families.boxes import outliers
from agent_svc.gates.readback.families.lone import lone_rows
from agent_svc.gates.readback.table import Table


class Points:
    """The offsets of scatters. Beside other marks, those are needed that nothing else shows."""

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
        made = [Check("point", table, ("place", "value"), drawn)]
        needed = _needed(table, view)
        if needed is not None:
            made.append(
                Check("point", table.with_frame(needed), ("place", "value"), drawn, match="contains", once=True)
            )
        return made


def _needed(table: Table, view: View) -> pd.DataFrame | None:
    """The rows that lines or boxes do not show: values between gaps, values beyond the whiskers."""
    if "lines" in view.beside:
        needed = lone_rows(table).frame
    elif "boxes" in view.beside:
        needed = outliers(table)
    else:
        return None
    return None if needed.empty else needed
