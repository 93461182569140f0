"""The read-back of the catalogue's own scripts: whatever the data and the options, what they draw agrees with it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agent_svc.catalogue import Chart
from agent_svc.catalogue.readback import NoReadback
from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.drawing import asked_for, drawn
from tests_support.shipped import shipped_catalogue

CATALOGUE = shipped_catalogue()
ROLES: dict[str, dict[str, str | list[str]]] = {
    "area": {"x": "day", "y": ["value"], "group": "kind"},
    "bar": {"x": "name", "y": "value"},
    "bar-grouped": {"x": "name", "y": ["value", "other"]},
    "box": {"x": "name", "y": ["value"], "group": "kind"},
    "heatmap": {"x": "name", "y": "kind", "value": "value"},
    "histogram": {"x": ["value"], "group": "kind"},
    "line": {"x": "name", "y": ["value"], "group": "kind"},
    "line-timeseries": {"x": "day", "y": ["value"], "group": "kind"},
    "pie": {"category": "name", "value": "value"},
    "scatter": {"x": "other", "y": ["value"], "group": "kind"},
    "violin": {"x": "name", "y": ["value"]},
}
#: What decides what is drawn; labels, colours and the like do not.
DECIDING = (
    "aggregation",
    "sort",
    "top_n",
    "other",
    "log_y",
    "log_x",
    "bins",
    "scale",
    "stacking",
    "interval",
    "smooth",
)


@st.composite
def tables(draw: Any) -> pd.DataFrame:
    rows = draw(st.integers(1, 40))
    numbers = st.one_of(st.floats(-1e6, 1e6), st.integers(-20, 20).map(float), st.just(np.nan))
    names = st.sampled_from(["Nord", "Süd", "Ost", "West", "eine sehr lange Bezeichnung mit vielen Wörtern", "7", "é"])

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        found: list[Any] = draw(st.lists(values, min_size=rows, max_size=rows))
        return found

    return pd.DataFrame(
        {
            "value": np.array(column(numbers), dtype=float),
            "other": np.array(column(st.floats(0, 1e3)), dtype=float),
            "name": pd.Series(column(names), dtype="str"),
            "kind": pd.Series(column(st.sampled_from(["a", "b", "c"])), dtype="str"),
            "day": np.datetime64("2024-01-01") + np.array(column(st.integers(0, 400)), dtype="timedelta64[D]"),
        }
    )


def options_of(chart: Chart) -> st.SearchStrategy[dict[str, object]]:
    """Values of the options that decide what is drawn; each may also be left alone."""
    values: dict[str, st.SearchStrategy[object]] = {}
    for option in chart.options:
        if option.name not in DECIDING:
            continue
        if option.kind == "choice":
            values[option.name] = st.sampled_from(option.choices)
        elif option.kind == "boolean":
            values[option.name] = st.booleans()
        elif option.kind == "integer":
            values[option.name] = st.integers(int(option.min or 0), int(min(option.max or 0, 12)))
    return st.fixed_dictionaries({}, optional=values)


@pytest.mark.parametrize("examples", [4, pytest.param(80, marks=pytest.mark.full)])
@pytest.mark.parametrize("chart_id", ROLES)
def test_what_a_script_of_the_catalogue_draws_agrees_with_the_data(chart_id: str, examples: int) -> None:
    # Each example draws a picture, so a failing one is shown as it was found, and not made smaller for minutes.
    @settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
    )
    @given(tables(), options_of(CATALOGUE.get(chart_id)))
    def agrees(frame: pd.DataFrame, options: dict[str, object]) -> None:
        seen = drawn(asked_for(chart_id, frame, ROLES[chart_id], options))
        assert [finding.message for finding in ReadbackGate().judge(seen).findings] == []

    agrees()


def test_every_chart_says_how_its_marks_follow_from_the_data() -> None:
    assert [chart.id for chart in CATALOGUE.charts.values() if chart.readback is None] == []


def test_at_most_five_charts_cannot_be_read_back_and_they_say_why() -> None:
    without = [chart for chart in CATALOGUE.charts.values() if isinstance(chart.readback, NoReadback)]

    assert len(without) <= 5
    assert all(isinstance(chart.readback, NoReadback) and len(chart.readback.none) > 20 for chart in without)


@pytest.mark.parametrize("scale", ["amount", "percent"])
def test_a_stack_has_no_place_where_no_series_has_an_amount(scale: str) -> None:
    days = pd.to_datetime(["2024-12-08", "2024-12-08", "2024-12-18", "2024-12-28", "2024-01-09"])
    frame = pd.DataFrame({"day": days, "value": [1.99, 1.5, np.nan, 3, np.nan], "kind": list("abbaa")})
    asked = asked_for("area-stacked", frame, {"x": "day", "y": ["value"], "group": "kind"}, {"scale": scale})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


@pytest.mark.parametrize(("place", "ends"), [("day", [0, 2030]), ("value", [-(10**20), 10**100])])
def test_a_line_is_drawn_within_the_widest_ranges(place: str, ends: list[int]) -> None:
    days = pd.date_range("2024-01-01", periods=3)
    frame = pd.DataFrame({"day": days, "value": [1.0, 2, 3], "other": [3.0, 1, 2]})
    asked = asked_for("line", frame, {"x": place, "y": ["other"]}, {"x_range": ends})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


def test_a_perfect_fit_leaves_the_digits_of_a_float_and_is_read_back() -> None:
    frame = pd.DataFrame({"value": [-3.0, 12.7], "other": [0.1, 1e6 / 3]})
    asked = asked_for("residual", frame, {"x": "value", "y": "other"})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


@pytest.mark.parametrize("order", ["data", "label", "ascending", "descending"])
def test_a_stack_of_shares_is_in_the_order_of_what_it_shows_and_ties_fall_as_everywhere(order: str) -> None:
    days = pd.date_range("2024-01-01", periods=3).repeat(5)
    amounts: dict[str, list[float]] = {
        "e": [1, 2, 1],
        "d": [2, 1, 1],
        "c": [1, 1, 2],
        "b": [1.5, 1.5, 1],
        "a": [9, -8, 3],
    }
    values = [amounts[kind][day] for day in range(3) for kind in amounts]
    frame = pd.DataFrame({"day": days, "value": values, "kind": list(amounts) * 3})
    options = {"scale": "percent", "sort": order, "top_n": 3}
    asked = asked_for("area-stacked", frame, {"x": "day", "y": ["value"], "group": "kind"}, options)
    assert ReadbackGate().judge(drawn(asked)).findings == ()
