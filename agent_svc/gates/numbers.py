"""The numbers gate: the numbers that stand in a picture, on axes and on marks, are those that are drawn there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from agent_svc.catalogue.readback import Readback
from agent_svc.data.column import ColumnType
from agent_svc.gates.base import Asked, Evidence, Finding, Severity, Verdict
from agent_svc.gates.figure import Anchor, Axis, Panel
from agent_svc.gates.number_marks import NumberMarks, number_marks_of
from agent_svc.gates.readback.names import NameBook
from agent_svc.gates.readback.steps import apply
from agent_svc.gates.readback.table import floats, records
from agent_svc.gates.slice_numbers import false_number
from agent_svc.gates.words import shown
from agent_svc.gates.written import Written, written

FloatArray = npt.NDArray[np.float64]
_MAX_ANCHORS: Final = 2_000  #: of one pair of axes; a heat map of 40 x 40 has 1,600
#: An axis may count in thousands or in percent; the likeliest comes first.
_SCALES: Final = tuple(10.0**power for power in sorted(range(-12, 13), key=abs))


class NumbersGate:
    """Attention for ticks whose numbers are not where they stand, and for numbers on bars and cells that are others."""

    name = "numbers"

    def judge(self, evidence: Evidence) -> Verdict:
        asked, figure = evidence.asked, evidence.figure
        if asked is None or figure is None or not isinstance(asked.chart.readback, Readback):
            return Verdict()
        panels = [panel for panel in figure.axes if panel.visible]
        declared = asked.chart.readback
        wrong = [*self._ticks(asked, declared, panels), *self._marks(asked, panels)]
        wrong += [*self._slices(asked, declared, panels), *self._color_bars(panels)]
        return Verdict(tuple(wrong[:1]))

    def _ticks(self, asked: Asked, declared: Readback, panels: Sequence[Panel]) -> Iterator[Finding]:
        sides = ("y",) if _is_dated(asked) else ("x", "y")  # along x there may be days, whose texts are years or hours
        books: list[NameBook] | None = None
        number_marks = number_marks_of(asked.options)
        for panel in panels:
            numbered = "across" in declared.source and not declared.categories  # else the cells' own texts are names
            axes = [(side, getattr(panel, side)) for side in sides if numbered or not panel.marks.of("cells")]
            for side, axis in axes:
                found = _misplaced(axis, number_marks)
                if found is None:
                    continue
                books = _books(asked, declared) if books is None else books
                if any(all(book.knows(text) for _, text in axis.labels) for book in books):
                    continue
                place, text = found
                message = (
                    f"The tick “{shown(text)}” of the {side} axis stands at {number_marks.written(f'{place:,.6g}')}."
                )
                suggestion = "Leave the texts of ticks to the theme's axes."
                yield Finding(self.name, Severity.ATTENTION, message, suggestion, f"{side} axis")

    def _marks(self, asked: Asked, panels: Sequence[Panel]) -> Iterator[Finding]:
        if asked.chart.marks not in ("bars", "cells"):
            return
        number_marks = number_marks_of(asked.options)
        for panel in panels:
            bars, cells = _rows(panel, "bars", 4), _rows(panel, "cells", 3)
            for anchor in panel.anchors[:_MAX_ANCHORS]:
                number = written(anchor.text, number_marks)
                values = _values_at(bars, cells, anchor) if number is not None else np.empty(0)
                if number is not None and values.size and not _is_one_of(number, values):
                    own = number_marks.written(f"{values[0]:,.6g}")
                    message = f"“{shown(anchor.text)}” is written on a mark that is {own}."
                    suggestion = "Write the numbers that are drawn."
                    yield Finding(self.name, Severity.ATTENTION, message, suggestion, f"text: “{shown(anchor.text)}”")

    def _slices(self, asked: Asked, declared: Readback, panels: Sequence[Panel]) -> Iterator[Finding]:
        if asked.chart.marks != "wedges" or not any(panel.anchors for panel in panels):
            return
        total = float(np.nansum(floats(apply(records(asked, declared), declared.steps).frame["value"])))
        for panel in panels:
            if found := false_number(panel, total, number_marks_of(asked.options)):
                text, value = found
                message = f"“{shown(text)}” is written at a slice that is {value}."
                suggestion = "Write the numbers that are drawn."
                yield Finding(self.name, Severity.ATTENTION, message, suggestion, f"text: “{shown(text)}”")

    def _color_bars(self, panels: Sequence[Panel]) -> Iterator[Finding]:
        mapped = [ends for panel in panels for ends in panel.mapped if panel.color_bar is None]
        for panel in panels:
            if panel.color_bar is None or not mapped or any(np.allclose(panel.color_bar, ends) for ends in mapped):
                continue
            (low, high), (from_value, to_value) = panel.color_bar[:2], mapped[0][:2]
            message = (
                f"The colour bar goes from {low:,.6g} to {high:,.6g}; the colours go from {from_value:,.6g} "
                f"to {to_value:,.6g}."
            )
            suggestion = "Make the colour bar of the marks themselves."
            yield Finding(self.name, Severity.ATTENTION, message, suggestion, "colour bar")


def _misplaced(axis: Axis, marks: NumberMarks) -> tuple[float, str] | None:
    """The first tick whose number is not its place, in whatever power of ten the axis counts; None when all are."""
    labels = [(place, text, written(text, marks)) for place, text in axis.labels]
    if len(labels) < 2 or any(number is None for _, _, number in labels):
        return None
    known = [(place, text, number) for place, text, number in labels if number is not None]
    places = np.array([place for place, _, _ in known])
    values = np.array([number.value for _, _, number in known])
    within = np.array([number.within for _, _, number in known]) + 1e-9 * np.abs(values)
    ways = [places, np.abs(places)]  # both sides of a pyramid count upwards
    with np.errstate(over="ignore", invalid="ignore"):
        ways.append(10.0**places)  # what plotnine keeps of a logarithmic axis
        fits = [np.abs(way * scale - values) <= within for way in ways for scale in _SCALES]
    best = max(fits, key=np.count_nonzero)
    if best.all():
        return None
    first = int(np.argmin(best))
    return known[first][0], known[first][1]


def _is_one_of(number: Written, values: FloatArray) -> bool:
    slack = number.within + 1e-9 * np.abs(values)
    with np.errstate(over="ignore"):
        apart = [np.abs(np.abs(values) * scale - abs(number.value)) for scale in (1.0, 100.0)]
    return bool((np.minimum(*apart) <= slack).any())


def _rows(panel: Panel, kind: str, width: int) -> FloatArray:
    rows = [row for group in panel.marks.of(kind) for row in group.rows if len(row) == width]
    return np.array(rows, dtype=np.float64).reshape(-1, width)


def _values_at(bars: FloatArray, cells: FloatArray, anchor: Anchor) -> FloatArray:
    """The values of the bars that end at the anchor, or of the cell that it is in."""
    x0, y0, x1, y1 = bars.T
    found = []
    with np.errstate(over="ignore", invalid="ignore"):
        upright, lying = (anchor.y, y0, y1, anchor.x, x0, x1), (anchor.x, x0, x1, anchor.y, y0, y1)
        for at, start, end, across, low, high in (upright, lying):
            inside = (np.minimum(low, high) < across) & (across < np.maximum(low, high))
            ends = np.isclose(at, end, rtol=1e-9, atol=0) | np.isclose(at, start, rtol=1e-9, atol=0)
            found += [held[inside & ends] for held in (end - start, end, start)]
        x, y, value = cells.T
        found.append(value[(np.abs(x - anchor.x) < 0.25) & (np.abs(y - anchor.y) < 0.25)])
    values: FloatArray = np.concatenate(found)
    return values[np.isfinite(values)]


def _is_dated(asked: Asked) -> bool:
    bound = {name for names in asked.bindings.values() for name in names}
    return any(column.type is ColumnType.DATE for column in asked.columns if column.name in bound)


def _books(asked: Asked, declared: Readback) -> list[NameBook]:
    """The categories of the plot, such as years, which are read back as such where they are the texts of ticks."""
    table = records(asked, declared)
    return [book for channel in table.kinds if (book := table.book(channel)) is not None]
