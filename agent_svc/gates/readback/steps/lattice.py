"""Steps onto a lattice: hexagons over the places of all rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from agent_svc.catalogue import readback_estimates as declared
from agent_svc.gates.readback.table import Table, floats

Array = npt.NDArray[np.float64]
_SHAPE: Final = 1.9  #: how much wider than high the plane is on which hexagons are regular
_PADDING: Final = 1e-9  #: of the axis' length that matplotlib adds along the places


def hexagons(table: Table, step: declared.Hexagons) -> Table:
    """The middles of hexagons that hold rows, with the sum of their values: matplotlib's own lattice."""
    x, y, values = (floats(table.frame[channel]) for channel in ("place", "across", "value"))
    if not len(x):
        return table
    chosen = table.option(step.hexagons)
    count = chosen if isinstance(chosen, int) else int(np.clip(2 * np.sqrt(len(x)), 12, 60))
    (left, right), (bottom, top) = _ends(x), _ends(y)
    padding = _PADDING * (right - left)
    left, right = left - padding, right + padding
    wide = (right - left) / count
    high = (top - bottom) / max(round(count / _SHAPE / np.sqrt(3)), 2)
    across, up = (x - left) / wide, (y - bottom) / high
    # Two lattices of rectangles, the second half a step aside: a row belongs to the nearer middle.
    corners, middles = (np.round(across), np.round(up)), (np.floor(across) + 0.5, np.floor(up) + 0.5)
    near, far = ((across - a) ** 2 + 3 * (up - b) ** 2 for a, b in (corners, middles))
    spots = [np.where(near < far, corner, middle) for corner, middle in zip(corners, middles, strict=True)]
    sums = pd.DataFrame({"place": spots[0], "across": spots[1], "value": values}).groupby(["place", "across"])["value"]
    frame = sums.sum().reset_index()
    frame = frame.assign(place=left + wide * frame["place"], across=bottom + high * frame["across"])
    return replace(table, frame=frame, kinds={})


def _ends(values: Array) -> tuple[float, float]:
    """Smallest and largest, a tenth further apart when they are equal."""
    low, high = float(values.min()), float(values.max())
    if high - low > max(abs(low), abs(high)) * np.finfo(float).tiny * 1e6 and high > low:
        return low, high
    return (-0.1, 0.1) if low == high == 0 else (low - 0.1 * abs(low), high + 0.1 * abs(high))
