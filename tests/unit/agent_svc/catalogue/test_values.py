"""Values: what is drawn equals what pandas computes from the same rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.patches import Rectangle, Wedge
from matplotlib.text import Text

Draw = Callable[..., Any]  # figures are looked into deeper than their types go

AGGREGATIONS = {
    "mean": "Mean of",
    "sum": "Sum of",
    "median": "Median of",
    "count": "Count of",
    "min": "Minimum of",
    "max": "Maximum of",
}


@pytest.fixture
def records() -> pd.DataFrame:
    """Records of three sorts on two soils over forty days, in no order, with missing yields."""
    generator = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            "Sorte": pd.Series(generator.choice(["Rubin", "Ähre", "Stern"], 240), dtype="str"),
            "Boden": pd.Series(generator.choice(["Löss", "Sand"], 240), dtype="str"),
            "Tag": pd.Timestamp("2024-02-20") + pd.to_timedelta(generator.integers(0, 40, 240), unit="D"),
            "Tiefe (cm)": generator.integers(1, 9, 240).astype(float),
            "Ertrag (t/ha)": generator.gamma(5, 1.5, 240).round(2),
        }
    )
    frame.loc[::9, "Ertrag (t/ha)"] = np.nan
    return frame


def bars(axes: Any) -> list[float]:
    return [float(patch.get_height()) for patch in axes.patches if isinstance(patch, Rectangle)]


def in_order(frame: pd.DataFrame, column: str) -> list[str]:
    return list(frame[column].drop_duplicates())


@pytest.mark.parametrize(("how", "word"), AGGREGATIONS.items())
def test_bars_are_as_high_as_the_aggregate_and_the_label_says_which(
    draw: Draw, records: pd.DataFrame, how: str, word: str
) -> None:
    axes = draw("bar", records, {"x": "Sorte", "y": "Ertrag (t/ha)"}, {"aggregation": how}).axes[0]
    expected = records.groupby("Sorte")["Ertrag (t/ha)"].agg(how)[in_order(records, "Sorte")]
    assert bars(axes) == pytest.approx(list(expected))
    assert axes.get_ylabel() == f"{word} Ertrag (t/ha)"
    assert [label.get_text() for label in axes.get_xticklabels()] == in_order(records, "Sorte")


@pytest.mark.parametrize("chart_id", ["bar", "bar-grouped"])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("missing", [0, 2])
def test_a_category_without_a_value_keeps_the_width_of_a_bar(
    draw: Draw, chart_id: str, orientation: str, missing: int
) -> None:
    frame = pd.DataFrame({"Land": pd.Series(list("ABC"), dtype="str"), "BIP": [3.0, 5.0, 4.0]})
    roles = {"x": "Land", "y": "BIP" if chart_id == "bar" else ["BIP"]}

    def limits(data: pd.DataFrame) -> list[float]:
        axes = draw(chart_id, data, roles, {"orientation": orientation}).axes[0]
        return list(axes.get_xlim() if orientation == "vertical" else axes.get_ylim())

    whole = limits(frame)
    frame.loc[missing, "BIP"] = np.nan
    assert limits(frame) == pytest.approx(whole, abs=0.05)


def test_single_records_keep_the_name_of_their_column(draw: Draw) -> None:
    frame = pd.DataFrame({"Land": pd.Series(["A", "B"], dtype="str"), "BIP": [3.0, 5.0]})
    assert draw("bar", frame, {"x": "Land", "y": "BIP"}).axes[0].get_ylabel() == "BIP"


def test_sorted_bars_descend_and_the_merged_tail_is_last(draw: Draw, records: pd.DataFrame) -> None:
    options = {"sort": "descending", "top_n": 2, "aggregation": "sum"}
    axes = draw("bar", records, {"x": "Tiefe (cm)", "y": "Ertrag (t/ha)"}, options).axes[0]
    sums = records.groupby("Tiefe (cm)")["Ertrag (t/ha)"].sum().sort_values(ascending=False)
    assert bars(axes) == pytest.approx([*sums[:2], sums[2:].sum()])
    assert [label.get_text() for label in axes.get_xticklabels()][-1] == f"Other ({len(sums) - 2})"


def test_a_tail_that_is_left_out_is_mentioned(draw: Draw, records: pd.DataFrame) -> None:
    figure = draw("bar", records, {"x": "Tiefe (cm)", "y": "Ertrag (t/ha)"}, {"top_n": 2, "other": False})
    assert len(bars(figure.axes[0])) == 2
    assert figure.get_supxlabel() == "Smaller categories are left out (6)."


def test_grouped_bars_are_as_high_as_the_mean_of_their_pair(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("bar-grouped", records, {"x": "Sorte", "y": ["Ertrag (t/ha)"], "group": "Boden"}).axes[0]
    pairs = records.groupby(["Boden", "Sorte"])["Ertrag (t/ha)"].mean()
    expected = [pairs[soil][sort] for soil in in_order(records, "Boden") for sort in in_order(records, "Sorte")]
    assert bars(axes) == pytest.approx(expected)
    assert axes.get_ylabel() == "Mean of Ertrag (t/ha)"


def test_several_columns_share_their_unit_on_the_axis(draw: Draw, records: pd.DataFrame) -> None:
    records["Stroh (t/ha)"] = records["Ertrag (t/ha)"] / 2
    axes = draw("bar-grouped", records, {"x": "Sorte", "y": ["Ertrag (t/ha)", "Stroh (t/ha)"]}).axes[0]
    assert axes.get_ylabel() == "Mean of values (t/ha)"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["Ertrag (t/ha)", "Stroh (t/ha)"]


def test_line_vertices_are_means_in_ascending_order(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("line", records, {"x": "Tiefe (cm)", "y": ["Ertrag (t/ha)"], "group": "Boden"}).axes[0]
    assert [line.get_label() for line in axes.lines] == in_order(records, "Boden")
    for line in axes.lines:
        part = records[records["Boden"] == line.get_label()]
        expected = part.groupby("Tiefe (cm)")["Ertrag (t/ha)"].mean()
        np.testing.assert_allclose(line.get_xdata(), expected.index)
        np.testing.assert_allclose(line.get_ydata(), expected)


def test_a_line_over_text_keeps_the_order_of_the_data(draw: Draw) -> None:
    months = ["Jan", "Feb", "Mär", "Apr"]
    frame = pd.DataFrame({"Monat": pd.Series(months * 2, dtype="str"), "n": [1.0, 2, 3, 4, 3, 4, 5, 6]})
    axes = draw("line", frame, {"x": "Monat", "y": ["n"]}).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == months
    assert list(axes.lines[0].get_ydata()) == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("interval", "frequency"), [("day", "D"), ("week", "W-SUN"), ("month", "M"), ("quarter", "Q"), ("year", "Y")]
)
def test_a_time_series_aggregates_each_interval(
    draw: Draw, records: pd.DataFrame, interval: str, frequency: str
) -> None:
    options = {"interval": interval, "aggregation": "sum"}
    axes = draw("line-timeseries", records, {"x": "Tag", "y": ["Ertrag (t/ha)"]}, options).axes[0]
    starts = records["Tag"].dt.to_period(frequency).dt.start_time
    expected = records.groupby(starts)["Ertrag (t/ha)"].sum(min_count=1)
    drawn = pd.Series(axes.lines[0].get_ydata(orig=True), index=pd.DatetimeIndex(axes.lines[0].get_xdata(orig=True)))
    np.testing.assert_allclose(drawn.dropna(), expected.dropna())
    assert axes.get_ylabel() == f"Sum of Ertrag (t/ha) per {interval}"


def test_an_interval_without_records_is_a_gap(draw: Draw) -> None:
    days = pd.to_datetime(["2024-01-01", "2024-01-02", "2024-01-05"])
    frame = pd.DataFrame({"t": days, "v": [1.0, 2.0, 3.0]})
    line = draw("line-timeseries", frame, {"x": "t", "y": ["v"]}, {"interval": "day"}).axes[0].lines[0]
    np.testing.assert_array_equal(line.get_ydata(orig=True), [1, 2, np.nan, np.nan, 3])


def test_areas_stand_on_top_of_each_other(draw: Draw) -> None:
    frame = pd.DataFrame({"x": [1.0, 2, 3], "a": [1.0, 2, 3], "b": [10.0, 10, 10]})
    axes = draw("area", frame, {"x": "x", "y": ["a", "b"]}).axes[0]
    assert [list(line.get_ydata()) for line in axes.lines[:2]] == [[1, 2, 3], [11, 12, 13]]


def test_an_area_goes_on_between_its_records_and_has_gaps_only_where_a_value_is_missing(draw: Draw) -> None:
    frame = pd.DataFrame({"x": range(8), "group": list("abababab"), "y": [1.0, -1, 2, -2, np.nan, -3, 4, -4]})
    axes = draw("area", frame, {"x": "x", "y": ["y"], "group": "group"}).axes[0]
    assert [len(area.get_paths()) for area in axes.collections if len(area.get_facecolor())] == [2, 1]


def test_areas_with_negative_values_are_not_stacked(draw: Draw) -> None:
    frame = pd.DataFrame({"x": [1.0, 2, 3], "a": [1.0, -2, 3], "b": [10.0, 10, 10]})
    figure = draw("area", frame, {"x": "x", "y": ["a", "b"]}, {"stacking": "stacked"})
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[1, -2, 3], [10, 10, 10]]
    assert figure.get_supxlabel() == "Not stacked, because some values are negative."


def test_points_are_the_rows_that_have_both_values(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("scatter", records, {"x": "Tiefe (cm)", "y": ["Ertrag (t/ha)"], "group": "Sorte"}).axes[0]
    for points in axes.collections:
        part = records[records["Sorte"] == points.get_label()].dropna(subset=["Ertrag (t/ha)"])
        np.testing.assert_allclose(points.get_offsets(), part[["Tiefe (cm)", "Ertrag (t/ha)"]])


def test_series_beyond_the_palette_are_muted_but_drawn(draw: Draw, records: pd.DataFrame) -> None:
    records["Reihe"] = pd.Series([f"R{row % 11}" for row in range(len(records))], dtype="str")
    axes = draw("scatter", records, {"x": "Tiefe (cm)", "y": ["Ertrag (t/ha)"], "group": "Reihe"}).axes[0]
    assert sum(len(points.get_offsets()) for points in axes.collections) == records["Ertrag (t/ha)"].notna().sum()
    entries = [text.get_text() for text in axes.get_legend().get_texts()]
    assert len(entries) == 8
    assert "4 others" in entries


@pytest.mark.parametrize("options", [{}, {"bins": 7}, {"log_x": True}])
def test_every_value_falls_into_a_bin(draw: Draw, records: pd.DataFrame, options: dict[str, object]) -> None:
    axes = draw("histogram", records, {"x": ["Ertrag (t/ha)"]}, options).axes[0]
    values = records["Ertrag (t/ha)"].dropna()
    edges = [patch.get_x() - 1e-9 for patch in axes.patches if isinstance(patch, Rectangle)]
    assert sum(bars(axes)) == len(values)
    assert bars(axes) == list(np.histogram(values, [*edges, values.max()])[0])


def test_whole_numbers_get_a_bin_each(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("histogram", records, {"x": ["Tiefe (cm)"]}).axes[0]
    assert bars(axes) == list(records["Tiefe (cm)"].value_counts().sort_index())


def test_percentages_of_every_series_add_up_to_a_hundred(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("histogram", records, {"x": ["Ertrag (t/ha)"]}, {"scale": "percent"}).axes[0]
    assert sum(bars(axes)) == pytest.approx(100)


def test_boxes_show_median_and_quartiles(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("box", records, {"x": "Sorte", "y": ["Ertrag (t/ha)"]}).axes[0]
    values = records.dropna(subset=["Ertrag (t/ha)"])
    for place, sort in enumerate(in_order(records, "Sorte")):
        low, middle, high = values.loc[values["Sorte"] == sort, "Ertrag (t/ha)"].quantile([0.25, 0.5, 0.75])
        heights = axes.patches[place].get_path().vertices[:, 1]
        assert (heights.min(), heights.max()) == pytest.approx((low, high))
        medians = [line for line in axes.lines if line.get_solid_capstyle() == "butt"]
        assert list(medians[place].get_ydata()) == pytest.approx([middle, middle])


def test_labels_of_boxes_count_their_values(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("box", records, {"x": "Boden", "y": ["Ertrag (t/ha)"]}).axes[0]
    counts = records.dropna().groupby("Boden").size()
    labels = {label.get_text().replace("\u00a0", " ") for label in axes.get_xticklabels()}
    assert labels == {f"{soil} (n = {counts[soil]})" for soil in ("Löss", "Sand")}


def test_violins_end_at_the_smallest_and_the_largest_value(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("violin", records, {"x": "Boden", "y": ["Ertrag (t/ha)"]}).axes[0]
    values = records.dropna(subset=["Ertrag (t/ha)"])
    outlines = [c for c in axes.collections if isinstance(c, mpl.collections.FillBetweenPolyCollection)]
    for outline, soil in zip(outlines, in_order(records, "Boden"), strict=True):
        heights = np.asarray(outline.get_paths()[0].vertices)[:, 1]
        sample = values.loc[values["Boden"] == soil, "Ertrag (t/ha)"]
        assert (heights.min(), heights.max()) == pytest.approx((sample.min(), sample.max()))


def test_groups_of_fewer_than_five_values_are_dots_and_not_violins(draw: Draw) -> None:
    frame = pd.DataFrame({"g": pd.Series(list("aaab"), dtype="str"), "v": [1.0, 2, 3, 9]})
    axes = draw("violin", frame, {"x": "g", "y": ["v"]}).axes[0]
    assert [[float(y) for _, y in dots.get_offsets()] for dots in axes.collections] == [[1, 2, 3], [9]]


def test_cells_are_means_and_pairs_without_a_value_are_empty(draw: Draw) -> None:
    frame = pd.DataFrame(
        {
            "h": [8.0, 8, 10, 9],
            "d": pd.Series(["Mo", "Mo", "Di", "Di"], dtype="str"),
            "n": [1.0, 3, 5, np.nan],
        }
    )
    figure = draw("heatmap", frame, {"x": "d", "y": "h", "value": "n"})
    (mesh,) = [c for c in figure.axes[0].collections if isinstance(c, QuadMesh)]
    assert np.ma.filled(np.ma.asarray(mesh.get_array()), -1).tolist() == [[2, -1], [-1, -1], [-1, 5]]
    assert figure.axes[1].get_ylabel() == "Mean of n"
    assert [text.get_text() for text in figure.axes[0].texts if text.get_text()] == ["2", "5"]


def test_wedges_are_shares_of_the_sum_and_the_tail_is_one_wedge(draw: Draw) -> None:
    frame = pd.DataFrame(
        {
            "what": pd.Series([*"abcdefghij", "a"], dtype="str"),
            "cost": [30.0, 20, 10, 9, 8, 7, 6, 5, 3, 2, 20],
        }
    )
    figure = draw("pie", frame, {"category": "what", "value": "cost"})
    wedges = [patch for patch in figure.axes[0].patches if isinstance(patch, Wedge)]
    shares = [abs(wedge.theta2 - wedge.theta1) / 360 for wedge in wedges]
    assert shares == pytest.approx([share / 120 for share in (50, 20, 10, 9, 8, 7, 6, 10)], abs=1e-6)
    texts = [text.get_text() for text in figure.axes[0].findobj(Text) if "%" in text.get_text()]
    assert "Other (3)\n8.3 %" in texts
    assert figure.get_supxlabel() == "Shares of the sum of cost, by what."


def test_a_pie_without_amounts_counts_rows(draw: Draw, records: pd.DataFrame) -> None:
    figure = draw("pie", records, {"category": "Boden"})
    counts = records["Boden"].value_counts()
    wedges = [patch for patch in figure.axes[0].patches if isinstance(patch, Wedge)]
    shares = [abs(wedge.theta2 - wedge.theta1) / 360 for wedge in wedges]
    assert shares == pytest.approx(list(counts / len(records)), abs=1e-6)
    assert figure.get_supxlabel() == "Shares of the count of rows, by Boden."


def test_shares_are_no_shares_of_shares(draw: Draw) -> None:
    frame = pd.DataFrame({"k": pd.Series(list("ab"), dtype="str"), "Share (%)": [60.0, 40]})
    for chart in ("pie", "donut"):
        assert draw(chart, frame, {"category": "k", "value": "Share (%)"}).get_supxlabel() == "Share (%), by k."


def test_categories_that_cannot_be_shares_are_left_out_and_mentioned(draw: Draw) -> None:
    frame = pd.DataFrame({"k": pd.Series(list("abc"), dtype="str"), "v": [3.0, -1, 1]})
    figure = draw("pie", frame, {"category": "k", "value": "v"})
    assert figure.get_supxlabel() == "Shares of v, by k. Categories of zero or below are left out (1)."


def test_a_logarithmic_axis_says_how_many_values_it_leaves_out(draw: Draw) -> None:
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "y": [0.0, -1, 10, 100]})
    figure = draw("scatter", frame, {"x": "x", "y": ["y"]}, {"log_y": True})
    assert figure.axes[0].get_yscale() == "log"
    assert figure.get_supxlabel() == "Logarithmic axis: values of zero or below are left out (2)."


def test_a_range_on_a_date_axis_is_in_years(draw: Draw, records: pd.DataFrame) -> None:
    axes = draw("line-timeseries", records, {"x": "Tag", "y": ["Ertrag (t/ha)"]}, {"x_range": [2023, 2025]}).axes[0]
    first, last = pd.to_datetime(axes.get_xlim(), unit="D")
    assert (first.year + round(first.month / 12), last.year + round(last.month / 12)) == (2023, 2025)


def test_years_on_a_number_axis_have_no_separators(draw: Draw) -> None:
    frame = pd.DataFrame({"Jahr": [2019.0, 2020, 2021], "n": [1.0, 2, 3]})
    axes = draw("line", frame, {"x": "Jahr", "y": ["n"]}).axes[0]
    assert {"2019", "2020", "2021"} <= {label.get_text() for label in axes.get_xticklabels()}
