"""pygal's report as a panel: the values of its series, as the kind of chart draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.columns import Unreadable, numbers
from agent_svc.gates.readback.sheet import HALF, Sheet, columns


def panels(drawing: Mapping[str, Any]) -> list[Panel]:
    """One panel of all series; raises Unreadable for a kind of chart that is not known here."""
    reads = {"Bar": _bars, "HorizontalBar": _bars, "Histogram": _bins, "XY": _curves, "Pie": _wedges}
    kind = str(drawing.get("chart"))
    if kind not in reads or drawing.get("series_left_out") or drawing.get("logarithmic"):
        raise Unreadable
    sheet = Sheet()
    for side, ticks in (drawing.get("ticks") or {}).items():
        sheet.name_axis(side, [(float(place), str(text)) for place, text in ticks])
    reads[kind](sheet, drawing)
    return [sheet.panel()]


def _bars(sheet: Sheet, drawing: Mapping[str, Any]) -> None:
    sheet.name_axis("x", [(float(place), str(name)) for place, name in enumerate(drawing["x_labels"])])
    for series in drawing["series"]:
        (values,) = _values(series)
        places = np.arange(len(values), dtype=float)
        sheet.add("bars", columns(places - HALF, 0.0, places + HALF, values), series["title"])


def _bins(sheet: Sheet, drawing: Mapping[str, Any]) -> None:
    for series in drawing["series"]:
        heights, starts, ends = _values(series)
        sheet.add("bars", columns(starts, 0.0, ends, heights), series["title"])


def _curves(sheet: Sheet, drawing: Mapping[str, Any]) -> None:
    for series in drawing["series"]:
        if not any(column["count"] for column in series["values"] if column):
            continue
        places, values = _values(series)
        rows = columns(places, values)
        if series.get("stroke") is False:
            sheet.add("points", rows, series["title"])
        elif series.get("fill"):
            _area(sheet, rows, series["title"], float(drawing.get("zero") or 0))
        else:
            sheet.add("lines", rows, series["title"])


def _area(sheet: Sheet, rows: Array, label: str, zero: float) -> None:
    """What is filled down to zero: steps are the bars of a histogram; else the vertices above, and those at zero."""
    pairs = rows[: len(rows) // 2 * 2].reshape(-1, 2, 2)
    if len(rows) % 2 == 0 and len(rows) and (pairs[:, 0, 1] == pairs[:, 1, 1]).all():
        starts, ends, tops = pairs[:, 0, 0], pairs[:, 1, 0], pairs[:, 0, 1]
        if (starts < ends).all():
            sheet.add("bars", columns(starts, 0.0, ends, tops)[~np.isclose(tops, zero, rtol=1e-9, atol=0)], label)
    sheet.add("areas", rows, label)
    sheet.add("areas", columns(rows[:, 0], 0.0))


def _wedges(sheet: Sheet, drawing: Mapping[str, Any]) -> None:
    values = np.concatenate([numbers(series["values"][0]) for series in drawing["series"]])
    ends = 360 * np.cumsum(values) / values.sum()
    names = [series["title"] for series in drawing["series"]]
    sheet.add("wedges", columns(ends - 360 * values / values.sum(), ends, 1.0, 0.0, 0.0), "", names)


def _values(series: Mapping[str, Any]) -> list[Array]:
    return [numbers(column) for column in series["values"]]
