"""Logarithms: figures that hold them instead of the values, and marks that stand on the end of a logarithmic axis."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from agent_svc.gates.figure import Array, Group, Panel
from agent_svc.gates.readback.sheet import group_of

_LARGEST: Final = 300.0  # of a power of ten that a number can hold
#: By kind of marks, which columns run along x and along y.
_SIDES: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = {
    **{kind: {"x": (0,), "y": (1,)} for kind in ("points", "lines", "areas", "polygons", "cells")},
    **{kind: {"x": (0, 2), "y": (1, 3)} for kind in ("bars", "segments", "boxes")},
}


def raised(panel: Panel, sides: str) -> Panel | None:
    """The panel with powers of ten in the place of the numbers along these sides; None when not all are listed.

    Of an area too large to list, the ends are what counts.
    """
    if not all(group.is_whole for kind in _SIDES if kind != "areas" for group in panel.marks.of(kind)):
        return None

    def power(kind: str, rows: Array) -> Array:
        rows = rows.copy()
        width = rows.shape[1]
        wanted = _SIDES["points" if width == 2 else kind]
        for side in sides:
            places = [place for place in wanted[side] if place < width]
            rows[:, places] = 10.0 ** np.clip(rows[:, places], -_LARGEST, _LARGEST)
        return rows

    return _changed(panel, power)


def grounded(panel: Panel) -> Panel:
    """The panel with bars and steps that begin at zero where all of them begin at one end of the axis."""
    bars = [group.table for group in panel.marks.of("bars") if group.is_whole]
    place = _floor_of(np.concatenate(bars)) if bars else None

    def ground(kind: str, rows: Array) -> Array:
        rows = rows.copy()
        if kind == "bars" and place is not None:
            rows[:, place] = 0.0
        elif kind == "polygons":
            rows[rows[:, 1] == rows[:, 1].min(), 1] = 0.0
        return rows

    return _changed(panel, ground)


def _floor_of(bars: Array) -> int | None:
    """The column in which all bars begin at the same place above zero, upright ones first; None when there is none."""
    return next((place for place in (1, 0) if (bars[:, place] == bars[0, place]).all() and bars[0, place] > 0), None)


def in_sight(panel: Panel, sides: Sequence[str]) -> Panel:
    """The panel without points and vertices that logarithmic axes along these sides cannot show, if any are left."""
    places = [{"x": 0, "y": 1}[side] for side in sides]
    groups = dict(panel.marks.groups)
    for kind in ("points", "lines"):
        own = [group for group in panel.marks.of(kind) if group.is_whole]
        shown = [(group, group.table[(group.table[:, places] > 0).all(axis=1)]) for group in own]
        if len(own) == len(panel.marks.of(kind)) and any(len(rows) for _, rows in shown):
            groups[kind] = [group_of(rows, group.label) for group, rows in shown if len(rows)]
    return panel.model_copy(update={"marks": panel.marks.model_copy(update={"groups": groups})})


def _changed(panel: Panel, change: Callable[[str, Array], Array]) -> Panel:
    """The panel with other rows; of groups that are not listed whole, both ends are changed, too."""
    groups: dict[str, list[Group]] = {}
    for kind, own in panel.marks.groups.items():
        known = kind in _SIDES
        groups[kind] = [_replaced(kind, group, change) if known else group for group in own]
    return panel.model_copy(update={"marks": panel.marks.model_copy(update={"groups": groups})})


def _replaced(kind: str, group: Group, change: Callable[[str, Array], Array]) -> Group:
    made = group_of(change(kind, group.table), group.label, group.names)
    same: dict[str, object] = {"colors": group.colors, "steady": group.steady, "count": group.count}
    if not group.is_whole:
        low, high = change(kind, np.array([group.min, group.max])).tolist()
        same |= {"min": low, "max": high}
    return made.model_copy(update=same)
