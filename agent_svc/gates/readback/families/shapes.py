"""Shapes: whether violins are as wide as the values of their samples are dense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from agent_svc.gates.figure import Array
from agent_svc.gates.readback import kernels
from agent_svc.gates.readback.drawn import groups_of, texts_at, tick_labels
from agent_svc.gates.readback.families.base import View, axis_names, turned
from agent_svc.gates.readback.mismatch import Mismatch
from agent_svc.gates.readback.table import Table, floats

OFF: Final = 0.02  #: of the widest place: what is left of kernels that a library adds up in bins
_GRID: Final = 256  # places at which the widest one is looked for


def misshapen(table: Table, view: View) -> Mismatch | None:
    """The first filling that ends where a sample ends and is not its density; None when there is none.

    Kernels may be as wide as Scott's rule says or Silverman's, and along a logarithmic axis those of the logarithms.
    """
    samples = [(name, sample) for name, sample in _samples(table) if kernels.is_dense(sample)]
    log = bool(table.options.get("log_y")) and all((sample > 0).all() for _, sample in samples)
    book = table.book("place")
    for panel, group in groups_of(view.panels, "areas"):
        rows = turned(view.lying, group.table)
        across = 1 if view.lying else 0
        middle, widest = (group.min[across] + group.max[across]) / 2, (group.max[across] - group.min[across]) / 2
        (text,) = texts_at(np.array([middle]), tick_labels(panel, axis_names(view.lying)[0], view.panels))
        name = book.reading(text) if book is not None else None
        ends = group.min[1 - across], group.max[1 - across]
        own = [sample for key, sample in samples if (name is None or key in (name, None)) and _ends_at(sample, ends)]
        looked_at = {"whole": group.is_whole, "log": log}
        if own and not any(_is_density(rows, middle, widest, sample, **looked_at) for sample in own):
            whose = f" of “{name}”" if name else ""
            return Mismatch(f"The violin{whose} is not as wide as its values are dense.", 1)
    return None


def _samples(table: Table) -> Iterator[tuple[str | None, Array]]:
    keys = table.has("place", "series")
    if not keys:
        yield None, floats(table.frame["value"])
        return
    for key, part in table.frame.groupby(keys, observed=True):
        yield (str(key[0]) if keys[0] == "place" else None), floats(part["value"])


def _ends_at(sample: Array, ends: tuple[float, float]) -> bool:
    slack = 1e-6 * float(np.abs(sample).max())
    return bool(abs(sample.min() - ends[0]) <= slack and abs(sample.max() - ends[1]) <= slack)


def _is_density(rows: Array, middle: float, widest: float, sample: Array, *, whole: bool, log: bool) -> bool:
    """Whether each vertex [across, along] stands as far from the middle as the density is high there, on both sides."""
    aside, along = rows[:, 0] - middle, rows[:, 1]
    if whole and not _are_alike(along[aside < 0], along[aside > 0]):
        return False
    points, places = (np.log10(sample), np.log10(along)) if log else (sample, along)
    grid = np.linspace(points.min(), points.max(), _GRID)
    different, back = np.unique(np.concatenate([places, grid]), return_inverse=True)
    for rule in (kernels.scott, kernels.silverman):
        heights = kernels.density(points, different, rule(points))
        if (np.abs(np.abs(aside) / widest - heights[back[: len(places)]] / heights.max()) <= OFF).all():
            return True
    return False


def _are_alike(left: Array, right: Array) -> bool:
    """Whether both sides have their vertices at the same places."""
    return len(left) == len(right) and bool(np.allclose(np.sort(left), np.sort(right), rtol=1e-9, atol=0))
