"""Declared steps: steps that take values for samples: bins, fits and distributions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent_svc.catalogue.option import Name
from agent_svc.catalogue.readback_part import Channel, Step


class Bin(Step):
    """Values become counts in bins: rows with `start`, `end` and `value`, the same edges for all series.

    Edges: the option's number of equal ones, else one per whole number when few, else Freedman-Diaconis, 5 to 60.
    """

    bin: Name | None  # the option with the number of bins
    log: Name | None = None  # the option that makes the edges equal on a logarithmic axis
    scale: Name | Literal["count", "percent", "density"] = "count"


class Fit(Step):
    """Values become what a polynomial of least squares gives at their place, or what is left of them."""

    fit: Literal["curve", "residual"]
    degree: int | Name = 1
    within: tuple[Channel, ...] = ("series",)


class Ecdf(Step):
    """Each value becomes a place, and its value the share of values up to it (1, or 100 in percent)."""

    ecdf: Literal["fraction", "percent"]
    within: tuple[Channel, ...] = ("series",)


class Quantiles(Step):
    """Sorted values stand at the quantiles of the normal distribution, (i - a) / (n + 1 - 2a)."""

    quantiles: Literal["normal"]
    a: float = Field(default=0.5, ge=0, le=1)
    within: tuple[Channel, ...] = ("series",)


class Correlate(Step):
    """One row per pair of series (`place`, `across`) with the correlation of their values, row by row."""

    correlate: Name | Literal["pearson", "spearman", "kendall"]
