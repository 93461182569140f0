"""Lines: one vertex per row, at its place and value."""

from __future__ import annotations

from collections.abc import Mapping

from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned
from agent_svc.gates.readback.families.lone import LonePlaces
from agent_svc.gates.readback.table import Table


class Lines:
    """The vertices of lines, each once: a closed line comes back to its first one."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        axes = dict(zip(("place", "value"), axis_names(view.lying), strict=True))
        raw = ("value", "place") if view.lying else ("place", "value")
        drawn = []
        for panel, group in groups_of(view.panels, "lines"):
            rows = turned(view.lying, group.table)
            marks = Marks({"place": rows[:, 0], "value": rows[:, 1]}, group.label, panel, axes, group=group, raw=raw)
            drawn.append(marks)
        if not view.beside & {"segments", "boxes", "violins"}:  # a line of two vertices without a label
            drawn += _two_vertices(view, axes)
        drawn += _dots_between_gaps(table, view, axes)
        return [Check("line", table, ("place", "value"), drawn, once=True)]


class Outlines:
    """The vertices of open or closed outlines, each once; they repeat lines, perhaps those of other panels."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        axes = dict(zip(("place", "value"), axis_names(view.lying), strict=True))
        drawn = []
        for panel, group in groups_of(view.panels, "polygons"):
            rows = turned(view.lying, group.table)
            drawn.append(Marks({"place": rows[:, 0], "value": rows[:, 1]}, group.label, panel, axes))
        return [Check("outline", table, ("place", "value"), drawn, once=True, anywhere=True)]


def _two_vertices(view: View, axes: Mapping[str, str]) -> list[Marks]:
    """Each segment as a line of its own; all as one when some are not listed."""
    drawn = []
    for panel, group in groups_of(view.panels, "segments"):
        ends = turned(view.lying, group.table.reshape(-1, 2))
        if not group.is_whole:
            drawn.append(Marks({"place": ends[:, 0], "value": ends[:, 1]}, group.label, panel, axes, group=group))
            continue
        for place in range(0, len(ends), 2):
            one = ends[place : place + 2]
            drawn.append(Marks({"place": one[:, 0], "value": one[:, 1]}, group.label, panel, axes))
    return drawn


def _dots_between_gaps(table: Table, view: View, axes: Mapping[str, str]) -> list[Marks]:
    """The points of lone values: some libraries draw no line of one vertex, but a dot."""
    lone = LonePlaces(table, view)
    drawn = []
    for panel, group in groups_of(view.panels, "points") if lone.any else ():
        rows = turned(view.lying, group.table)
        own = rows[lone.among(rows[:, 0], panel)]
        if len(own):
            drawn.append(Marks({"place": own[:, 0], "value": own[:, 1]}, group.label, panel, axes))
    return drawn


def back_and_forth(view: View) -> str | None:
    """The label of a line whose vertices do not go one way along the axis of the places; None when all do."""
    for _, group in groups_of(view.panels, "lines"):
        if group.count > 2 and not group.steady[1 if view.lying else 0]:
            return group.label
    return None
