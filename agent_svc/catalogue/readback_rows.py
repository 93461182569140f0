"""Declared steps: steps that leave out, move or rename rows of the table."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent_svc.catalogue.option import Name
from agent_svc.catalogue.readback_part import Channel, Step


class Drop(Step):
    """Rows without a value in one of the channels are left out."""

    drop: tuple[Channel, ...] = Field(min_length=1)


class Positive(Step):
    """Rows whose value in the channel is zero or below are left out, unless none would be left."""

    positive: Channel
    always: bool = False  # also when nothing is left


class Interval(Step):
    """Dates in `place` move to the start of their interval: hour, day, week, month, quarter, year."""

    interval: Name  # the option, or one of these words
    fill: bool = True  # whether intervals without records become rows without a value


class Cut(Step):
    """Numbers or dates of a channel with more different values than the option says become that many equal ranges."""

    cut: Channel
    option: Name
    default: int = Field(ge=1)
    most: int = Field(default=20, ge=1)  # ranges at most


class Negate(Step):
    """The values of the first (or second) series change their sign."""

    negate: Literal["first", "second"]


class Scale(Step):
    """Values of a channel are multiplied."""

    scale: float
    of: Channel = "value"


class Edges(Step):
    """Each row becomes two whose values are its `low` and its `high`, which are zero and its value without them."""

    edges: Channel


class Copy(Step):
    """The channel's content is also another channel's from here on."""

    copy_: Channel = Field(alias="copy")
    to: Channel
