"""Declared steps: steps that estimate how values are distributed or related: densities, letter values, bands."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent_svc.catalogue.option import Name
from agent_svc.catalogue.readback_part import Channel, Step


class Samples(Step):
    """Only rows of samples that are dense enough for a density (five values that differ), or only those of others."""

    samples: Literal["dense", "sparse"]
    within: tuple[Channel, ...] = ("place", "series")


class Density(Step):
    """Each sample becomes the density of Gaussian kernels (Scott's rule, times the option) within its range.

    `at` holds where, at equal distances, and `height` how dense; samples that are not dense enough are left out.
    """

    density: Name  # the option that the width of the kernels is multiplied with
    points: int = Field(ge=2)
    at: Channel = "place"
    height: Channel = "value"
    log: Name | None = None  # the option for decades in the place of units, where all values are positive
    within: tuple[Channel, ...] = ("series",)


class Letters(Step):
    """Each sample becomes the boxes of its letter values (`low`, `high`), or its values beyond the last of them."""

    letters: Literal["boxes", "beyond"]
    within: tuple[Channel, ...] = ("place", "series")


class Band(Step):
    """Each group becomes its line of least squares at equal distances, `low` and `high` the band of confidence."""

    band: float = Field(gt=0, lt=1)
    points: int = Field(ge=2)
    within: tuple[Channel, ...] = ("series",)


class Through(Step):
    """Each group becomes both ends of the line through its quartiles and those of the normal distribution."""

    through: Literal["quartiles"]
    within: tuple[Channel, ...] = ("series",)


class Ranges(Step):
    """The means of place and value in ranges along place with as many rows each; none with too few rows."""

    ranges: int = Field(ge=1)  # at most
    each: int = Field(ge=1)  # rows that a range has at least, and twice as many there must be


class Hexagons(Step):
    """Places become hexagons of a lattice over all of them: a row for each that has any, with their sum."""

    hexagons: Name  # the option with their number along the places
