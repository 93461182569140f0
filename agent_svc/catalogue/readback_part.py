"""The words of read-back declarations, and what all of their parts share."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from agent_svc.catalogue.option import Name

MarkKind = Literal[
    "points",
    "lines",
    "outlines",
    "areas",
    "bars",
    "segments",
    "levels",
    "boxes",
    "violins",
    "hills",
    "cells",
    "wedges",
    "tiles",
    "arrows",
]
Channel = Literal[
    "place", "across", "value", "series", "low", "high", "open", "close", "start", "end", "size", "dx", "dy"
]
Match = Literal["equal", "subset", "contains", "extent", "total", "curve"]
Statistic = Literal["mean", "sum", "median", "count", "min", "max"]
STATISTICS: Final = ("mean", "sum", "median", "count", "min", "max")
Condition: TypeAlias = Name | dict[Name, tuple[str | bool | float, ...]]
How: TypeAlias = Name  # an option of the chart that names a statistic, or a statistic


class Part(BaseModel):
    """One part of a declaration: nothing in it that is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Step(Part):
    """One transform of the table of records."""

    when: Condition | None = None  # an option that must be set, or the values that it must have
