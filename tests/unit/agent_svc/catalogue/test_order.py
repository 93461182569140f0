"""Order: months, weekdays and quarters stand in their own order, whatever order the table has them in."""

from __future__ import annotations

import pandas as pd
import pytest

from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.drawing import asked_for, drawn

YEAR = ["Januar", "Februar", "März", "April"]
FRAME = pd.DataFrame(
    {
        "Monat": pd.Categorical(["März", "Januar", "April", "Februar"], YEAR, ordered=True),
        "Tag": pd.Categorical(["Tue", "Mon", "Mon", "Tue"], ["Mon", "Tue"], ordered=True),
        "Wert": [3.0, 1.0, 4.0, 2.0],
    }
)


@pytest.mark.parametrize("chart", ["bar", "line", "box"])
def test_the_months_of_an_axis_are_those_of_the_year(chart: str) -> None:
    value: str | list[str] = "Wert" if chart == "bar" else ["Wert"]
    evidence = drawn(asked_for(chart, FRAME, {"x": "Monat", "y": value}))

    assert evidence.figure is not None
    assert [text.split(" ")[0] for _, text in evidence.figure.axes[0].x.labels] == YEAR
    assert ReadbackGate().judge(evidence).findings == ()


def test_the_weekdays_of_a_legend_are_those_of_the_week() -> None:
    evidence = drawn(asked_for("bar-grouped", FRAME, {"x": "Monat", "y": ["Wert"], "group": "Tag"}))

    assert evidence.figure is not None
    assert [group.label for group in evidence.figure.axes[0].marks.of("bars")] == ["Mon", "Tue"]
    assert ReadbackGate().judge(evidence).findings == ()
