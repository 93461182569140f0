"""A curve: whether vertices lie on the line through given rows."""

from __future__ import annotations

import numpy as np

from agent_svc.gates.figure import Array


def off_the_curve(curve: Array, vertices: Array, tolerance: float) -> tuple[float, float] | None:
    """The first vertex [place, value] that is off the curve through the rows [place, value]; None when all are on it.

    Between two rows the curve is straight, before the first and after the last it goes on as it was. The tolerance is
    one of the range of the values.
    """
    curve = curve[np.argsort(curve[:, 0], kind="stable")]
    _, first = np.unique(curve[:, 0], return_index=True)
    curve = curve[first]
    if len(curve) < 2 or not len(vertices):
        return None
    at = np.clip(np.searchsorted(curve[:, 0], vertices[:, 0]), 1, len(curve) - 1)
    x0, y0, x1, y1 = curve[at - 1, 0], curve[at - 1, 1], curve[at, 0], curve[at, 1]
    wanted = y0 + (y1 - y0) * (vertices[:, 0] - x0) / (x1 - x0)
    scale = max(float(np.ptp(curve[:, 1])), float(np.abs(curve[:, 1]).max()) * 1e-3)
    off = np.abs(vertices[:, 1] - wanted) > max(tolerance, 1e-6) * scale
    if not off.any():
        return None
    place, value = vertices[int(np.argmax(off))]
    return float(place), float(value)


def reaches(curve: Array, vertices: Array) -> bool:
    """Whether the vertices go from the first place of the curve to its last."""
    ends, drawn = curve[:, 0], vertices[:, 0]
    slack = 1e-6 * float(np.ptp(ends))
    return len(drawn) > 0 and bool(drawn.min() <= ends.min() + slack and drawn.max() >= ends.max() - slack)
