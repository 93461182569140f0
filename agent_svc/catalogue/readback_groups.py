"""Declared steps: steps that bring rows together, or compare each with its group."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent_svc.catalogue.option import Name
from agent_svc.catalogue.readback_part import Channel, How, Step


class Aggregate(Step):
    """One row per combination of `by`; missing values are ignored, a sum of nothing is missing."""

    aggregate: How
    by: tuple[Channel, ...] = ("place", "series")
    of: tuple[Channel, ...] = ("value",)


class Top(Step):
    """All but the heaviest names of a channel become one, "Other (how many)", or are left out; ties keep data order."""

    top: Channel
    weigh: str = "sum"  # a statistic, an option that names one, or "rows"
    option: Name | None = None  # the option with the number; None or unset: `default`
    default: int | None = Field(default=None, ge=1)  # None: all are kept
    lying: int | None = Field(default=None, ge=1)  # the default when the option `orientation` is "horizontal"
    other: bool | Name = True  # whether the rest becomes one; or the option that says so
    less: int = Field(default=0, ge=0)  # taken off the number: 1 when Other is one of them
    slack: int = Field(default=0, ge=0)  # how many names more than the limit are still all kept
    least: float = Field(default=0, ge=0, lt=1)  # the default counts only names with at least this share of the sum
    positive: bool = False  # only names with a positive weight take part; the others are left out


class Share(Step):
    """Values become shares of the sum within each combination of `within`, in percent or as fractions."""

    share: Literal["percent", "fraction"]
    within: tuple[Channel, ...] = ()


class Rank(Step):
    """Values become ranks within each combination: 1 is the largest, or the smallest."""

    rank: Literal["descending", "ascending"]
    within: tuple[Channel, ...] = ("place",)
    ties: Literal["first", "min", "max", "average", "dense"] = "first"


class Normalise(Step):
    """Values become 0 to 1 (unit) or distances from the mean in standard deviations, within each combination."""

    normalise: Literal["unit", "zscore"]
    within: tuple[Channel, ...] = ("series",)


class Extent(Step):
    """One row per combination with the smallest value as `low` and the largest as `high`."""

    extent: tuple[Channel, ...]


class Spread(Step):
    """One row per combination: the centre as value, `low` and `high` around it; as they are where those are `given`."""

    spread: Name | Literal["sd", "sem", "ci95", "minmax", "quartiles"]
    given: Channel | None = None  # half of what is between them, of each row
    center: How = "mean"
    by: tuple[Channel, ...] = ("place", "series")
