"""Steps of statistics: bins, least squares, distributions, correlations."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from agent_svc.catalogue import readback_statistics as declared
from agent_svc.gates.readback.steps.groups import grouped
from agent_svc.gates.readback.table import ROW, Table, floats

Array = npt.NDArray[np.float64]

ROUNDING: Final = 1e-12  # of the largest value: a perfect fit leaves some digits of a float, not nothing


def bin_values(table: Table, step: declared.Bin) -> Table:
    """Counts, shares or densities of the values in bins that all series share."""
    frame = table.frame.dropna(subset=["value"])
    if frame.empty:
        return table.with_frame(frame)
    bins, dates = table.option(step.bin), "value" in table.dates
    log = not dates and bool(step.log and table.options.get(step.log))
    edges = bin_edges(frame["value"].to_numpy(), bins if isinstance(bins, int) else None, log=log, dates=dates)
    scale = str(table.option(step.scale))
    parts = []
    for key, part in grouped(table.with_frame(frame), ("series",)):
        counts = np.histogram(part["value"], edges)[0].astype(float)
        if scale == "percent":
            counts *= 100 / len(part)
        elif scale == "density":
            counts /= len(part) * np.diff(edges)
        rows = pd.DataFrame({"start": edges[:-1], "end": edges[1:], "value": counts})
        if key:
            rows["series"] = pd.Categorical([key[0]] * len(rows), frame["series"].cat.categories, ordered=True)
        parts.append(rows)
    return table.with_frame(pd.concat(parts, ignore_index=True))


def bin_edges(values: Array, bins: int | None, *, log: bool, dates: bool) -> Array:
    """Equal bins: as many as asked for, one per whole number when few, else by the rule of Freedman and Diaconis."""
    scaled = np.log10(values) if log else values
    low, high = float(scaled.min()), float(scaled.max())
    if low == high:
        edges = low + np.array([-0.5, 0.5]) * (abs(low) / 10 or 1.0)
    elif bins is None and not log and not dates and (values % 1 == 0).all() and high - low <= 30:
        edges = np.arange(low - 0.5, high + 1)
    else:
        width = float(np.subtract(*np.percentile(scaled, [75, 25])))
        rule = (high - low) / (2 * width / len(scaled) ** (1 / 3)) if width else 10
        edges = np.linspace(low, high, (bins or int(np.clip(np.ceil(rule), 5, 60))) + 1)
    if not log:
        return edges
    edges = 10**edges
    if low < high:
        edges[[0, -1]] = values.min(), values.max()
    return edges


def fit(table: Table, step: declared.Fit) -> Table:
    """What a polynomial gives at each place, or what it leaves of each value."""
    frame = table.frame.dropna(subset=table.has("place", "value")).reset_index(drop=True)
    values = frame["value"].copy()
    degree = table.option(str(step.degree)) if isinstance(step.degree, str) else step.degree
    for _, part in grouped(table.with_frame(frame), step.within):
        places = floats(part["place"])
        if len(np.unique(places)) <= int(str(degree)):
            values.loc[part.index] = np.nan
            continue
        curve = np.polynomial.Polynomial.fit(places, part["value"], int(str(degree)))(places)
        values.loc[part.index] = curve if step.fit == "curve" else part["value"] - curve
    fitted = table.with_frame(frame.assign(value=values))
    if step.fit == "curve" or frame.empty:
        return fitted
    return replace(fitted, noise={"value": ROUNDING * float(frame["value"].abs().max())})


def ecdf(table: Table, step: declared.Ecdf) -> Table:
    """The share of values up to each value."""
    factor = 100.0 if step.ecdf == "percent" else 1.0
    parts = []
    for _, part in grouped(table.with_frame(table.frame.dropna(subset=["value"])), step.within):
        ordered = part.sort_values("value", kind="stable")
        upto = factor * np.arange(1, len(ordered) + 1) / max(len(ordered), 1)
        parts.append(ordered.assign(place=ordered["value"], value=upto))
    return _joined(table, parts)


def quantiles(table: Table, step: declared.Quantiles) -> Table:
    """Sorted values at the quantiles of the normal distribution."""
    normal = NormalDist()
    parts = []
    for _, part in grouped(table.with_frame(table.frame.dropna(subset=["value"])), step.within):
        ordered = part.sort_values("value", kind="stable")
        count = len(ordered)
        levels = (np.arange(1, count + 1) - step.a) / (count + 1 - 2 * step.a)
        parts.append(ordered.assign(place=[normal.inv_cdf(float(level)) for level in levels]))
    return _joined(table, parts)


def correlate(table: Table, step: declared.Correlate) -> Table:
    """The correlation of each pair of series, over the records that have both."""
    wide = table.frame.pivot_table(index=ROW, columns="series", values="value", observed=False, dropna=False)
    matrix = wide.corr(method=str(table.option(step.correlate)))  # type: ignore[arg-type]
    names = [str(name) for name in matrix.columns]
    rows = [(a, b, float(matrix.to_numpy()[i, j])) for i, a in enumerate(names) for j, b in enumerate(names)]
    frame = pd.DataFrame(rows, columns=["across", "place", "value"])
    for channel in ("across", "place"):
        frame[channel] = pd.Categorical(frame[channel], names, ordered=True)
    return replace(table, frame=frame, kinds={"place": "text", "across": "text"})


def _joined(table: Table, parts: list[pd.DataFrame]) -> Table:
    whole = pd.concat(parts, ignore_index=True) if parts else table.frame.iloc[:0].assign(place=0.0)
    return replace(table, frame=whole, kinds={key: kind for key, kind in table.kinds.items() if key != "place"})
