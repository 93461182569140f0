"""Lines: one vertex per row, at its place and value."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from agent_svc.gates.figure import Array
from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned
from agent_svc.gates.readback.table import Table, floats


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
    """The points of values with a gap before and after them: some libraries draw no line of one vertex, but a dot."""
    lone = lone_places(table)
    if not len(lone):
        return []
    drawn = []
    for panel, group in groups_of(view.panels, "points"):
        rows = turned(view.lying, group.table)
        own = rows[stand_at(rows[:, 0], lone)]
        if len(own):
            drawn.append(Marks({"place": own[:, 0], "value": own[:, 1]}, group.label, panel, axes))
    return drawn


def stand_at(places: Array, lone: Array) -> npt.NDArray[np.bool_]:
    """Which of the places are among the lone ones."""
    near: npt.NDArray[np.bool_] = np.isclose(places[:, None], lone[None], rtol=1e-9, atol=1e-9)
    return np.asarray(near.any(axis=1))


def lone_places(table: Table) -> Array:
    """The places of values that have no neighbour in their series."""
    if table.is_named("place") or not table.has("place") or not table.has("value"):
        return np.empty(0)
    frame = table.frame.assign(_at=floats(table.frame["place"]), _known=np.isfinite(floats(table.frame["value"])))
    places = []
    for _, part in frame.groupby("series", observed=True) if table.has("series") else [((), frame)]:
        line = part.sort_values("_at")
        known = np.concatenate([[False], line["_known"].to_numpy(), [False]])
        places.append(line["_at"].to_numpy()[known[1:-1] & ~known[:-2] & ~known[2:]])
    return np.concatenate(places) if places else np.empty(0)


def back_and_forth(view: View) -> str | None:
    """The label of a line whose vertices do not go one way along the axis of the places; None when all do."""
    for _, group in groups_of(view.panels, "lines"):
        if group.count > 2 and not group.steady[1 if view.lying else 0]:
            return group.label
    return None
