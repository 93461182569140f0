"""Lone values: those with a gap before and after them, where a line has no length and an area no width."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.drawn import texts_at, tick_labels
from agent_svc.gates.readback.families.base import View, axis_names
from agent_svc.gates.readback.table import Table, floats


def lone_rows(table: Table) -> Table:
    """The rows whose values have no neighbour in their series."""
    frame = table.frame
    if not table.has("place") or not table.has("value"):
        return table.with_frame(frame.iloc[:0])
    at = frame["place"].cat.codes.to_numpy() if table.is_named("place") else floats(frame["place"])
    ordered = frame.iloc[np.argsort(at, kind="stable")]
    kept = []
    for _, part in ordered.groupby("series", observed=True) if table.has("series") else [((), ordered)]:
        known = np.concatenate([[False], np.isfinite(floats(part["value"])), [False]])
        kept.append(part[known[1:-1] & ~known[:-2] & ~known[2:]])
    return table.with_frame(pd.concat(kept) if kept else frame.iloc[:0])


class LonePlaces:
    """Where the lone values of a table stand: along an axis of numbers or dates, or beside its ticks."""

    def __init__(self, table: Table, view: View) -> None:
        rows = lone_rows(table)
        self._view = view
        self._axis = axis_names(view.lying)[0]
        self._book = rows.book("place")
        self._places = floats(rows.frame["place"]) if self._book is None and rows.has("place") else np.empty(0)
        self.any = not rows.frame.empty

    def among(self, places: Array, panel: Panel) -> npt.NDArray[np.bool_]:
        """Which of the places are among them; a place that no tick names may be."""
        if self._book is not None:
            texts = texts_at(places, tick_labels(panel, self._axis, self._view.panels))
            return np.array([text is None or self._book.knows(text) for text in texts], dtype=bool)
        near: npt.NDArray[np.bool_] = np.isclose(places[:, None], self._places[None], rtol=1e-9, atol=1e-9)
        return np.asarray(near.any(axis=1))
