"""The read-back of libraries whose figures cannot be inspected: their own reports on our charts, against the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from agent_svc.gates.base import Severity
from tests_support.described import LIBRARIES, read_back
from tests_support.drawing import Change, replaced
from tests_support.shipped import shipped_catalogue

ROWS = 36
DRAWN = np.random.default_rng(3)
FRAME = pd.DataFrame(
    {
        "Monat": pd.date_range("2021-01-15", periods=ROWS, freq="20D"),
        "Art": np.resize(["Süd & Nord", "Ost", "<West>", "Mitte und alles, was noch übrig ist"], ROWS),
        "Gruppe": np.resize(["a", "b", "c"], ROWS),
        "Wert": DRAWN.gamma(3, 4, ROWS),
        "Zahl": DRAWN.normal(5, 3, ROWS),
    }
)
FRAME.loc[3, "Wert"] = np.nan
SIGNED = np.random.default_rng(5).normal(0, 3, ROWS)

Roles = dict[str, str | list[str]]
PLOTS: dict[str, tuple[Roles, dict[str, object]]] = {
    "area": ({"x": "Monat", "y": ["Wert"], "group": "Gruppe"}, {}),
    "bar": ({"x": "Art", "y": "Wert"}, {"orientation": "horizontal", "log_y": True}),
    "bar-grouped": ({"x": "Art", "y": ["Wert"], "group": "Gruppe"}, {}),
    "box": ({"x": "Art", "y": ["Wert"], "group": "Gruppe"}, {}),
    "heatmap": ({"x": "Art", "y": "Gruppe", "value": "Zahl"}, {"aggregation": "min"}),
    "histogram": ({"x": ["Wert"], "group": "Gruppe"}, {}),
    "line": ({"x": "Zahl", "y": ["Wert"]}, {"log_x": True, "log_y": True}),
    "line-timeseries": ({"x": "Monat", "y": ["Zahl"]}, {"interval": "month", "aggregation": "min", "markers": True}),
    "pie": ({"category": "Art", "value": "Wert"}, {}),
    "scatter": ({"x": "Monat", "y": ["Wert"], "group": "Gruppe"}, {}),
    "violin": ({"x": "Art", "y": ["Wert"]}, {"orientation": "horizontal"}),
}
#: What every library's script of the chart has, and what is planted in its place.
FAULTS: dict[str, Change] = {
    **dict.fromkeys(
        ("area", "bar-grouped", "line"), replaced("long_table(df, x, ys, group)", "long_table(df[4:], x, ys, group)")
    ),
    "bar": replaced("long_table(df, x, ys)", "long_table(df[4:], x, ys)"),
    "box": replaced("= sample_table(df, x,", "= sample_table(df[4:], x,"),
    "heatmap": replaced('aggregate(table, ["y", "x"], how)', 'aggregate(table, ["y", "x"], "max")'),
    "histogram": replaced("long_table(df, None, columns, group)", "long_table(df[4:], None, columns, group)"),
    "line-timeseries": replaced('how, interval = options["aggregation"]', 'how, interval = "max"'),
    "pie": replaced("long_table(df, category,", "long_table(df[4:], category,"),
    "scatter": replaced(
        "long_table(df, x, ys, group)", "long_table(df.assign(**{x: df[x].to_numpy()[::-1]}), x, ys, group)"
    ),
    "violin": replaced("= sample_table(df, x,", "= sample_table(df.sort_values(ys[0])[3:], x,"),
}


def plots(turn: int) -> list[Any]:
    """Every chart of every library; each second one takes long in sum, and `turn` says which."""
    return [
        pytest.param(chart, library, marks=[pytest.mark.full] * ((number + place + turn) % 2))
        for number, library in enumerate(LIBRARIES)
        for place, chart in enumerate(PLOTS)
        if library in shipped_catalogue().get(chart).libraries
    ]


@pytest.mark.parametrize(("chart", "library"), plots(turn=0))
def test_what_a_chart_of_a_library_draws_agrees_with_the_data(chart: str, library: str) -> None:
    assert read_back(chart, library, FRAME, *PLOTS[chart]) == []


@pytest.mark.parametrize("library", LIBRARIES)
def test_areas_with_gaps_are_drawn_as_the_data_have_them(library: str) -> None:
    frame = FRAME.assign(Zahl=np.where(np.arange(ROWS) % 9 < 3, np.nan, SIGNED))
    assert read_back("area", library, frame, {"x": "Monat", "y": ["Zahl"], "group": "Gruppe"}) == []


@pytest.mark.parametrize(("chart", "library"), plots(turn=1))
def test_a_fault_that_is_planted_in_a_chart_of_a_library_is_found(chart: str, library: str) -> None:
    found = read_back(chart, library, FRAME, *PLOTS[chart], FAULTS[chart])
    assert [level for level, _ in found] == [Severity.ATTENTION]


def test_logarithms_that_plotnine_draws_are_read_as_powers_of_ten() -> None:
    roles, options = PLOTS["bar"]

    assert read_back("bar", "plotnine", FRAME, roles, options) == []
    ((severity, _),) = read_back("bar", "plotnine", FRAME, roles, options, FAULTS["bar"])
    assert severity == Severity.ATTENTION


@pytest.mark.parametrize(
    ("chart", "library"),
    [(("bar", "bar-grouped")[place % 2], library) for place, library in enumerate((*LIBRARIES, "plotnine"))],
)
def test_without_a_value_the_rows_are_counted(chart: str, library: str) -> None:
    roles = {"x": "Art", "group": "Gruppe"} if chart == "bar-grouped" else {"x": "Art"}
    assert read_back(chart, library, FRAME, roles, {}) == []
    ((severity, _),) = read_back(chart, library, FRAME, roles, {}, FAULTS[chart])
    assert severity == Severity.ATTENTION


@pytest.mark.parametrize("library", [name for name in (*LIBRARIES, "plotnine") if name != "pygal"])
def test_boxes_on_a_logarithmic_axis_are_those_of_what_it_can_show(library: str) -> None:
    assert (FRAME["Zahl"] <= 0).any()
    assert read_back("box", library, FRAME, {"x": "Gruppe", "y": ["Zahl"]}, {"log_y": True}) == []


@pytest.mark.parametrize("library", [name for name in (*LIBRARIES, "plotnine") if name != "pygal"])
def test_a_box_of_one_value_is_the_line_that_is_drawn(library: str) -> None:
    frame = pd.DataFrame({"Ort": list("JJJGG"), "Wert": [1.99, 3, 4, 2, 5], "Art": list("baaaa")})
    assert read_back("box", library, frame, {"x": "Ort", "y": ["Wert"], "group": "Art"}) == []


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_area_of_one_value_is_the_line_that_is_drawn(library: str) -> None:
    frame = pd.DataFrame({"Tag": pd.to_datetime(["2024-12-08", "2024-01-09"]), "Wert": [1.99, np.nan]})
    assert read_back("area", library, frame, {"x": "Tag", "y": ["Wert"]}) == []


@pytest.mark.parametrize("library", [*LIBRARIES, "plotnine"])
def test_an_axis_of_dates_is_drawn_from_before_the_first_year(library: str) -> None:
    roles: Roles = {"x": "Monat", "y": ["Wert"]}
    assert read_back("line", library, FRAME, roles, {"x_range": [0, 2030]}) == []


def test_the_values_behind_the_colours_of_plotnine_are_read_back() -> None:
    assert read_back("heatmap", "plotnine", FRAME, *PLOTS["heatmap"]) == []
    ((severity, message),) = read_back("heatmap", "plotnine", FRAME, *PLOTS["heatmap"], FAULTS["heatmap"])
    assert (severity, message.split(" of ")[0]) == (Severity.ATTENTION, "The cell")


def test_cells_that_plotnine_puts_in_the_wrong_row_are_found() -> None:
    swapped = replaced(
        "columns, rows = list(cells.columns)",
        "cells = cells.iloc[::-1].set_axis(cells.index); columns, rows = list(cells.columns)",
    )
    ((severity, _),) = read_back("heatmap", "plotnine", FRAME, *PLOTS["heatmap"], swapped)
    assert severity == Severity.ATTENTION


def test_cells_beyond_the_range_of_the_colours_are_drawn_with_their_own_values() -> None:
    assert read_back("heatmap", "plotnine", FRAME, PLOTS["heatmap"][0], {"value_range": [2.0, 4.0]}) == []


@pytest.mark.parametrize("library", ["lets-plot", "plotnine"])
def test_a_value_between_two_gaps_is_a_dot_and_no_vertex_that_is_missing(library: str) -> None:
    frame = FRAME.assign(Wert=np.where(np.arange(ROWS) == ROWS - 3, np.nan, DRAWN.gamma(3, 4, ROWS)))
    lone = frame.assign(Wert=frame["Wert"].where(~frame.index.isin([ROWS - 1, 5, 7])))
    roles: Roles = {"x": "Monat", "y": ["Wert"]}
    assert read_back("line", library, lone, roles) == []
    dropped = replaced("long_table(df, x, ys, group)", "long_table(df.drop(index=6), x, ys, group)")
    ((severity, _),) = read_back("line", library, lone, roles, {}, dropped)
    assert severity == Severity.ATTENTION


@pytest.mark.parametrize("chart", ["line", "area"])
@pytest.mark.parametrize("library", ["lets-plot", "plotnine"])
def test_a_value_between_two_gaps_is_no_missing_vertex_beside_places_that_are_texts(chart: str, library: str) -> None:
    frame = pd.DataFrame({"Ort": list("abcdefg"), "Wert": [3.0, 4.0, np.nan, 5.0, np.nan, 2.0, 6.0]})
    assert read_back(chart, library, frame, {"x": "Ort", "y": ["Wert"]}) == []
    wrong = replaced("long_table(df, x, ys, group)", "long_table(df.replace(5.0, 7.0), x, ys, group)")
    ((severity, _),) = read_back(chart, library, frame, {"x": "Ort", "y": ["Wert"]}, {}, wrong)
    assert severity == Severity.ATTENTION
