"""What the probe notes of a matplotlib figure: the marks in data coordinates, bounded, and nothing that is no mark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

from agent_svc.gates.readback.digest import digest as host_digest
from renderer_svc.harness.marks_matplotlib import marks
from renderer_svc.harness.probe import describe
from renderer_svc.harness.rows import MAX_ROWS, Room, digest


@pytest.fixture
def axes() -> Iterator[Any]:
    figure, axes = plt.subplots(dpi=80)
    yield axes
    plt.close(figure)


def rows(found: dict[str, Any], kind: str) -> list[list[float]]:
    return [row for group in found[kind] for row in group["rows"]]


def test_each_kind_of_marks_is_noted_in_data_coordinates(axes: Any) -> None:
    axes.scatter([1, 2], [3, 4], label="dots")
    axes.plot([1, 2, 3], [4, 5, 6], label="line")
    axes.plot([5, 6], [7, 8], "o")
    axes.bar([0, 1], [2, -3], width=0.5)
    axes.vlines([9], [0], [4])
    axes.fill_between([0, 1], [0, 0], [1, 2])
    axes.imshow([[1.0, 2.0]], extent=(0, 2, 0, 1))
    found = marks(axes, Room())

    assert {group["label"]: group["rows"] for group in found["points"]} == {
        "dots": [[1, 3], [2, 4]],
        "": [[5, 7], [6, 8]],
    }
    assert rows(found, "lines") == [[1, 4], [2, 5], [3, 6]]
    assert rows(found, "bars") == [[-0.25, 0, 0.25, 2], [0.75, 0, 1.25, -3]]
    assert rows(found, "segments") == [[9, 0, 9, 4]]
    assert rows(found, "areas") == [[0, 0], [0, 1], [1, 0], [1, 2]]
    assert rows(found, "cells") == [[0.5, 0.5, 1], [1.5, 0.5, 2]]


def test_collections_of_rectangles_are_bars_and_other_fillings_are_areas(axes: Any) -> None:
    def box(left: float, bottom: float, right: float, top: float) -> list[tuple[float, float]]:
        return [(left, bottom), (left, top), (right, top), (right, bottom)]

    axes.add_collection(mpl.collections.PolyCollection([box(0, 0, 1, 2), box(1, 0, 2, 0)]))
    axes.add_collection(mpl.collections.PolyCollection([[*box(3, 1, 4, 5), (3, 1)]]))
    axes.fill_between([7], [0], [2])
    axes.add_collection(mpl.collections.PolyCollection([[(5, 0), (6, 0), (5.5, 1)]]))
    found = marks(axes, Room())

    assert rows(found, "bars") == [[0, 0, 1, 2], [1, 0, 2, 0], [3, 1, 4, 5]]
    assert rows(found, "areas") == [[7, 0], [7, 2], [5, 0], [5.5, 1], [6, 0]]


def test_wedges_are_noted_with_their_angles(axes: Any) -> None:
    axes.pie([1, 3])

    assert [row[:2] for row in rows(marks(axes, Room()), "wedges")] == [[0, 90], [90, 360]]


def test_what_is_no_mark_is_not_noted(axes: Any) -> None:
    axes.axhline(3)
    axes.axvspan(1, 2)
    axes.plot([], [], label="a sample of the legend")
    axes.plot([1, 2, 3], [1, 2, 3], visible=False)
    axes.scatter([1], [1], alpha=0)
    axes.plot([np.nan, 1], [1, np.nan])

    assert marks(axes, Room()) == {"left_out": 0, "hidden_share": 0.0}


def test_swatches_without_a_size_are_no_bars_and_a_bar_of_zero_is_one(axes: Any) -> None:
    axes.add_patch(mpl.patches.Rectangle((0, 0), 0, 0, label="swatch"))
    axes.add_patch(mpl.patches.Rectangle((1, 0), 0.8, 0, label="zero"))
    assert rows(marks(axes, Room()), "bars") == [[1.0, 0.0, 1.8, 0.0]]


def test_dates_are_days(axes: Any) -> None:
    days = np.array(["1970-01-02", "2024-03-01T12:00", "2024-03-02"], dtype="datetime64[m]")
    axes.plot(days, [1, 2, 3])

    assert [row[0] for row in rows(marks(axes, Room()), "lines")] == [1, 19783.5, 19784]


@pytest.mark.parametrize(
    ("style", "seen"),
    [
        ({"markerfacecolor": "#112233", "markeredgewidth": 0}, "#112233ff"),
        ({"markerfacecolor": "none", "markeredgecolor": "#445566"}, "#445566ff"),
        ({}, "#000000ff"),
    ],
)
def test_markers_without_a_line_have_the_colour_that_is_seen_of_them(
    axes: Any, style: dict[str, Any], seen: str
) -> None:
    axes.plot([1, 2], [3, 4], "o", color="black", **style)
    (group,) = marks(axes, Room())["points"]

    assert group["colors"] == [seen]


def test_many_rows_are_cut_and_summed_up(axes: Any) -> None:
    places = np.arange(20_000.0)
    axes.scatter(places, places / 3)
    (group,) = marks(axes, Room())["points"]

    assert group["count"] == 20_000
    assert len(group["rows"]) == MAX_ROWS
    assert group["max"] == [19_999, 6666.33333333]
    assert group["digest"] == digest(np.column_stack([places, places / 3])[::-1].tolist())


def test_the_host_computes_the_same_digest() -> None:
    numbers = np.array([[1.5, -0.0], [1e-12, 123456789.123], [2 / 3, 1e300]])

    assert digest((numbers + 0.0).tolist()) == host_digest(numbers)


def test_whether_a_line_goes_back_is_noted(axes: Any) -> None:
    axes.plot([1, 2, 3], [1, 3, 2], label="on")
    axes.plot([1, 3, 2], [1, 2, 3], label="back")
    found = marks(axes, Room())["lines"]

    assert [group["steady"] for group in found] == [[True, False], [False, True]]


def test_a_report_with_thousands_of_marks_stays_below_its_size() -> None:
    figure, grid = plt.subplots(4, 5, dpi=80)
    for axes in grid.flat:
        for number in range(20):
            axes.plot(np.random.default_rng(number).normal(size=500), label=f"a line with a long name {number}")
    figure.canvas.draw()
    try:
        report = describe(figure, "plot-light.png", "figure", [], Room())
    finally:
        plt.close(figure)

    assert len(json.dumps(report)) < 256 * 1024
