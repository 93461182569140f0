"""Wedges: one slice per row, as large as its share of the sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View
from agent_svc.gates.readback.labels import name_in
from agent_svc.gates.readback.mismatch import Mismatch
from agent_svc.gates.readback.table import Table, floats

THINNEST: Final = 1e-9  # of the circle: thinner slices have no width, so nothing says which name is whose

_TURN: Final = 1e-3  # degrees: what single precision leaves of a circle


class Wedges:
    """The angles of slices; a slice is called by the text that stands, or points, within its angle."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        drawn, mismatch = [], None
        for panel, group in groups_of(view.panels, "wedges"):
            rows = group.table
            mismatch = mismatch or _not_in_turn(rows)
            names = group.names or [_name(panel, row) for row in rows.tolist()]
            shares = (rows[:, 1] - rows[:, 0]) / 360
            drawn.append(named_shares(shares, names, panel))
        return [Check("slice", shares_of(table), ("place", "value"), drawn, mismatch=mismatch)]


def _not_in_turn(rows: Array) -> Mismatch | None:
    """Slices of one circle begin where others end."""
    begins, ends = np.sort(rows[:, 0] % 360), np.sort(rows[:, 1] % 360)
    apart = np.abs(begins - ends)
    if (np.minimum(apart, 360 - apart) < _TURN).all() or (np.abs(np.roll(begins, -1) - ends) % 360 < _TURN).all():
        return None
    return Mismatch("The slices overlap, or leave a gap between them.", 1)


def named_shares(shares: Array, names: Sequence[str], panel: Panel | None = None) -> Marks:
    """The marks of these shares, those without a width left out."""
    wide = shares > THINNEST
    named = [name for name, is_wide in zip(names, wide, strict=True) if is_wide]
    return Marks({"value": shares[wide]}, "", panel or Panel(), names={"place": named})


def shares_of(table: Table) -> Table:
    """Values as fractions of their sum, those of slices that have a width."""
    values = floats(table.frame["value"])
    total = float(np.nansum(values))
    frame = table.frame.assign(value=values / total if total else np.nan)
    return table.with_frame(frame[frame["value"] > THINNEST])


def _name(panel: Panel, row: Sequence[float]) -> str:
    """The text within the slice that is nearest to its middle: a slice of nearly all has those of tiny ones, too."""
    begin, end, _, x, y = row
    found: list[tuple[float, str]] = []
    for anchor in panel.anchors:
        if anchor.x == x and anchor.y == y:
            continue  # what stands in the hole of a ring belongs to no slice
        angle = float(np.degrees(np.arctan2(anchor.y - y, anchor.x - x)))
        inside = (angle - begin + 1e-6) % 360 - 1e-6
        if inside <= (end - begin) + 1e-6 and (name := name_in(anchor.text)):
            found.append((abs(inside - (end - begin) / 2), name))
    return min(found)[1] if found else ""
