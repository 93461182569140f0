"""Hills: one filling per sample, on the line of its category, as high as the values are dense."""

from __future__ import annotations

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.drawn import Marks, groups_of, texts_at, tick_labels
from agent_svc.gates.readback.families.base import Check, View
from agent_svc.gates.readback.table import Table, floats


class Hills:
    """The heights of fillings over their own base, as shares of the highest: one scale for all, whatever it is."""

    turns = False

    def checks(self, table: Table, view: View) -> list[Check]:
        sizes = floats(table.frame["size"])
        wanted = table.with_frame(table.frame.assign(size=sizes / sizes.max() if len(sizes) else sizes))
        hills = [(panel, group.label, *_standing(group.table)) for panel, group in groups_of(view.panels, "areas")]
        highest = max((float(heights.max()) for *_, heights in hills if len(heights)), default=1.0) or 1.0
        drawn = []
        for panel, label, base, places, heights in hills:
            columns = {"value": places, "size": heights / highest}
            drawn.append(Marks(columns, label, panel, names={"place": _name(panel, base, view) * len(places)}))
        return [Check("hill", wanted, ("place", "value", "size"), drawn, once=True)]


def _standing(outline: Array) -> tuple[float, Array, Array]:
    """Where a lying hill has its base, and place and height of each vertex that is not on it.

    The base is the coordinate across that most vertices share. A height of zero is never drawn by kernels.
    """
    across, counts = np.unique(outline[:, 1], return_counts=True)
    base = float(across[np.argmax(counts)])
    risen = outline[outline[:, 1] != base]
    return base, risen[:, 0], np.abs(risen[:, 1] - base)


def _name(panel: Panel, base: float, view: View) -> list[str]:
    (text,) = texts_at(np.array([base]), tick_labels(panel, "y", view.panels))
    return [text or ""]
