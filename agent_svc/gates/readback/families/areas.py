"""Areas: two vertices per row, at the lower and the upper end of its place."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned, with_ends
from agent_svc.gates.readback.families.lone import LonePlaces
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
        drawn += _lines_between_gaps(table, view, axes)
        return [Check("area", _outline(with_ends(table)), ("place", "value"), drawn, once=True)]


def _lines_between_gaps(table: Table, view: View, axes: Mapping[str, str]) -> list[Marks]:
    """The ends of upright lines at lone values."""
    lone = LonePlaces(table, view)
    drawn = []
    for panel, group in groups_of(view.panels, "segments") if lone.any else ():
        rows = turned(view.lying, group.table)
        upright = rows[rows[:, 0] == rows[:, 2]]
        ends = upright[lone.among(upright[:, 0], panel)].reshape(-1, 2)
        if len(ends):
            drawn.append(Marks({"place": ends[:, 0], "value": ends[:, 1]}, group.label, panel, axes))
    return drawn


def _outline(table: Table) -> Table:
    frame = table.frame.dropna(subset=["low", "high"])
    ends = [frame.assign(value=frame[end]) for end in ("low", "high")]
    whole = pd.concat(ends, ignore_index=True)
    return table.with_frame(whole.drop_duplicates(subset=table.with_frame(whole).has("place", "series", "value")))
