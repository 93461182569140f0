"""bokeh's report as panels: the glyphs of each plot, at the places that their data sources give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.columns import Unreadable, is_texts, numbers, texts
from agent_svc.gates.readback.sheet import Sheet, columns

DAY_MS: Final = 86_400_000.0
_NO_MARKS: Final = frozenset({"Text"})


def panels(drawing: Mapping[str, Any], *, dated: bool) -> list[Panel]:
    """One panel a plot; `dated`: along x are dates, which bokeh counts in milliseconds. Raises Unreadable."""
    found = []
    for figure in drawing["figures"]:
        sheet = Sheet()
        if figure.get("glyphs_left_out"):
            raise Unreadable
        for side, ticks in (figure.get("ticks") or {}).items():
            if not (dated and side == "x"):
                sheet.name_axis(side, [(float(place), str(text)) for place, text in ticks])
        for glyph in figure["glyphs"]:
            if glyph["glyph"] not in _NO_MARKS:
                _Glyph(sheet, glyph, dated=dated).read(glyph["glyph"])
        found.append(sheet.panel())
    return found


class _Glyph:
    """One glyph with the columns of its source."""

    def __init__(self, sheet: Sheet, glyph: Mapping[str, Any], *, dated: bool) -> None:
        self._sheet = sheet
        self._fields: Mapping[str, str] = glyph["fields"]
        self._data: Mapping[str, Any] = glyph["columns"] or {}
        self._label = str(glyph.get("label") or "")
        self._dated = dated

    def read(self, kind: str) -> None:
        """Its marks onto the sheet."""
        reads = {
            **{"Scatter": self._points, "Line": self._line, "Segment": self._segments, "Patch": self._patch},
            **{"VBar": self._standing, "HBar": self._lying, "Quad": self._quads, "Rect": self._cells},
            **{"VArea": self._area, "Wedge": self._wedges, "AnnularWedge": self._wedges, "Circle": self._circle},
        }
        if kind not in reads:
            raise Unreadable
        reads[kind]()

    def _points(self) -> None:
        self._sheet.add("points", columns(self._x("x"), self._value("y")), self._label)

    def _line(self) -> None:
        self._sheet.add("lines", columns(self._x("x"), self._value("y")), self._label)

    def _segments(self) -> None:
        rows = columns(self._x("x0"), self._value("y0"), self._x("x1"), self._value("y1"))
        self._sheet.add("segments", rows, self._label)

    def _patch(self) -> None:
        x, y = self._x("x"), self._value("y")
        if isinstance(x, np.ndarray) and len(x) == 4 and len(set(x)) == len(set(np.asarray(y))) == 2:
            ends = np.array([[x.min(), np.min(y), x.max(), np.max(y)]])
            self._sheet.add("boxes", ends, self._label)
        else:
            self._sheet.add_polygon(columns(x, y), self._label)

    def _standing(self) -> None:
        x, half = self._x("x"), self._half("width")
        self._sheet.add(
            "bars", columns(x - half, self._value("bottom", 0.0), x + half, self._value("top")), self._label
        )

    def _lying(self) -> None:
        y, half = self._value("y"), self._half("height")
        self._sheet.add("bars", columns(self._value("left", 0.0), y - half, self._x("right"), y + half), self._label)

    def _quads(self) -> None:
        rows = columns(self._x("left"), self._value("bottom", 0.0), self._x("right"), self._value("top"))
        self._sheet.add("bars", rows, self._label)

    def _cells(self) -> None:
        values = self._value("fill_color")
        self._sheet.add("cells", columns(self._x("x"), self._value("y"), values))

    def _area(self) -> None:
        x, low, high = self._x("x"), self._value("y1"), self._value("y2")
        self._sheet.add("areas", np.concatenate([columns(x, low), columns(x, high)]), self._label)

    def _wedges(self) -> None:
        starts, ends = np.degrees(self._value("start_angle")), np.degrees(self._value("end_angle"))
        self._sheet.add("wedges", columns(starts, ends, 1.0, 0.0, 0.0), "", self._names())

    def _circle(self) -> None:
        names = self._names()
        if len(names) != 1:
            raise Unreadable
        self._sheet.add("wedges", np.array([[0.0, 360.0, 1.0, 0.0, 0.0]]), "", names)

    def _names(self) -> list[str]:
        """The one column of texts that is no colour."""
        used = set(self._fields.values())
        named = [column for name, column in self._data.items() if is_texts(column) and name not in used]
        return texts(named[0]) if len(named) == 1 else []

    def _half(self, name: str) -> Array | float:
        return self._value(name) / 2

    def _x(self, name: str) -> Array | float:
        value = self._value(name)
        return value / DAY_MS if self._dated else value

    def _value(self, name: str, default: float | None = None) -> Array | float:
        """What a property of the glyph is: a column, or one number."""
        field = self._fields.get(name)
        if field is None:
            if default is None:
                raise Unreadable
            return default
        if field in self._data:
            return numbers(self._data[field])
        try:
            return float(field)
        except ValueError as error:
            raise Unreadable from error
