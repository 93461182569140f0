"""altair's report as a panel: the marks of its Vega-Lite specification, at the places that their data gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.columns import Unreadable, is_texts, numbers, texts
from agent_svc.gates.readback.sheet import HALF, Sheet, by_label, columns

DAY_MS: Final = 86_400_000.0
_QUOTED: Final = re.compile(r"'((?:[^'\\]|\\.)*)'")
_LABELS: Final = re.compile(
    r"^split\(\[(.*)\]\[indexof\(\[(.*?)\], (?:time\()?datum\.value\)?\)\], '\\n'\)$", re.DOTALL
)
_NO_MARKS: Final = frozenset({"text", "image"})


def panels(drawing: Mapping[str, Any]) -> list[Panel]:
    """One panel of all layers; raises Unreadable for one that cannot be read."""
    sheet = Sheet()
    datasets = drawing.get("datasets") or {}
    for layer in _layers(drawing["spec"], {}):
        mark = layer["mark"].get("type") if isinstance(layer["mark"], Mapping) else layer["mark"]
        name = (layer.get("data") or {}).get("name")
        is_empty = name in datasets and not datasets[name]
        if mark not in _NO_MARKS and layer.get("encoding") and not is_empty:
            _Layer(sheet, layer["mark"], layer["encoding"], datasets.get(name) or {}).read(str(mark))
    return [sheet.panel()]


def _layers(spec: Mapping[str, Any], above: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every layer with the data and the encoding that it has of its own or from above."""
    if any(name in spec for name in ("facet", "hconcat", "vconcat", "concat", "repeat", "transform")):
        raise Unreadable
    own = {
        "data": spec.get("data") or above.get("data"),
        "encoding": {**(above.get("encoding") or {}), **(spec.get("encoding") or {})},
    }
    if "layer" in spec:
        for layer in spec["layer"]:
            yield from _layers(layer, own)
    elif "mark" in spec:
        yield {**own, "mark": spec["mark"]}


