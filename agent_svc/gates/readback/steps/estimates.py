"""Steps that estimate: densities, letter values, bands of confidence and lines through quartiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from agent_svc.catalogue import readback_estimates as declared
from agent_svc.gates.readback import kernels
from agent_svc.gates.readback.steps.groups import grouped
from agent_svc.gates.readback.table import Table, floats

Array = npt.NDArray[np.float64]
_CERTAINTY: Final = 0.95  #: with which letter values are told apart (Hofmann, Wickham and Kafadar 2017)


def samples(table: Table, step: declared.Samples) -> Table:
    """The rows of samples that have a density, or those of the others."""
    known = table.with_frame(table.frame.dropna(subset=["value"]))
    wanted = step.samples == "dense"
    parts = [part for _, part in grouped(known, step.within) if kernels.is_dense(floats(part["value"])) == wanted]
    return table.with_frame(pd.concat(parts) if parts else known.frame.iloc[:0])


def density(table: Table, step: declared.Density) -> Table:
    """The density of each sample at equal distances."""
    frame = table.frame.dropna(subset=["value"])
    factor = table.option(step.density)
    factor = float(factor) if isinstance(factor, int | float) else 1.0
    log = bool(step.log and table.options.get(step.log)) and bool((frame["value"] > 0).all())

    def curve(part: pd.DataFrame) -> pd.DataFrame:
        sample = floats(part["value"])
        if not kernels.is_dense(sample):
            return pd.DataFrame()
        points = np.log10(sample) if log else sample
        places = np.linspace(points.min(), points.max(), step.points)
        heights = kernels.density(points, places, factor * kernels.scott(points))
        places = 10**places if log else places
        places[[0, -1]] = sample.min(), sample.max()
        return pd.DataFrame({step.at: places, step.height: heights})

    return _each(table, step.within, (step.at, step.height), curve)


def letters(table: Table, step: declared.Letters) -> Table:
    """Boxes at the letter values that a sample can tell, or the values beyond them."""
    reach = 2 * NormalDist().inv_cdf(0.5 + _CERTAINTY / 2) ** 2

    def boxes(part: pd.DataFrame) -> pd.DataFrame:
        sample = floats(part["value"])
        depth = max(int(np.log2(len(sample)) - np.log2(reach)), 0) + 1
        tails = 0.5 ** np.arange(2, depth + 2)
        lows, highs = np.quantile(sample, tails), np.quantile(sample, 1 - tails)
        if step.letters == "boxes":
            return pd.DataFrame({"low": lows, "high": highs})
        return pd.DataFrame({"value": sample[(sample < lows[-1]) | (sample > highs[-1])]})

    known = table.with_frame(table.frame.dropna(subset=["value"]))
    return _each(known, step.within, ("low", "high") if step.letters == "boxes" else ("value",), boxes)


def band(table: Table, step: declared.Band) -> Table:
    """The line of least squares of each group with the band in which its mean lies with that confidence."""

    def line(part: pd.DataFrame) -> pd.DataFrame:
        a, b = floats(part["place"]), floats(part["value"])
        if len(np.unique(a)) < 2:
            return pd.DataFrame()
        middle, freedom = a.mean(), len(a) - 2
        squares = ((a - middle) ** 2).sum()
        slope = ((a - middle) * (b - b.mean())).sum() / squares
        left = ((b - b.mean() - slope * (a - middle)) ** 2).sum()
        places = np.linspace(a.min(), a.max(), step.points)
        values = b.mean() + slope * (places - middle)
        error = np.sqrt(left / max(freedom, 1) * (1 / len(a) + (places - middle) ** 2 / squares))
        half = student(0.5 + step.band / 2, freedom) * error if freedom > 0 else 0 * error
        return pd.DataFrame({"place": places, "value": values, "low": values - half, "high": values + half})

    known = table.with_frame(table.frame.dropna(subset=["place", "value"]))
    return _each(known, step.within, ("place", "value", "low", "high"), line)


def student(level: float, freedom: int) -> float:
    """The quantile of Student's t: in closed form up to 2 degrees of freedom, then Abramowitz and Stegun 26.7.5."""
    if freedom == 1:
        return float(np.tan(np.pi * (level - 0.5)))
    if freedom == 2:
        return float((2 * level - 1) * np.sqrt(2 / (4 * level * (1 - level))))
    z = NormalDist().inv_cdf(level)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, 1)))


def through(table: Table, step: declared.Through) -> Table:
    """Both ends of the line through the quartiles of each group; none of fewer than four values, or of equal ones."""
    normal = NormalDist().inv_cdf(0.75)

    def line(part: pd.DataFrame) -> pd.DataFrame:
        places, values = floats(part["place"]), floats(part["value"])
        low, high = np.percentile(values, [25, 75])
        if high <= low or len(values) < 4:
            return pd.DataFrame()
        ends = np.array([places.min(), places.max()])
        return pd.DataFrame({"place": ends, "value": (low + high) / 2 + (high - low) / (2 * normal) * ends})

    return _each(table, step.within, ("place", "value"), line)


def ranges(table: Table, step: declared.Ranges) -> Table:
    """The means of ranges along place that hold as many rows each."""
    frame = table.frame.dropna(subset=["place", "value"]).reset_index(drop=True)
    rows = pd.DataFrame({"place": floats(frame["place"]), "value": floats(frame["value"])})
    if len(rows) < 2 * step.each:
        return table.with_frame(rows.iloc[:0])
    cut = pd.qcut(rows["place"], min(step.ranges, len(rows) // step.each), duplicates="drop")
    return table.with_frame(rows.groupby(cut, observed=True).mean().reset_index(drop=True))


def _each(
    table: Table, within: Sequence[str], columns: Sequence[str], change: Callable[[pd.DataFrame], pd.DataFrame]
) -> Table:
    """What becomes of each group, beside the names that its rows share; `columns`: what there is even without any."""
    keys, parts = table.has(*within), []
    for key, part in grouped(table, within) if len(table.frame) else []:
        made = change(part)
        parts.append(made.assign(**dict(zip(keys, key, strict=True))) if len(made) else made)
    whole = pd.concat([part for part in parts if len(part)] or [pd.DataFrame(columns=[*keys, *columns])])
    for channel in keys:
        column = table.frame[channel]
        if isinstance(column.dtype, pd.CategoricalDtype):
            whole[channel] = pd.Categorical(whole[channel], column.cat.categories, ordered=True)
    return table.with_frame(whole.reset_index(drop=True))
