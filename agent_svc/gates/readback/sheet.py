"""A sheet: the marks that an adapter finds, gathered by kind into one panel as the probe of matplotlib reports it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from agent_svc.gates.figure import Array, Axis, Group, Marks, Panel
from agent_svc.gates.readback.digest import digest

HALF = 0.4  #: of the distance between two categories: half a bar that names no width


class Sheet:
    """Marks of one pair of axes, added row by row; rows with a missing number are left out."""

    def __init__(self) -> None:
        self._groups: dict[str, list[Group]] = {}
        self._axes: dict[str, Axis] = {"x": Axis(), "y": Axis()}

    def name_axis(self, side: str, ticks: Iterable[tuple[float, str]]) -> None:
        """The places and texts of the ticks of an axis; the first that names some holds."""
        found = [(float(place), text) for place, text in ticks if text.strip()]
        if found and not self._axes[side].ticks:
            places, words = zip(*found, strict=True)
            self._axes[side] = Axis(ticks=list(words), tick_places=list(places))

    def add(self, kind: str, rows: Array, label: str = "", names: Sequence[str] = ()) -> None:
        """A group of marks of one kind."""
        whole = np.asarray(np.isfinite(rows).all(axis=1))
        rows = rows[whole] + 0.0
        if len(rows):
            self._groups.setdefault(kind, []).append(
                group_of(rows, label, [name for name, kept in zip(names, whole, strict=False) if kept])
            )

    def add_polygon(self, outline: Array, label: str = "") -> None:
        """A closed shape [x, y], which may be an area, a violin or the steps of a histogram."""
        self.add("areas", outline, label)
        self.add("polygons", outline, label)

    def panel(self) -> Panel:
        """Everything as one panel."""
        return Panel(x=self._axes["x"], y=self._axes["y"], marks=Marks(groups=self._groups))


def group_of(rows: Array, label: str, names: Sequence[str] = ()) -> Group:
    """Rows as a group of the report."""
    steps = np.diff(rows[:, :2], axis=0)
    return Group(
        label=label,
        count=len(rows),
        rows=rows.tolist(),
        sum=rows.sum(axis=0).tolist(),
        min=rows.min(axis=0).tolist(),
        max=rows.max(axis=0).tolist(),
        steady=[bool((steps[:, at] >= 0).all() or (steps[:, at] <= 0).all()) for at in range(steps.shape[1])],
        digest=digest(rows),
        names=list(names),
    )


def columns(*parts: Array | float) -> Array:
    """Columns side by side as rows; a number stands for a column of it."""
    count = max((len(part) for part in parts if isinstance(part, np.ndarray)), default=1)
    whole = [part if isinstance(part, np.ndarray) else np.full(count, float(part)) for part in parts]
    return np.column_stack(whole)


def by_label(labels: Sequence[str] | None, rows: Array) -> Iterator[tuple[str, Array]]:
    """The rows of each label, in the order in which these come; without labels all rows."""
    if labels is None:
        yield "", rows
        return
    for label in dict.fromkeys(labels):
        yield label, rows[np.array([own == label for own in labels], dtype=bool)]
