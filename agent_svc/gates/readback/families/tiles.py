"""Tiles: one rectangle per row, its area as large as its share of the sum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agent_svc.gates.figure import Panel
from agent_svc.gates.readback.drawn import groups_of
from agent_svc.gates.readback.families.base import Check, View
from agent_svc.gates.readback.families.wedges import named_shares, shares_of
from agent_svc.gates.readback.labels import name_in
from agent_svc.gates.readback.table import Table


class Tiles:
    """The areas of rectangles; each is called by the text that stands in it."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        rows = [(panel, row) for panel, group in groups_of(view.panels, "bars") for row in group.table.tolist()]
        areas = np.array([abs((x1 - x0) * (y1 - y0)) for _, (x0, y0, x1, y1) in rows])
        names = [_name(panel, row) for panel, row in rows]
        shares = areas / areas.sum() if len(areas) and areas.sum() else areas
        return [Check("tile", shares_of(table), ("place", "value"), [named_shares(shares, names)])]


def _name(panel: Panel, row: Sequence[float]) -> str:
    x0, y0, x1, y1 = row
    for anchor in panel.anchors:
        inside = min(x0, x1) <= anchor.x <= max(x0, x1) and min(y0, y1) <= anchor.y <= max(y0, y1)
        if inside and (name := name_in(anchor.text)):
            return name
    return ""