class _Layer:
    """One mark definition with its encoding and the columns of its data."""

    def __init__(self, sheet: Sheet, mark: Any, encoding: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        self._sheet = sheet
        self._mark: Mapping[str, Any] = mark if isinstance(mark, Mapping) else {}
        self._encoding = encoding
        self._data = data
        for side in ("x", "y"):
            sheet.name_axis(side, self._ticks(side))

    def read(self, mark: str) -> None:
        """Its marks onto the sheet; a line across the whole plot, and what stands at pixels, are no marks."""
        if any("value" in (self._encoding.get(side) or {}) for side in ("x", "y")):
            return
        reads = {
            **dict.fromkeys(("point", "circle", "square"), self._points),
            **{"line": self._lines, "trail": self._lines, "area": self._areas, "rule": self._segments},
            **{"bar": self._bars, "rect": self._bars, "arc": self._wedges},
        }
        if mark not in reads:
            raise Unreadable
        reads[mark]()

    def _points(self) -> None:
        for label, rows in by_label(self._series(), columns(self._places("x"), self._places("y"))):
            self._sheet.add("points", rows, label)

    def _lines(self) -> None:
        labels = self._series()
        for label, rows in by_label(labels or self._texts("detail"), columns(self._places("x"), self._places("y"))):
            self._sheet.add("lines", rows, label if labels else "")

    def _areas(self) -> None:
        rows = columns(self._places("x"), self._places("y"), *self._ends())
        labels, shapes = self._series(), self._texts("detail")
        parts = labels if shapes is None else shapes
        for part, own in by_label(parts, rows):
            label = part if shapes is None else self._label_of(shapes, labels, part)
            self._sheet.add("areas", np.concatenate([own[:, [0, 1]], own[:, [2, 3]]]), label)

    def _label_of(self, shapes: Sequence[str], labels: Sequence[str] | None, shape: str) -> str:
        return labels[list(shapes).index(shape)] if labels else ""

    def _ends(self) -> tuple[Array | float, Array | float]:
        """The other edge of each area."""
        if "x2" in self._encoding:
            return self._places("x2"), self._places("y")
        return self._places("x"), self._places("y2") if "y2" in self._encoding else 0.0

    def _segments(self) -> None:
        if not {"x", "y"} <= self._encoding.keys():
            return
        x, y = self._places("x"), self._places("y")
        x2 = self._places("x2") if "x2" in self._encoding else x
        y2 = self._places("y2") if "y2" in self._encoding else y
        for label, rows in by_label(self._series(), columns(x, y, x2, y2)):
            self._sheet.add("segments", rows, label)

    def _bars(self) -> None:
        sides = [*self._span("x"), *self._span("y")]
        rows = columns(sides[0], sides[2], sides[1], sides[3])
        color = self._encoding.get("color") or {}
        if color.get("type") == "quantitative":
            values = numbers(self._column(color))
            middles = (rows[:, 0] + rows[:, 2]) / 2, (rows[:, 1] + rows[:, 3]) / 2
            self._sheet.add("cells", columns(*middles, values))
            return
        for label, own in by_label(self._series(), rows):
            self._sheet.add("bars", own, label)

    def _span(self, side: str) -> tuple[Array | float, Array | float]:
        """Where bars begin and end along an axis: both columns, around a category, or from zero."""
        places = self._places(side)
        if f"{side}2" in self._encoding:
            return self._places(f"{side}2"), places
        return (places - HALF, places + HALF) if self._names(side) else (0.0, places)

    def _wedges(self) -> None:
        theta = self._encoding["theta"]
        values = numbers(self._column(theta))
        if "theta2" in self._encoding:
            starts, ends = np.degrees(values), np.degrees(numbers(self._column(self._encoding["theta2"])))
        else:
            ends = 360 * np.cumsum(values) / values.sum()
            starts = ends - 360 * values / values.sum()
        names = self._texts("detail") or self._texts("color") or []
        self._sheet.add("wedges", columns(starts, ends, 1.0, 0.0, 0.0), "", names)

    def _places(self, side: str) -> Array:
        """The places along an axis: numbers, dates as days, names by their number."""
        channel = self._encoding[side]
        if "datum" in channel:
            return np.full(self._count(), float(channel["datum"]))
        names = self._names(side)
        if names:
            return np.array([float(names.index(text)) for text in texts(self._column(channel))])
        main = self._encoding.get(side.removesuffix("2")) or {}
        found = numbers(self._column(channel))
        return found / DAY_MS if main.get("type") == "temporal" else found

    def _names(self, side: str) -> list[str]:
        column = self._data.get(str((self._encoding.get(side) or {}).get("field")))
        return list(dict.fromkeys(texts(column))) if is_texts(column) else []

    def _ticks(self, side: str) -> list[tuple[float, str]]:
        channel = self._encoding.get(side) or {}
        if names := self._names(side):
            return [(float(place), name) for place, name in enumerate(names)]
        found = _LABELS.match(str((channel.get("axis") or {}).get("labelExpr") or ""))
        if not found or channel.get("type") == "temporal":
            return []
        words = [_plain(text) for text in _QUOTED.findall(found[1])]
        places = [float(place) for place in found[2].split(",") if place.strip()]
        return list(zip(places, words, strict=False))

    def _series(self) -> list[str] | None:
        """The series of each row, as the colours tell them apart."""
        channel: Mapping[str, Any] = next(
            (self._encoding[name] for name in ("color", "fill", "stroke") if name in self._encoding), {}
        )
        column = self._data.get(str(channel.get("field")))
        return texts(column) if is_texts(column) and channel.get("scale", "") is not None else None

    def _texts(self, name: str) -> list[str] | None:
        column = self._data.get(str((self._encoding.get(name) or {}).get("field")))
        return texts(column) if is_texts(column) else None

    def _column(self, channel: Mapping[str, Any]) -> Any:
        if "aggregate" in channel or channel.get("bin") or "timeUnit" in channel:
            raise Unreadable  # Vega computes these, and the report holds what it began with
        return self._data.get(str(channel.get("field")))

    def _count(self) -> int:
        return max((int(column["count"]) for column in self._data.values()), default=1)


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
