"""Violins: one filling per sample, from its smallest to its largest value, as wide as its values are dense."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from agent_svc.gates.figure import Panel
from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names
from agent_svc.gates.readback.families.shapes import misshapen
from agent_svc.gates.readback.kernels import ENOUGH
from agent_svc.gates.readback.table import Table


class Violins:
    """The extents and the shapes of fillings. With fewer than five values, or equal ones, there need be none."""

    turns = True

    def checks(self, table: Table, view: View) -> list[Check]:
        frame = table.frame.dropna(subset=["value"])
        keys = table.has("place", "series")
        groups = frame.groupby(keys, observed=True)["value"] if keys else frame.assign(_all=0).groupby("_all")["value"]
        extents = pd.DataFrame({"low": groups.min(), "high": groups.max(), "count": groups.count()}).reset_index()
        largest = np.maximum(extents["low"].abs(), extents["high"].abs())
        needed = (extents["count"] >= ENOUGH) & (extents["high"] - extents["low"] > 1e-9 * largest)
        drawn = _fillings(view.panels, lying=view.lying)
        compare = ("place", "low", "high") if "place" in keys else ("low", "high")
        shape = misshapen(table.with_frame(frame), view)
        return [
            Check("violin", table.with_frame(extents), compare, drawn, match="subset", mismatch=shape),
            Check("violin", table.with_frame(extents[needed]), compare, drawn, match="contains"),
        ]


def _fillings(panels: Sequence[Panel], *, lying: bool) -> list[Marks]:
    place, value = axis_names(lying)
    across, along = (1, 0) if lying else (0, 1)
    return [
        Marks(
            {
                "place": np.array([(group.min[across] + group.max[across]) / 2]),
                "low": np.array([group.min[along]]),
                "high": np.array([group.max[along]]),
            },
            group.label,
            panel,
            {"place": place, "low": value, "high": value},
        )
        for panel, group in groups_of(panels, "areas")
    ]
