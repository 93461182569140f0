"""Declared steps: steps that choose which names are shown, by their order and not by what they weigh."""

from __future__ import annotations

from pydantic import Field

from agent_svc.catalogue.option import Name
from agent_svc.catalogue.readback_part import Channel, Step


class First(Step):
    """Only the first names of a channel, in their order."""

    first: int = Field(ge=1)
    of: Channel


class Ends(Step):
    """Of more names with a value than that, only the first and the last."""

    ends: Channel
    above: int = Field(ge=2)


class Lead(Step):
    """Only the first names in the order of an option: by the mean of their values, their spans, or their names."""

    lead: Channel
    order: Name  # the option: ascending, descending, label, difference (the widest span first) or as in the data
    option: Name  # the option with the number
    default: int = Field(ge=1)


class Join(Step):
    """Names of two channels become one of the first: "place · series"; as they are where one is not there."""

    join: Channel
    with_: Channel = Field(alias="with")
