"""Drawn marks: what a figure shows of one kind, as columns by channel, with the names that a reader sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from agent_svc.gates.figure import Array, Axis, Group, Panel

NEAR: Final = 0.5  # of the distance between two categories: marks of one category stand closer to its tick


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Marks of one group. `axes` says along which axis (x, y) the places of a channel are called by tick labels."""

    columns: Mapping[str, Array]
    label: str = ""
    panel: Panel = field(default_factory=Panel)
    axes: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)  #: of channels that carry their own
    group: Group | None = None  #: the group that `columns` are, when it is one and its rows are all in `columns`
    raw: tuple[str, ...] = ()  #: the channels that are the group's own coordinates, in their order

    @property
    def count(self) -> int:
        """How many marks there are, those included that are not listed."""
        listed = len(next(iter(self.columns.values()), ()))
        return self.group.count if self.group is not None else listed

    @property
    def is_whole(self) -> bool:
        """Whether every mark is listed."""
        return self.group is None or self.group.is_whole


def groups_of(panels: Iterable[Panel], *kinds: str) -> Iterator[tuple[Panel, Group]]:
    """Each group of these kinds with its panel."""
    for panel in panels:
        for kind in kinds:
            for group in panel.marks.of(kind):
                yield panel, group


def tick_labels(panel: Panel, axis: str, panels: Sequence[Panel]) -> list[tuple[float, str]]:
    """The labelled ticks of an axis; when it has none, those of axes that stand in the same place or share it."""
    own: Axis = getattr(panel, axis)
    if own.labels:
        return own.labels
    twins = [other for other in panels if other is not panel and other.box == panel.box and panel.box is not None]
    below = [other for other in panels if other.box and panel.box and _share(other.box, panel.box, axis)]
    for other in (*twins, *below):
        found: Axis = getattr(other, axis)
        if found.labels:
            return found.labels
    return []


def texts_at(places: Array, ticks: Sequence[tuple[float, str]]) -> list[str | None]:
    """The tick label that each place is called by; None where no tick is near enough."""
    if not ticks:
        return [None] * len(places)
    spots = np.array([place for place, _ in ticks])
    order = np.argsort(spots)
    spots = spots[order]
    gap = min(1.0, float(np.diff(spots).min())) if len(spots) > 1 else 1.0
    found: list[str | None] = []
    for place in places:
        if not np.isfinite(place):
            found.append(None)
            continue
        at = int(np.argmin(np.abs(spots - place)))
        found.append(ticks[order[at]][1] if abs(spots[at] - place) < NEAR * gap - 1e-9 else None)
    return found


def _share(a: Sequence[float], b: Sequence[float], axis: str) -> bool:
    """Whether two boxes begin and end at the same places along the axis: panels of a grid that share its labels."""
    low, high = (0, 2) if axis == "x" else (1, 3)
    return abs(a[low] - b[low]) < 0.01 and abs(a[high] - b[high]) < 0.01
