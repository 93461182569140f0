"""Segments: one straight line per row, from its lower to its upper end at its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned, with_ends
from agent_svc.gates.readback.table import Table, floats


class Segments:
    """Lines of two vertices along the axis of the values: stems, error bars, dumbbells, wicks."""

    turns = True

    def checks(self, table: Table, view: View) -> list[Check]:
        if any(not group.is_whole for _, group in groups_of(view.panels, "segments")):
            return [_in_bulk(table, view)]
        wanted = with_ends(table)
        wanted = wanted.with_frame(wanted.frame[floats(wanted.frame["low"]) != floats(wanted.frame["high"])])
        drawn = [_with_length(marks) for marks in upright(view.panels, lying=view.lying)]
        if "violins" in view.beside and not any(marks.count for marks in drawn):
            return [_ends_across(wanted, view)]
        return [Check("line", wanted, ("place", "low", "high"), drawn)]


class Levels:
    """Lines of two vertices across the axis of the values: medians, the levels between the bars of a waterfall."""

    turns = True

    def checks(self, table: Table, view: View) -> list[Check]:
        return [Check("line", table, ("place", "value"), across(view.panels, lying=view.lying))]


def _ends_across(table: Table, view: View) -> Check:
    """The check of segments across the axis of the values: seaborn draws quartiles and medians so."""
    frame = table.frame.drop(columns=["value", "low", "high"])
    ends = [frame.assign(value=table.frame[name]) for name in ("value", "low", "high")]
    return Check("line", table.with_frame(pd.concat(ends)), ("place", "value"), across(view.panels, lying=view.lying))


def _in_bulk(table: Table, view: View) -> Check:
    """The check of more segments than are listed: both ends in the order in which they are drawn, for the digest."""
    frame = table.frame
    if not {"low", "high"} <= set(frame.columns):
        frame = frame.assign(low=0.0, high=frame["value"])
    place, value = axis_names(view.lying)
    raw = ("low", "place", "high", "place") if view.lying else ("place", "low", "place", "high")
    drawn = []
    for panel, group in groups_of(view.panels, "segments"):
        rows = turned(view.lying, group.table)
        columns = {"place": rows[:, 0], "low": rows[:, 1], "high": rows[:, 3]}
        axes = {"place": place, "low": value, "high": value}
        drawn.append(Marks(columns, group.label, panel, axes, group=group, raw=raw))
    return Check("line", table.with_frame(frame), ("place", "low", "high"), drawn)


def _with_length(marks: Marks) -> Marks:
    """Without segments that begin where they end: nothing is seen of them."""
    seen = marks.columns["low"] != marks.columns["high"]
    return replace(marks, columns={channel: column[seen] for channel, column in marks.columns.items()})


def upright(panels: Sequence[Panel], *, lying: bool) -> list[Marks]:
    """The segments along the axis of the values."""
    place, value = axis_names(lying)
    drawn = []
    for panel, label, rows in _pairs(panels, lying=lying):
        rows = rows[np.isclose(rows[:, 0], rows[:, 2], rtol=1e-9, atol=0)]
        ends = np.sort(rows[:, [1, 3]], axis=1)
        columns = {"place": rows[:, 0], "low": ends[:, 0], "high": ends[:, 1]}
        drawn.append(Marks(columns, label, panel, {"place": place, "low": value, "high": value}))
    return drawn


def across(panels: Sequence[Panel], *, lying: bool) -> list[Marks]:
    """The segments across the axis of the values: the medians of boxes, caps. The place is their middle."""
    place, value = axis_names(lying)
    drawn = []
    for panel, label, rows in _pairs(panels, lying=lying):
        rows = rows[np.isclose(rows[:, 1], rows[:, 3], rtol=1e-9, atol=0) & (rows[:, 0] != rows[:, 2])]
        columns = {"place": (rows[:, 0] + rows[:, 2]) / 2, "value": rows[:, 1]}
        drawn.append(Marks(columns, label, panel, {"place": place, "value": value}))
    return drawn


def _pairs(panels: Sequence[Panel], *, lying: bool) -> Iterator[tuple[Panel, str, Array]]:
    for panel, group in groups_of(panels, "segments"):
        yield panel, group.label, turned(lying, group.table)
    for panel, group in groups_of(panels, "lines"):
        if group.count == 2 and group.is_whole:
            yield panel, group.label, turned(lying, group.table.reshape(1, 4))
