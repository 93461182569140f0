"""lets-plot's report as a panel: the geometries of its layers, at the places that their mappings and data give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.columns import Unreadable, is_texts, numbers, texts
from agent_svc.gates.readback.sheet import HALF, Sheet, by_label, columns

DAY_MS: Final = 86_400_000.0
_NO_MARKS: Final = frozenset({"text", "label", "hline", "vline", "abline", "blank"})
_COMPUTES: Final = frozenset({"bar", "histogram", "boxplot", "violin", "density", "area", "smooth", "bin2d"})


def panels(drawing: Mapping[str, Any], *, dated: bool) -> list[Panel]:
    """One panel of all layers; `dated`: along x are dates, which it counts in milliseconds. Raises Unreadable."""
    sheet = Sheet()
    if drawing.get("layers_left_out"):
        raise Unreadable
    for scale in drawing.get("scales") or ():
        side = str(scale.get("aesthetic"))
        if side in ("x", "y") and scale.get("breaks") and scale.get("labels") and not (dated and side == "x"):
            places = [float(place) for place in scale["breaks"]]
            sheet.name_axis(side, zip(places, map(str, scale["labels"]), strict=False))
    for layer in drawing["layers"]:
        geom = str(layer.get("geom"))
        if geom in _NO_MARKS:
            continue
        if geom in _COMPUTES and layer.get("stat") != "identity":
            raise Unreadable  # computed in the drawing; the report holds what it began with
        inherited = dict(drawing.get("mapping") or {})
        _Layer(sheet, {**inherited, **(layer.get("mapping") or {})}, layer, drawing, dated=dated).read(geom)
    return [sheet.panel()]


class _Layer:
    """One layer with its mapping and its columns."""

    def __init__(
        self,
        sheet: Sheet,
        mapping: Mapping[str, str],
        layer: Mapping[str, Any],
        drawing: Mapping[str, Any],
        *,
        dated: bool,
    ) -> None:
        self._sheet = sheet
        self._mapping = mapping
        self._data = {**(layer.get("columns") or drawing.get("columns") or {})}
        self._dated = dated

    def read(self, geom: str) -> None:
        """Its marks onto the sheet."""
        reads = {
            **{
                "point": self._points,
                "line": self._lines,
                "path": self._lines,
                "rect": self._bars,
                "bar": self._columns,
            },
            **{"ribbon": self._areas, "segment": self._segments, "linerange": self._ranges, "polygon": self._shapes},
            **{"boxplot": self._boxes, "tile": self._cells, "pie": self._wedges},
        }
        if geom not in reads:
            raise Unreadable
        reads[geom]()

    def _points(self) -> None:
        for label, rows in by_label(self._series(), columns(self._at("x"), self._at("y"))):
            self._sheet.add("points", rows, label)

    def _lines(self) -> None:
        for label, rows in self._by_run(columns(self._at("x"), self._at("y"))):
            self._sheet.add("lines", rows, label)

    def _areas(self) -> None:
        for label, rows in self._by_run(columns(self._at("x"), self._at("ymin"), self._at("ymax"))):
            self._sheet.add("areas", np.concatenate([rows[:, [0, 1]], rows[:, [0, 2]]]), label)

    def _shapes(self) -> None:
        for label, rows in self._by_run(columns(self._at("x"), self._at("y"))):
            self._sheet.add_polygon(rows, label)

    def _bars(self) -> None:
        rows = columns(self._at("xmin"), self._at("ymin"), self._at("xmax"), self._at("ymax"))
        for label, own in by_label(self._series(), rows):
            self._sheet.add("bars", own, label)

    def _columns(self) -> None:
        x, y = self._at("x"), self._at("y")
        for label, own in by_label(self._series(), columns(x - HALF, 0.0, x + HALF, y)):
            self._sheet.add("bars", own, label)

    def _segments(self) -> None:
        rows = columns(self._at("x"), self._at("y"), self._at("xend"), self._at("yend"))
        for label, own in by_label(self._series(), rows):
            self._sheet.add("segments", own, label)

    def _ranges(self) -> None:
        x = self._at("x")
        for label, own in by_label(self._series(), columns(x, self._at("ymin"), x, self._at("ymax"))):
            self._sheet.add("segments", own, label)

    def _boxes(self) -> None:
        x, half = self._at("x"), HALF / 2
        low, q1, middle, q3, high = (self._at(name) for name in ("ymin", "lower", "middle", "upper", "ymax"))
        labels = self._series()
        for label, rows in by_label(labels, columns(x - half, q1, x + half, q3)):
            self._sheet.add("boxes", rows, label)
        for ends in ((x, low, x, q1), (x, q3, x, high), (x - half, middle, x + half, middle)):
            for label, rows in by_label(labels, columns(*ends)):
                self._sheet.add("segments", rows, label)

    def _cells(self) -> None:
        values = numbers(self._data.get(str(self._mapping.get("fill"))))
        self._sheet.add("cells", columns(self._at("x"), self._at("y"), values))

    def _wedges(self) -> None:
        shares = self._at("slice")
        ends = 360 * np.cumsum(shares) / shares.sum()
        rows = columns(ends - 360 * shares / shares.sum(), ends, 1.0, 0.0, 0.0)
        used = set(self._mapping.values())
        named = [column for name, column in self._data.items() if is_texts(column) and name not in used]
        self._sheet.add("wedges", rows, "", texts(named[0]) if len(named) == 1 else [])

    def _at(self, name: str) -> Array:
        found = numbers(self._data.get(str(self._mapping.get(name))))
        return found / DAY_MS if self._dated and name in ("x", "xmin", "xmax", "xend") else found

    def _series(self) -> list[str] | None:
        for aesthetic in ("color", "fill"):
            column = self._data.get(str(self._mapping.get(aesthetic)))
            if is_texts(column):
                return texts(column)
        return None

    def _by_run(self, rows: Array) -> list[tuple[str, Array]]:
        """The rows of each group of their own, with the label of its series."""
        labels = self._series() or [""] * len(rows)
        column = self._data.get(str(self._mapping.get("group")))
        runs: Sequence[object] = labels
        if column is not None:
            runs = texts(column) if is_texts(column) else numbers(column).tolist()
        keys = list(zip(labels, runs, strict=True))
        return [
            (label, rows[np.array([key == (label, run) for key in keys], dtype=bool)])
            for label, run in dict.fromkeys(keys)
        ]
