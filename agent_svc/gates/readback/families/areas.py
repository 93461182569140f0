"""Areas: two vertices per row, at the lower and the upper end of its place."""

from __future__ import annotations

import pandas as pd

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned, with_ends
from agent_svc.gates.readback.table import Table


class Areas:
    """The outlines of fillings, each vertex once: neighbours in a stack share theirs."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        axes = dict(zip(("place", "value"), axis_names(view.lying), strict=True))
        raw = ("value", "place") if view.lying else ("place", "value")
        drawn = []
        for panel, group in groups_of(view.panels, "areas", "polygons"):
            rows = turned(view.lying, group.table)
            columns = {"place": rows[:, 0], "value": rows[:, 1]}
            drawn.append(Marks(columns, group.label, panel, axes, group=group, raw=raw))
        return [Check("area", _outline(with_ends(table)), ("place", "value"), drawn, once=True)]


def _outline(table: Table) -> Table:
    frame = table.frame.dropna(subset=["low", "high"])
    ends = [frame.assign(value=frame[end]) for end in ("low", "high")]
    whole = pd.concat(ends, ignore_index=True)
    return table.with_frame(whole.drop_duplicates(subset=table.with_frame(whole).has("place", "series", "value")))
