"""Declared steps: steps that go along the places of the table, row after row."""

from __future__ import annotations

from typing import Literal

from agent_svc.catalogue.option import Name, Words
from agent_svc.catalogue.readback_part import Channel, Step


class Cumulative(Step):
    """Values become running sums along the channel (rising, or by falling value, “Other” last) in each combination."""

    cumulative: Literal["place", "value", "data"]
    within: tuple[Channel, ...] = ()
    last: bool = True  # whether the last sum is kept


class Bridge(Step):
    """Each value becomes `low` and `high`: where the running sum stood before and after it."""

    bridge: Literal["data", "place"]
    total: Words | None = None  # the name of a last bar from zero to the whole sum, or the option that has it


class Stack(Step):
    """Values become `low` and `high`, on top of each other within each place, in the order of the series.

    zero: one pile. signs: negative values in a pile of their own below zero. fill: shares of 1.
    """

    stack: Literal["zero", "signs", "fill"]
    within: tuple[Channel, ...] = ("place",)
    one_sign: bool = False  # only when no value is negative and there are several series
    gaps: bool = False  # missing values are interpolated along place, and zero at the ends
    empty: bool = True  # with gaps: whether places without a value of any series, even an interpolated one, are kept
    sort: Name | None = None  # the option that orders the series: ascending, descending, label
    both: bool = False  # with signs: a series with values below zero is in both piles at every place, if without height


class Difference(Step):
    """Values become differences to the value before them along place, within each combination; the first is lost."""

    difference: tuple[Channel, ...]


class Rolling(Step):
    """Values become centred moving averages over the option's number of rows, within each combination."""

    rolling: Name
    within: tuple[Channel, ...] = ("series",)
