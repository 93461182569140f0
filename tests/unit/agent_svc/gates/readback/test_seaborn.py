"""The read-back of seaborn: the right script passes, and one that changes a value before it draws is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from agent_svc.gates.base import Severity
from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.drawing import asked_for, drawn, replaced

FRAME = pd.DataFrame(
    {
        "Region": ["Nord", "Süd", "Ost", "West"] * 6,
        "Art": ["a"] * 12 + ["b"] * 12,
        "Umsatz": [float(10 + 7 * n % 23) for n in range(24)],
        "Kosten": [float(3 + 5 * n % 17) for n in range(24)],
        "Tag": pd.date_range("2024-03-01", periods=24, freq="D"),
    }
)
ROLES: dict[str, dict[str, str | list[str]]] = {
    "area": {"x": "Tag", "y": ["Umsatz", "Kosten"]},
    "bar": {"x": "Region", "y": "Umsatz"},
    "bar-grouped": {"x": "Region", "y": ["Umsatz"], "group": "Art"},
    "box": {"x": "Region", "y": ["Umsatz"]},
    "heatmap": {"x": "Region", "y": "Art", "value": "Umsatz"},
    "histogram": {"x": ["Umsatz"]},
    "line": {"x": "Tag", "y": ["Umsatz", "Kosten"]},
    "line-timeseries": {"x": "Tag", "y": ["Umsatz"], "group": "Art"},
    "pie": {"category": "Region", "value": "Umsatz"},
    "scatter": {"x": "Kosten", "y": ["Umsatz"], "group": "Art"},
    "violin": {"x": "Region", "y": ["Umsatz"]},
}
LOAD = "roles = {"
WRONG = replaced(LOAD, f'df["Umsatz"] = df["Umsatz"].where(df["Umsatz"] < 31, 45.0)\n{LOAD}')


@pytest.mark.parametrize("chart_id", ROLES)
def test_the_right_script_passes_and_one_with_larger_values_is_named(chart_id: str) -> None:
    asked = replace(asked_for(chart_id, FRAME, ROLES[chart_id]), library="seaborn")

    assert ReadbackGate().judge(drawn(asked)).findings == ()
    (finding,) = ReadbackGate().judge(drawn(asked, WRONG)).findings
    assert (finding.gate, finding.severity) == ("readback", Severity.ATTENTION)


def test_gaps_of_a_line_stay_gaps() -> None:
    frame = FRAME.assign(Umsatz=FRAME["Umsatz"].where(FRAME.index % 5 != 2))
    asked = replace(asked_for("line", frame, ROLES["line"]), library="seaborn")

    assert ReadbackGate().judge(drawn(asked)).findings == ()


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_bars_with_numbers_stand_where_a_category_lacks_a_series(orientation: str) -> None:
    frame = pd.DataFrame({"Region": list("uuw"), "2023": [1.0, 2, 3], "2024": [2.0, np.nan, np.nan], "2025": np.nan})
    roles: dict[str, str | list[str]] = {"x": "Region", "y": ["2023", "2024", "2025"]}
    options = {"show_values": True, "orientation": orientation}
    asked = replace(asked_for("bar-grouped", frame, roles, options), library="seaborn")

    assert ReadbackGate().judge(drawn(asked)).findings == ()
