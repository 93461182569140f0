"""Boxes: quartiles, median and whiskers of the values of each place and series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from agent_svc.gates.figure import Panel
from agent_svc.gates.readback.drawn import Marks, groups_of
from agent_svc.gates.readback.families.base import Check, View, axis_names, turned
from agent_svc.gates.readback.families.segments import across, upright
from agent_svc.gates.readback.table import Table

REACH: Final = 1.5  #: interquartile ranges that a whisker may be long, as Tukey drew them


class Boxes:
    """Rectangles from the lower to the upper quartile, a line at the median, lines to the last values within reach."""

    turns = True

    def checks(self, table: Table, view: View) -> list[Check]:
        boxes = _summaries(table)
        frame = boxes.frame
        rectangles = boxes.with_frame(frame.assign(low=frame["q1"], high=frame["q3"]))
        medians = boxes.with_frame(frame.assign(value=frame["median"]))
        whiskers = boxes.with_frame(
            pd.concat(
                [
                    frame.assign(low=frame["whisker_low"], high=frame["q1"]),
                    frame.assign(low=frame["q3"], high=frame["whisker_high"]),
                ],
                ignore_index=True,
            )
        )
        ends = ("place", "low", "high")
        return [
            Check("box", rectangles, ends, _rectangles(view.panels, lying=view.lying)),
            Check("median", medians, ("place", "value"), across(view.panels, lying=view.lying), match="contains"),
            Check("whisker", whiskers, ends, upright(view.panels, lying=view.lying), match="contains", once=True),
            Check("line", _lines_of(boxes), ("place", "value"), across(view.panels, lying=view.lying), match="subset"),
            Check("whisker", _lengths_of(boxes), ends, upright(view.panels, lying=view.lying), match="subset"),
        ]


def _lines_of(boxes: Table) -> Table:
    """Where a line may lie across: at the median, at the ends of the whiskers, at the sides of the box."""
    named = ("median", "whisker_low", "whisker_high", "q1", "q3")
    return boxes.with_frame(
        pd.concat([boxes.frame.assign(value=boxes.frame[name]) for name in named], ignore_index=True)
    )


def _lengths_of(boxes: Table) -> Table:
    """What a line may go along: a whisker, the box itself, both whiskers and the box."""
    pairs = (("whisker_low", "q1"), ("q3", "whisker_high"), ("q1", "q3"), ("whisker_low", "whisker_high"))
    parts = [boxes.frame.assign(low=boxes.frame[low], high=boxes.frame[high]) for low, high in pairs]
    return boxes.with_frame(pd.concat(parts, ignore_index=True))


def outliers(table: Table) -> pd.DataFrame:
    """The rows beyond the whiskers of their sample."""
    frame = table.frame.dropna(subset=["value"])
    keys = table.has("place", "series")
    groups = frame.groupby(keys, observed=True)["value"] if keys else frame.groupby(lambda _: 0)["value"]
    low, high = groups.transform(lambda part: part.quantile(0.25)), groups.transform(lambda part: part.quantile(0.75))
    reach = REACH * (high - low)
    return frame[(frame["value"] < low - reach) | (frame["value"] > high + reach)]


def _rectangles(panels: Sequence[Panel], *, lying: bool) -> list[Marks]:
    place, value = axis_names(lying)
    drawn = []
    for panel, group in groups_of(panels, "boxes", "bars"):
        rows = turned(lying, group.table)
        ends = np.sort(rows[:, [1, 3]], axis=1)
        columns = {"place": (rows[:, 0] + rows[:, 2]) / 2, "low": ends[:, 0], "high": ends[:, 1]}
        drawn.append(Marks(columns, group.label, panel, {"place": place, "low": value, "high": value}))
    return drawn


def _summaries(table: Table) -> Table:
    keys = table.has("place", "series")
    rows = []
    for key, part in table.frame.dropna(subset=["value"]).groupby(keys, observed=True):
        values = part["value"].to_numpy()
        q1, median, q3 = np.percentile(values, [25, 50, 75])
        reach = REACH * (q3 - q1)
        inside_low, inside_high = values[values >= q1 - reach], values[values <= q3 + reach]
        low = min(float(inside_low.min()), float(q1)) if len(inside_low) else float(q1)
        high = max(float(inside_high.max()), float(q3)) if len(inside_high) else float(q3)
        rows.append({**dict(zip(keys, key, strict=True)), "q1": q1, "median": median, "q3": q3})
        rows[-1] |= {"whisker_low": low, "whisker_high": high}
    columns = [*keys, "q1", "median", "q3", "whisker_low", "whisker_high"]
    frame = pd.DataFrame(rows, columns=columns)
    for channel in keys:
        frame[channel] = pd.Categorical(frame[channel], table.frame[channel].cat.categories, ordered=True)
    return table.with_frame(frame)
