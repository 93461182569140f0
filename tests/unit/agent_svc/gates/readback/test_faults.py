"""The read-back catches wrong code: one planted fault after the other, for every family of marks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest

from agent_svc.gates.base import Severity
from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.drawing import Change, asked_for, drawn, replaced

FRAME = pd.DataFrame(
    {
        "Region": ["Nord", "Süd", "Ost", "West", "Süd", "Ost"] * 4,
        "Art": ["a", "b"] * 12,
        "Umsatz": [float(10 + 7 * n % 23) for n in range(24)],
        "Kosten": [float(3 + 5 * n % 17) for n in range(24)],
        "Tag": pd.date_range("2024-03-01", periods=24, freq="D"),
    }
)
LOAD = "roles = {"


def data(statement: str) -> Change:
    """A script that changes its data before it draws."""
    return replaced(LOAD, f"{statement}\n{LOAD}")


SCALE = data('df["Umsatz"] = df["Umsatz"] * 1.1')
DROP = data("df = df.iloc[1:]")
SWAP = data('df["Region"] = df["Region"].replace({"Nord": "Süd", "Süd": "Nord"})')
SHIFT = data('df["Tag"] = df["Tag"] + pd.Timedelta(days=1)')


class Fault(NamedTuple):
    chart: str
    roles: dict[str, str | list[str]]
    change: Change
    words: str
    options: Mapping[str, object] = MappingProxyType({})


LINE: dict[str, str | list[str]] = {"x": "Tag", "y": ["Umsatz"]}
BAR: dict[str, str | list[str]] = {"x": "Region", "y": "Umsatz"}
GROUPED: dict[str, str | list[str]] = {"x": "Region", "y": ["Umsatz"], "group": "Art"}
FAULTS = {
    "points: scaled": Fault("scatter", {"x": "Kosten", "y": ["Umsatz"]}, SCALE, "The point at"),
    "points: a row less": Fault("scatter", {"x": "Kosten", "y": ["Umsatz"]}, DROP, "that the data gives is not drawn"),
    "points: x and y exchanged": Fault(
        "scatter",
        {"x": "Kosten", "y": ["Umsatz"]},
        data('df[["Kosten", "Umsatz"]] = df[["Umsatz", "Kosten"]].to_numpy()'),
        "The point at",
    ),
    "points: series exchanged": Fault(
        "scatter",
        {"x": "Kosten", "y": ["Umsatz"], "group": "Art"},
        data('df["Art"] = df["Art"].replace({"a": "b", "b": "a"})'),
        "in “",
    ),
    "points: names exchanged in the legend": Fault(
        "scatter",
        {"x": "Kosten", "y": ["Umsatz"], "group": "Art"},
        replaced('\nfig.savefig(f"plot-', '\nax.legend(ax.collections, ["b", "a"])\nfig.savefig(f"plot-'),
        "in “",
    ),
    "lines: moved by a transform": Fault(
        "line-timeseries",
        LINE,
        replaced(
            '\nfig.savefig(f"plot-',
            "\nax.lines[0].set_transform(mpl.transforms.Affine2D().translate(0, 3) + ax.transData)"
            '\nfig.savefig(f"plot-',
        ),
        "The line at 2024-03-01 in “Umsatz” is 13; the data gives 10.",
    ),
    "lines: scaled": Fault(
        "line-timeseries", LINE, SCALE, "The line at 2024-03-01 in “Umsatz” is 11; the data gives 10."
    ),
    "lines: dates a day late": Fault("line-timeseries", LINE, SHIFT, "The line at 2024-03-"),
    "lines: a row less": Fault("line-timeseries", LINE, DROP, "that the data gives is not drawn: 10."),
    "lines: not in order": Fault(
        "line-timeseries",
        LINE,
        replaced(
            "ax.plot(line[",
            "line = line.iloc[::2] if False else line.sample(frac=1, random_state=1)\n        ax.plot(line[",
        ),
        "goes back and forth",
    ),
    "lines: sum for mean": Fault(
        "line", BAR | {"y": ["Umsatz"]}, replaced('how = options["aggregation"]', 'how = "sum"'), "“"
    ),
    "areas: scaled": Fault("area", LINE, SCALE, "The area at 2024-03-01"),
    "areas: stacked wrongly": Fault(
        "area", {"x": "Tag", "y": ["Umsatz", "Kosten"]}, replaced("low + values", "values"), "The area at"
    ),
    "bars: scaled": Fault("bar", BAR, SCALE, "The bar of “Nord” is"),
    "bars: a row less": Fault("bar", BAR, DROP, "The bar of “Nord” is", {"aggregation": "sum"}),
    "bars: categories exchanged": Fault("bar", BAR, SWAP, "The bar of “"),
    "bars: labels exchanged": Fault(
        "bar",
        BAR,
        replaced("labels = [str(name) for name in bars.index]", "labels = list(bars.index[::-1])"),
        "The bar of “",
    ),
    "bars: another statistic": Fault(
        "bar", BAR, replaced('how = options["aggregation"]', 'how = "sum"'), "The bar of “"
    ),
    "bars: side by side": Fault("bar-grouped", GROUPED, SCALE, "The bar of “"),
    "bars: series exchanged": Fault(
        "bar-grouped", GROUPED, data('df["Art"] = df["Art"].replace({"a": "b", "b": "a"})'), "in “"
    ),
    "bars: a bin too high": Fault("histogram", {"x": ["Umsatz"]}, DROP, "The bar at"),
    "bars: outlines": Fault("histogram", {"x": ["Umsatz"], "group": "Art"}, DROP, "The bar at"),
    "boxes: a value less": Fault("box", {"x": "Region", "y": ["Umsatz"]}, DROP, "of “Nord”"),
    "boxes: categories exchanged": Fault("box", {"x": "Region", "y": ["Umsatz"]}, SWAP, "of “"),
    "boxes: longer whiskers": Fault(
        "box",
        {"y": ["Umsatz"]},
        lambda source: data("df.loc[3, 'Umsatz'] = 400.0")(source),
        "of “Umsatz”",
    ),
    "violins: a value missing that is neither end": Fault(
        "violin", {"x": "Region", "y": ["Umsatz"]}, data("df = df.drop(index=7)"), "is not as wide as"
    ),
    "violins: scaled": Fault("violin", {"x": "Region", "y": ["Umsatz"]}, SCALE, "violin of “"),
    "segments: one end of a dumbbell": Fault(
        "dumbbell",
        {"x": "Region", "y": ["Umsatz"], "group": "Art"},
        replaced("wide.max(axis=1), color=MUTED", "1.2 * wide.max(axis=1), color=MUTED"),
        "The line of “",
    ),
    "lines: another sum of shares": Fault(
        "pareto",
        {"x": "Region", "y": "Umsatz"},
        replaced('100 * bars.cumsum() / whole, "o-"', '90 * bars.cumsum() / whole, "o-"'),
        "The line of",
    ),
    "cells: scaled": Fault("heatmap", {"x": "Region", "y": "Art", "value": "Umsatz"}, SCALE, "The cell of “"),
    "cells: turned": Fault(
        "heatmap",
        {"x": "Region", "y": "Art", "value": "Umsatz"},
        replaced("values = cells.to_numpy(dtype=float)", "values = cells.to_numpy(dtype=float)[::-1]"),
        "The cell of “",
    ),
    "wedges: a value less": Fault("pie", {"category": "Region", "value": "Umsatz"}, DROP, "The slice of “"),
    "wedges: categories exchanged": Fault("pie", {"category": "Region", "value": "Umsatz"}, SWAP, "The slice of “"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_right_script_passes_and_the_wrong_one_is_named(name: str) -> None:
    fault = FAULTS[name]
    asked = asked_for(fault.chart, FRAME, fault.roles, fault.options)

    assert ReadbackGate().judge(drawn(asked)).findings == ()
    (finding,) = ReadbackGate().judge(drawn(asked, fault.change)).findings
    assert (finding.gate, finding.severity) == ("readback", Severity.ATTENTION)
    assert fault.words in finding.message


def test_a_longer_whisker_is_found_where_the_quartiles_stay() -> None:
    frame = pd.DataFrame({"Wert": [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 40]})
    longer = replaced("showfliers=", "whis=100, showfliers=")
    (finding,) = ReadbackGate().judge(drawn(asked_for("box", frame, {"y": ["Wert"]}), longer)).findings

    assert finding.message.startswith("The whisker of “Wert” ")


LARGE = pd.DataFrame({"x": np.arange(20_000) / 7, "y": np.random.default_rng(5).normal(size=20_000)})


def test_twenty_thousand_points_are_compared_in_full() -> None:
    asked = asked_for("scatter", LARGE, {"x": "x", "y": ["y"]})

    assert ReadbackGate().judge(drawn(asked)).findings == ()
    one_wrong = data("df.loc[19_990, 'y'] += 0.001")
    (finding,) = ReadbackGate().judge(drawn(asked, one_wrong)).findings
    assert finding.message == "Some of the 20,000 points are not those that the data gives."


def test_one_point_less_among_twenty_thousand_is_counted() -> None:
    asked = asked_for("scatter", LARGE, {"x": "x", "y": ["y"]})
    (finding,) = ReadbackGate().judge(drawn(asked, data("df = df.iloc[:-1]"))).findings

    assert finding.message == "19,999 points are drawn; the data gives 20,000."


def test_more_segments_than_are_listed_are_compared_in_full() -> None:
    rows = 2_400
    frame = pd.DataFrame({"t": pd.date_range("2020-01-01", periods=rows, freq="h"), "open": np.arange(rows) * 1.0})
    frame = frame.assign(high=frame["open"] + 3, low=frame["open"] - 2, close=frame["open"] + 1)
    roles: dict[str, str | list[str]] = {"x": "t", "open": "open", "high": "high", "low": "low", "close": "close"}
    asked = asked_for("candlestick", frame, roles)

    assert ReadbackGate().judge(drawn(asked)).findings == ()
    (finding,) = ReadbackGate().judge(drawn(asked, data("df.loc[2_399, 'close'] += 0.5"))).findings
    assert finding.severity == Severity.ATTENTION


def test_places_without_a_label_of_their_own_stay_different_places() -> None:
    names = [f"Gemeinde {number} am See" for number in range(60)]
    frame = pd.DataFrame({"Ort": names * 2, "Art": ["a"] * 60 + ["b"] * 60, "Wert": [1.0] * 60 + [2.0] * 60})

    assert (
        ReadbackGate().judge(drawn(asked_for("bump", frame, {"x": "Ort", "y": "Wert", "group": "Art"}))).findings == ()
    )


def test_a_slice_of_nearly_all_keeps_its_name_beside_one_of_nearly_nothing() -> None:
    frame = pd.DataFrame({"Art": ["West", "Süd"], "Wert": [5e-75, 1.0]})

    asked = asked_for("pie", frame, {"category": "Art", "value": "Wert"})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


@pytest.mark.parametrize("chart", ["pie", "treemap"])
def test_slices_of_no_width_are_not_asked_for_their_names(chart: str) -> None:
    # What is left of 0.1 + 0.2 - 0.3: no name can be told from the other.
    frame = pd.DataFrame({"Art": ["West", "Süd", "Ost", "Nord"], "Wert": [2.0, 1.0, 8e-17, 5.55e-17]})

    asked = asked_for(chart, frame, {"category": "Art", "value": "Wert"})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


def test_moving_averages_of_counts_are_read_back() -> None:
    frame = pd.DataFrame({"Tag": pd.date_range("2024-01-01", periods=9).repeat(2)[:17], "Wert": range(17)})

    asked = asked_for("line-timeseries", frame, {"x": "Tag", "y": ["Wert"]}, {"aggregation": "count", "smooth": 3})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


@pytest.mark.parametrize("chart", ["box", "violin"])
def test_of_categories_with_as_many_values_the_first_of_the_table_stand_alone_though_its_first_value_is_missing(
    chart: str,
) -> None:
    places = list("abcd") * 7
    values = [float(7 * place % 29 + 1) for place in range(28)]
    frame = pd.DataFrame({"Ort": [*places, *"abcd"], "Wert": [np.nan, *values[1:], 3.0, np.nan, np.nan, np.nan]})
    asked = asked_for(chart, frame, {"x": "Ort", "y": ["Wert"]}, {"top_n": 1})
    assert ReadbackGate().judge(drawn(asked)).findings == ()


def test_bars_of_errors_that_are_given_are_read_back_and_longer_ones_are_found() -> None:
    frame = pd.DataFrame({"Stoff": list("abcb"), "Wert": [250.0, 110, 140, 70], "Fehler": [12, -8, 9.5, np.nan]})
    asked = asked_for("errorbar", frame, {"x": "Stoff", "y": "Wert", "error": "Fehler"})
    assert ReadbackGate().judge(drawn(asked)).findings == ()
    longer = replaced('half = marks["error"].fillna(0)', 'half = 2 * marks["error"].fillna(0)')
    (finding,) = ReadbackGate().judge(drawn(asked, longer)).findings
    assert finding.message == "The line of “a” that the data gives is not drawn: 238 to 262."


def test_bars_of_computed_errors_that_are_too_long_are_found() -> None:
    asked = asked_for("errorbar", FRAME, {"x": "Region", "y": "Umsatz"})
    assert ReadbackGate().judge(drawn(asked)).findings == ()
    longer = replaced('half = (marks["sd"]', 'half = 2 * (marks["sd"]')
    (finding,) = ReadbackGate().judge(drawn(asked, longer)).findings
    assert finding.message.startswith("The line of “Nord” that the data gives is not drawn: ")


def test_dates_in_a_short_format_are_cut_into_ranges_of_what_they_stand_for() -> None:
    days = pd.date_range("2024-01-01", periods=40, freq="9D")
    frame = pd.DataFrame({"Tag": days.repeat(2), "Art": ["a", "b"] * 40, "Wert": np.arange(80.0)})
    asked = asked_for(
        "heatmap", frame, {"x": "Tag", "y": "Art", "value": "Wert"}, {"date_format": "DD.MM.YYYY", "top_n": 6}
    )
    assert ReadbackGate().judge(drawn(asked)).findings == ()


def test_a_slope_that_has_one_end_alone_is_drawn_as_its_dot() -> None:
    frame = pd.DataFrame({"Jahr": ["2023", "2024", "2023"], "Art": ["a", "b", "b"], "Wert": [1.0, 2.0, 3.0]})
    asked = asked_for("slope", frame, {"x": "Jahr", "y": "Wert", "group": "Art"})
    assert ReadbackGate().judge(drawn(asked)).findings == ()
    (finding,) = ReadbackGate().judge(drawn(asked, data('df["Wert"] = df["Wert"] + 1'))).findings
    assert finding.message.startswith("The line ")


@pytest.mark.parametrize("chart", ["area", "area-stacked", "bar-stacked"])
def test_a_series_without_a_value_weighs_less_than_one_below_zero(chart: str) -> None:
    frame = pd.DataFrame({"Tag": ["a", "b"], "Art": ["leer", "Verlust"], "Wert": [np.nan, -17.0]})
    roles: dict[str, str | list[str]] = {"x": "Tag", "y": ["Wert"], "group": "Art"}
    asked = asked_for(chart, frame, roles, {"aggregation": "count"} | ({} if chart == "bar-stacked" else {"top_n": 1}))
    assert ReadbackGate().judge(drawn(asked)).findings == ()
