"""The read-back of plotly: its own report, as the renderer's watcher makes it, against the data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest

from agent_svc.gates.base import Evidence, Severity
from agent_svc.gates.figure import Figure
from agent_svc.gates.readback.gate import ReadbackGate
from renderer_svc.harness.rows import Room
from renderer_svc.harness.watch_plotly import describe
from tests_support.drawing import asked_for

FRAME = pd.DataFrame(
    {
        "Region": ["Nord", "Süd", "Ost"],
        "Umsatz": [10.0, 34.0, 5.0],
        "Kosten": [1.0, 2.0, 3.0],
        "Art": ["a", "b", "a"],
    }
)
BAR: dict[str, str | list[str]] = {"x": "Region", "y": "Umsatz"}
SCATTER: dict[str, str | list[str]] = {"x": "Kosten", "y": ["Umsatz"], "group": "Art"}
PIE: dict[str, str | list[str]] = {"category": "Region", "value": "Umsatz"}


def findings(chart: str, roles: dict[str, str | list[str]], figure: Any) -> list[tuple[str, str]]:
    drawing, _ = describe(figure.to_plotly_json(), Room())
    reported = Figure(
        file="plot-light.png", width_px=1, height_px=1, texts_outside=None, missing_glyphs=None, drawing=drawing
    )
    asked = replace(asked_for(chart, FRAME, roles), library="plotly")
    seen = Evidence("", "plot-light.png", b"", None, (1, 1), "#fff", asked=asked, figure=reported, library="plotly")
    return [(finding.severity, finding.message) for finding in ReadbackGate().judge(seen).findings]


@pytest.mark.parametrize("lying", [False, True])
def test_bars_that_stand_or_lie_are_compared_by_their_names(lying: bool) -> None:
    names, values = ["Süd", "Nord", "Ost"], [34, 10, 5]
    good = go.Bar(x=values, y=names, orientation="h") if lying else go.Bar(x=names, y=values)
    wrong = go.Bar(x=[43, 10, 5], y=names, orientation="h") if lying else go.Bar(x=names, y=[43, 10, 5])

    assert findings("bar", BAR, go.Figure(good)) == []
    assert findings("bar", BAR, go.Figure(wrong)) == [
        (Severity.ATTENTION, "The bar of “Süd” is 43; the data gives 34.")
    ]


def test_bars_that_name_their_widths_are_the_bins_of_a_histogram() -> None:
    edges, roles = [0.5, 1.5, 2.5, 3.5], {"x": ["Kosten"]}
    middles, widths = [1.0, 2.0, 3.0], [1.0, 1.0, 1.0]

    assert findings("histogram", dict(roles), go.Figure(go.Bar(x=middles, y=[1, 1, 1], width=widths))) == []
    ((severity, _),) = findings("histogram", dict(roles), go.Figure(go.Bar(x=edges[:3], y=[1, 1, 1], width=widths)))
    assert severity == Severity.ATTENTION


def test_points_are_compared_by_series() -> None:
    a, b = (
        go.Scatter(x=[1, 3], y=[10, 5], mode="markers", name="a"),
        go.Scatter(x=[2], y=[34], mode="markers", name="b"),
    )
    swapped = (
        go.Scatter(x=[2], y=[34], mode="markers", name="a"),
        go.Scatter(x=[1, 3], y=[10, 5], mode="markers", name="b"),
    )

    assert findings("scatter", SCATTER, go.Figure([a, b])) == []
    assert findings("scatter", SCATTER, go.Figure(list(swapped)))[0][0] == Severity.ATTENTION


def test_slices_are_compared_by_their_labels() -> None:
    good = go.Figure(go.Pie(labels=["Süd", "Nord", "Ost"], values=[34, 10, 5]))
    wrong = go.Figure(go.Pie(labels=["Süd", "Nord", "Ost"], values=[34, 5, 10]))

    assert findings("pie", PIE, good) == []
    assert "The slice of “" in findings("pie", PIE, wrong)[0][1]


def test_a_trace_that_cannot_be_read_is_a_note() -> None:
    ((severity, message),) = findings("bar", BAR, go.Figure(go.Funnel(x=[1], y=["Nord"])))

    assert severity == Severity.NOTE
    assert message.startswith("What plotly drew is not compared with the data")
