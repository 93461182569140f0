"""A family of marks: the seam between what a table says and what a figure shows of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from agent_svc.catalogue.readback_part import Match
from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.drawn import Marks
from agent_svc.gates.readback.mismatch import Mismatch
from agent_svc.gates.readback.table import Table, floats


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """One comparison: the rows of `wanted` in the channels `compare` against the marks `drawn`."""

    noun: str  #: what a mark is called: "bar"
    wanted: Table
    compare: tuple[str, ...]
    drawn: Sequence[Marks]
    match: Match = "equal"
    once: bool = False  #: whether a row that comes twice counts as one
    parted: bool = False  #: whether all marks of a series that has a label carry it, whatever else is drawn
    anywhere: bool = False  #: whether a series is also drawn where the label or the title names another
    tolerance: float | None = None  #: of an estimate; None: the chart's
    mismatch: Mismatch | None = None  #: what the family itself found, where rows are not what is compared


@dataclass(frozen=True, slots=True)
class View:
    """How a figure is looked at."""

    panels: Sequence[Panel]
    lying: bool = False  #: whether places run along the y axis
    beside: frozenset[str] = frozenset()  #: the kinds of marks that the chart's other layers are


class Family(Protocol):
    """One kind of marks."""

    turns: bool  #: whether its marks may lie as well as stand

    def checks(self, table: Table, view: View) -> list[Check]:
        """What has to hold."""


def with_ends(table: Table) -> Table:
    """Both ends of each mark, the lower first: from zero to the value where they are not there yet."""
    frame = table.frame
    if "low" in frame.columns and "high" in frame.columns:
        low, high = floats(frame["low"]), floats(frame["high"])
        return table.with_frame(frame.assign(low=np.minimum(low, high), high=np.maximum(low, high)))
    values = floats(frame["value"])
    return table.with_frame(frame.assign(low=np.minimum(values, 0.0), high=np.maximum(values, 0.0)))


def turned(lying: bool, rows: Array) -> Array:
    """Rows [x, y] or [x0, y0, x1, y1] with the axes exchanged when the marks lie."""
    if not lying:
        return rows
    return rows[:, [1, 0]] if rows.shape[1] == 2 else rows[:, [1, 0, 3, 2]]


def axis_names(lying: bool) -> tuple[str, str]:
    """The axis of the places and that of the values."""
    return ("y", "x") if lying else ("x", "y")
