"""plotly's report as a panel: bars, points, lines, areas, boxes, outlines, slices and cells of its traces."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.columns import Unreadable, is_texts, numbers, texts
from agent_svc.gates.readback.sheet import HALF, Sheet, columns

_BREAK: Final = re.compile(r"<br\s*/?>")


def panels(drawing: Mapping[str, Any]) -> list[Panel]:
    """One panel of all traces; raises Unreadable when one of them cannot be read."""
    layout, traces = drawing["layout"], drawing["traces"]
    if drawing.get("traces_left_out"):
        raise Unreadable
    return [_Reader(traces, layout).panel()]


class _Reader:
    def __init__(self, traces: Sequence[Mapping[str, Any]], layout: Mapping[str, Any]) -> None:
        self._traces = [trace for trace in traces if trace.get("visible") not in ("False", "legendonly")]
        self._stacked = str(layout.get("barmode") or "group") in ("stack", "relative")
        self._names = {axis: self._categories(axis) for axis in ("x", "y")}
        self._sheet = Sheet()
        self._piles: dict[tuple[float, bool], float] = {}
        self._stacks: dict[str, dict[float, float]] = {}
        for side, names in self._names.items():
            self._sheet.name_axis(side, [(float(place), name) for place, name in enumerate(names)])
            self._sheet.name_axis(side, _ticks((layout.get("axes") or {}).get(f"{side}axis") or {}))

    def panel(self) -> Panel:
        """All traces as marks."""
        reads = {"scatter": self._scatter, "scattergl": self._scatter, "bar": self._bar, "pie": self._pie}
        reads |= {"heatmap": self._heatmap, "box": self._box}
        for trace in self._traces:
            kind = str(trace.get("type") or "scatter")
            if kind not in reads:
                raise Unreadable
            reads[kind](trace)
        return self._sheet.panel()

    def _scatter(self, trace: Mapping[str, Any]) -> None:
        mode, fill = str(trace.get("mode") or "lines+markers"), str(trace.get("fill") or "none")
        rows = columns(self._numbers(trace, "x"), self._numbers(trace, "y"))
        if trace.get("stackgroup"):
            self._layer(trace, rows)
            return
        if fill == "toself":
            self._sheet.add_polygon(rows, _label(trace))
        elif fill == "tozeroy":
            self._sheet.add("areas", np.concatenate([rows, columns(rows[:, 0], 0.0)]), _label(trace))
        elif fill != "none":
            raise Unreadable
        for word, kind in (("lines", "lines"), ("markers", "points")):
            if word in mode and fill == "none":
                self._sheet.add(kind, rows, _label(trace))

    def _layer(self, trace: Mapping[str, Any], rows: Array) -> None:
        """A layer of a stack of areas, on top of those before it."""
        pile = self._stacks.setdefault(str(trace["stackgroup"]), {})
        low = np.array([pile.get(place, 0.0) for place in rows[:, 0].tolist()])
        high = low + np.nan_to_num(rows[:, 1])
        pile.update(zip(rows[:, 0].tolist(), high.tolist(), strict=True))
        self._sheet.add("areas", np.concatenate([columns(rows[:, 0], low), columns(rows[:, 0], high)]), _label(trace))

    def _bar(self, trace: Mapping[str, Any]) -> None:
        lying = trace.get("orientation") == "h"
        place, value = ("y", "x") if lying else ("x", "y")
        places, lengths = self._numbers(trace, place), self._numbers(trace, value)
        halves = numbers(trace["columns"]["width"]) / 2 if "width" in trace["columns"] else np.full(len(places), HALF)
        rows = []
        for at, length, half in zip(places, lengths, halves, strict=True):
            low = self._piles.get((at, length < 0), 0.0) if self._stacked else 0.0
            self._piles[at, length < 0] = low + np.nan_to_num(length)
            ends = (low, low + length)
            rows.append([ends[0], at - half, ends[1], at + half] if lying else [at - half, ends[0], at + half, ends[1]])
        self._sheet.add("bars", np.array(rows).reshape(-1, 4), _label(trace))

    def _box(self, trace: Mapping[str, Any]) -> None:
        """Boxes whose numbers are given; those of samples are computed in the drawing."""
        lying, half = trace.get("orientation") == "h", HALF / 2
        names = ("lowerfence", "q1", "median", "q3", "upperfence")
        if not set(names) <= trace["columns"].keys():
            raise Unreadable
        low, q1, middle, q3, high = (numbers(trace["columns"][name]) for name in names)
        at = self._numbers(trace, "y" if lying else "x")
        parts = [(at - half, q1, at + half, q3), (at, low, at, q1), (at, q3, at, high)]
        parts.append((at - half, middle, at + half, middle))
        for kind, part in zip(("boxes", "segments", "segments", "segments"), parts, strict=True):
            rows = columns(*part)
            self._sheet.add(kind, rows[:, [1, 0, 3, 2]] if lying else rows, _label(trace))

    def _pie(self, trace: Mapping[str, Any]) -> None:
        values = numbers(trace["columns"]["values"])
        ends = 360 * np.cumsum(values) / values.sum()
        rows = columns(ends - 360 * values / values.sum(), ends, 1.0, 0.0, 0.0)
        self._sheet.add("wedges", rows, _label(trace), [_plain(text) for text in texts(trace["columns"]["labels"])])

    def _heatmap(self, trace: Mapping[str, Any]) -> None:
        across, down, values = self._numbers(trace, "x"), self._numbers(trace, "y"), numbers(trace["columns"]["z"])
        if len(values) != len(across) * len(down):
            raise Unreadable
        columns_, lines = np.meshgrid(across, down)
        self._sheet.add("cells", columns(columns_.ravel(), lines.ravel(), values))

    def _numbers(self, trace: Mapping[str, Any], axis: str) -> Array:
        """The places along an axis; of names, their numbers."""
        column = trace["columns"][axis]
        if is_texts(column):
            names = self._names[axis]
            return np.array([float(names.index(text)) for text in texts(column)])
        return numbers(column)

    def _categories(self, axis: str) -> list[str]:
        found = [trace.get("columns", {}).get(axis) for trace in self._traces]
        return list(dict.fromkeys(text for column in found if is_texts(column) for text in texts(column)))


def _ticks(axis: Mapping[str, Any]) -> list[tuple[float, str]]:
    """The ticks of a linear axis that names them."""
    if str(axis.get("type")) in ("date", "log", "category"):
        return []
    pairs = zip(axis.get("tickvals") or (), axis.get("ticktext") or (), strict=False)
    return [(float(place), _plain(str(text))) for place, text in pairs]


def _label(trace: Mapping[str, Any]) -> str:
    return _plain(str(trace.get("name") or ""))


def _plain(text: str) -> str:
    """The text as a reader sees it."""
    return html.unescape(_BREAK.sub("\n", text))
