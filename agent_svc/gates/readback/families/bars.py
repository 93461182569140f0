"""Bars: one rectangle per row, from its lower to its upper end at its place, or over its bin."""

from __future__ import annotations

import numpy as np

from agent_svc.gates.figure import Array
from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned, with_ends
from agent_svc.gates.readback.table import Table, floats


class Bars:
    """Rectangles; the outline of a histogram's steps is a row of bars, too. Bins without a count need no bar."""

    turns = True

    def checks(self, table: Table, view: View) -> list[Check]:
        wanted = with_ends(table)
        binned = "start" in wanted.frame.columns
        place, value = axis_names(view.lying)
        drawn = []
        for panel, group in groups_of(view.panels, "bars", *(("polygons", "lines") if binned else ())):
            rows = turned(view.lying, _steps(group.table) if len(group.sum) == 2 else group.table)
            ends, span = np.sort(rows[:, [1, 3]], axis=1), np.sort(rows[:, [0, 2]], axis=1)
            columns = {
                "place": span.mean(axis=1),
                "start": span[:, 0],
                "end": span[:, 1],
                "low": ends[:, 0],
                "high": ends[:, 1],
                "value": np.where(np.abs(ends[:, 1]) >= np.abs(ends[:, 0]), ends[:, 1], ends[:, 0]),
            }
            if binned:
                seen = ends[:, 0] != ends[:, 1]
                columns = {channel: column[seen] for channel, column in columns.items()}
            axes = {"place": place, "low": value, "high": value, "value": value}
            drawn.append(Marks(columns, group.label, panel, axes, group=None if group.is_whole else group))
        if binned:
            high = floats(wanted.frame["high"])
            wanted = wanted.with_frame(wanted.frame[(high != 0) | (floats(wanted.frame["low"]) != 0)])
        compare = ("start", "end", "low", "high") if binned else ("place", "low", "high")
        return [Check("bar", wanted, compare, drawn, once=binned, parted=binned)]


def _steps(outline: Array) -> Array:
    """The runs of an outline as rectangles [x0, 0, x1, y]; a slanted one is none of any histogram.

    A line of steps has no upright sides: each of its values holds until the next place.
    """
    before, after = outline[:-1], outline[1:]
    along = before[:, 0] != after[:, 0]
    if along.all():
        after = np.column_stack([after[:, 0], before[:, 1]])
    tops = after[along, 1]
    return np.column_stack([before[along, 0], np.zeros_like(tops), after[along, 0], tops])
