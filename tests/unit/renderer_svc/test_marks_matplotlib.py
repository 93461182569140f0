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


@pytest.mark.parametrize(
    "draw",
    [
        lambda axes: axes.scatter([1, 2], [1, 2], s=1e-3),
        lambda axes: axes.scatter([1, 2], [1, 2], color=(0, 0, 0, 0.01)),
        lambda axes: axes.plot([1, 2, 3], [1, 2, 3], linewidth=0.01),
        lambda axes: axes.plot([1, 2, 3], [1, 2, 3], color=(0, 0, 0, 0.005)),
        lambda axes: axes.vlines([1, 2], 0, 1, linewidth=0.01),
        lambda axes: axes.bar([1, 2], [3, 4], color="none"),
        lambda axes: axes.fill_between([1, 2], [3, 4], color="none"),
    ],
)
def test_marks_that_are_too_faint_or_too_small_to_be_seen_are_not_noted(axes: Any, draw: Any) -> None:
    draw(axes)

    assert marks(axes, Room()) == {"left_out": 0, "hidden_share": marks(axes, Room())["hidden_share"]}


def test_of_points_only_those_without_a_size_are_left_out(axes: Any) -> None:
    axes.scatter([1, 2, 3], [4, 5, 6], s=[30, 1e-4, 30])
    assert rows(marks(axes, Room()), "points") == [[1, 4], [3, 6]]


def test_marks_below_something_opaque_are_not_noted(axes: Any) -> None:
    axes.scatter([1, 5], [1, 5])
    axes.bar([2, 6], [2, 2], width=0.5)
    axes.plot([1.5, 2, 2.5], [1, 2, 1])
    axes.set(xlim=(0, 8), ylim=(0, 8))
    axes.add_patch(mpl.patches.Rectangle((0, -1), 4, 4, color="white", zorder=9))
    found = marks(axes, Room())

    assert rows(found, "points") == [[5, 5]]
    assert [5.75, 0, 6.25, 2] in rows(found, "bars")
    assert [1.75, 0, 2.25, 2] not in rows(found, "bars")
    assert "lines" not in found


@pytest.mark.parametrize("style", [{"color": "white", "alpha": 0.5, "zorder": 9}, {"color": "white", "zorder": 0}])
def test_marks_above_a_patch_or_below_one_that_is_seen_through_are_noted(axes: Any, style: dict[str, Any]) -> None:
    axes.scatter([1, 2], [1, 2])
    axes.add_patch(mpl.patches.Rectangle((0, 0), 4, 4, **style))
    assert rows(marks(axes, Room()), "points") == [[1, 1], [2, 2]]


def test_a_bar_that_a_larger_one_hides_is_not_noted_and_one_without_a_length_is(axes: Any) -> None:
    axes.bar([0, 1], [2, 0])
    axes.bar([0, 1], [3, 4])
    assert rows(marks(axes, Room()), "bars") == [[0.6, 0, 1.4, 0], [-0.4, 0, 0.4, 3], [0.6, 0, 1.4, 4]]


def test_what_another_pair_of_axes_hides_is_not_noted(axes: Any) -> None:
    axes.scatter([1], [1])
    axes.figure.add_axes((0, 0, 1, 1))
    assert "points" not in marks(axes, Room())


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
