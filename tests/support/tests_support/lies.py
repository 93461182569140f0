"""Lies: what a figure reports of its marks, changed in one place as wrong code would have drawn it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from agent_svc.gates.base import Evidence
from agent_svc.gates.figure import Array, Axis, Figure, Group, Panel
from agent_svc.gates.readback.sheet import group_of
from agent_svc.gates.written import written

#: By kind of marks, the columns along x, along y, and of what has no axis.
COLUMNS: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    **dict.fromkeys(("points", "lines", "areas", "polygons"), ((0,), (1,))),
    **dict.fromkeys(("bars", "segments", "boxes"), ((0, 2), (1, 3))),
    **{"cells": ((0,), (1,), (2,)), "arrows": ((0,), (1,), (2, 3)), "wedges": ((), (), (1,))},
}
SIDES: Final = ("x", "y", "size")


class Lie(NamedTuple):
    """One lie: the kind of marks it is told of, what was done to them, and the figure that tells it."""

    kind: str
    what: str
    figure: Figure


def told(evidence: Evidence, lie: Lie) -> Evidence:
    """The evidence with the lie in the place of the figure."""
    return replace(evidence, figure=lie.figure)


def lies(figure: Figure) -> Iterator[Lie]:
    """Every lie about the last group of each kind of marks in each of the axes, about tick labels and about names."""
    for place, panel in enumerate(figure.axes):
        for kind, groups in panel.marks.groups.items():
            for what, rows in _changed(kind, groups[-1], panel):
                yield Lie(kind, what, _with_panel(figure, place, _with_rows(panel, kind, rows)))
            if (moved := _in_another_group(groups)) is not None:
                yield Lie(kind, "one in another group", _with_panel(figure, place, _with_groups(panel, kind, moved)))
        if (renamed := _renamed(panel)) is not None:
            yield Lie("series", "two names exchanged", _with_panel(figure, place, renamed))
        for side in ("x", "y"):
            axis: Axis = getattr(panel, side)
            if len(axis.ticks) > 1 and axis.ticks[0] != axis.ticks[-1]:
                ticks = [axis.ticks[-1], *axis.ticks[1:-1], axis.ticks[0]]
                changed = panel.model_copy(update={side: axis.model_copy(update={"ticks": ticks})})
                yield Lie("ticks", f"two labels exchanged along {side}", _with_panel(figure, place, changed))


def is_named(axis: Axis) -> bool:
    """Whether the axis holds categories: a distance of one apart, and called by what is no number."""
    apart = np.diff([place for place, _ in axis.labels])
    return bool((apart == 1).all()) and any(written(text) is None for _, text in axis.labels)


def _changed(kind: str, group: Group, panel: Panel) -> Iterator[tuple[str, Array]]:
    rows = group.table
    middle = _plainest(kind, rows)
    for side, columns in zip(SIDES, COLUMNS[kind], strict=False):
        if not columns:
            continue
        at = list(columns)
        named = side != "size" and is_named(getattr(panel, side))
        step = 1.0 if named else 0.05 * _length(side, panel, rows[:, at])
        step = -step if named and rows[middle, at[0]] >= 0.5 else step  # to a category that there is
        if not named:
            yield f"all scaled along {side}", _with(rows, slice(None), at, rows[:, at] * 1.1)
        yield f"all moved along {side}", _with(rows, slice(None), at, rows[:, at] + step)
        yield f"one moved along {side}", _with(rows, middle, at, rows[middle, at] + step)
        yield f"one added along {side}", np.vstack([rows, _with(rows, middle, at, rows[middle, at] + step)[middle]])
        swapped = _with(_with(rows, 0, at, rows[-1, at]), -1, at, rows[0, at])
        if sorted(swapped.tolist()) != sorted(rows.tolist()):
            yield f"two exchanged along {side}", swapped
    if len(rows) > 1:
        yield "one left out", np.delete(rows, middle, axis=0)
    yield "all left out", rows[:0]


def _plainest(kind: str, rows: Array) -> int:
    """The mark that is told lies about: the one in the middle, or of those with a length the longest."""
    if kind in ("bars", "segments", "boxes"):
        return int(np.argmax(np.abs(rows[:, 2:] - rows[:, :2]).max(axis=1) + 0.0))
    return len(rows) // 2


def _length(side: str, panel: Panel, values: Array) -> float:
    limits = [] if side == "size" else [limit for limit in getattr(panel, side).limits if limit is not None]
    return abs(limits[1] - limits[0]) if len(limits) == 2 else float(np.ptp(values)) or 1.0


def _with(rows: Array, place: int | slice, columns: list[int], values: Array) -> Array:
    rows = rows.copy()
    rows[place, columns] = values
    return rows


def _with_rows(panel: Panel, kind: str, rows: Array) -> Panel:
    *others, group = panel.marks.of(kind)
    own = [_regrouped(group, rows)] if len(rows) else []
    return _with_groups(panel, kind, [*others, *own])


def _regrouped(group: Group, rows: Array) -> Group:
    return group_of(rows, group.label, group.names[: len(rows)]).model_copy(update={"colors": group.colors})


def _in_another_group(groups: list[Group]) -> list[Group] | None:
    """The first row of one label under the next; None where there are no two labels."""
    labels = list(dict.fromkeys(group.label for group in groups if group.label))
    if len(labels) < 2:
        return None
    first, second = (next(group for group in groups if group.label == label) for label in labels[:2])
    if first.count < 2:
        return None
    fewer, more = first.table[1:], np.vstack([first.table[:1], second.table])
    changed = {id(first): _regrouped(first, fewer), id(second): _regrouped(second, more)}
    return [changed.get(id(group), group) for group in groups]


def _renamed(panel: Panel) -> Panel | None:
    """The first two labels of marks exchanged, in the legend as well; None where there are no two."""
    own = [group.label for groups in panel.marks.groups.values() for group in groups if group.label]
    names = list(dict.fromkeys(own))
    if len(names) < 2:
        return None
    other = {names[0]: names[1], names[1]: names[0]}
    groups = {
        kind: [group.model_copy(update={"label": other.get(group.label, group.label)}) for group in own]
        for kind, own in panel.marks.groups.items()
    }
    legend = panel.legend
    if legend is not None:
        legend = legend.model_copy(update={"entries": [other.get(entry, entry) for entry in legend.entries]})
    marks = panel.marks.model_copy(update={"groups": groups})
    return panel.model_copy(update={"marks": marks, "legend": legend})


def _with_groups(panel: Panel, kind: str, groups: list[Group]) -> Panel:
    marks = panel.marks.model_copy(update={"groups": {**panel.marks.groups, kind: groups}})
    return panel.model_copy(update={"marks": marks})


def _with_panel(figure: Figure, place: int, panel: Panel) -> Figure:
    return figure.model_copy(update={"axes": [*figure.axes[:place], panel, *figure.axes[place + 1 :]]})
