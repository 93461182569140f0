"""Methods: the statistics and layouts of single charts, against their textbook or an independent library."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from tests_support.shipped import shipped_catalogue

Draw = Callable[..., Any]  # figures are looked into deeper than their types go

CATALOGUE = shipped_catalogue()
SCOPE: dict[str, Any] = {}
exec(CATALOGUE.get("bar").theme_block("matplotlib"), SCOPE)
mpl.rcdefaults()


def function(chart_id: str, name: str) -> Callable[..., Any]:
    """A function of a chart's script, by itself."""
    body = ast.parse(CATALOGUE.get(chart_id).script("matplotlib")).body
    functions: list[ast.stmt] = [node for node in body if isinstance(node, ast.FunctionDef)]
    scope: dict[str, Any] = {"np": np}
    exec(compile(ast.Module(functions, []), chart_id, "exec"), scope)
    found: Callable[..., Any] = scope[name]
    return found


@given(st.lists(st.floats(-1, 1), max_size=12), st.floats(0.01, 0.3))
def test_labels_are_moved_apart_and_keep_their_order(heights: list[float], room: float) -> None:
    moved = SCOPE["apart"](np.array(heights), room)
    order = np.argsort(heights, kind="stable")
    assert all(np.diff(np.asarray(moved)[order]) >= 0.9 * room)


def test_labels_that_have_room_stay_where_they_are() -> None:
    assert list(SCOPE["apart"](np.array([0.5, 0.1, 0.9]), 0.2)) == pytest.approx([0.5, 0.1, 0.9])


@pytest.mark.parametrize(("freedom", "within"), [(1, 1e-4), (2, 1e-4), (3, 0.01), (5, 2e-3), (10, 1e-3), (200, 1e-4)])
def test_the_quantile_of_students_t_is_that_of_scipy(freedom: int, within: float) -> None:
    assert function("regression", "t_quantile")(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=within)


def test_a_line_of_least_squares_is_that_of_scipy() -> None:
    x = np.random.default_rng(3).gamma(2, 5, 60)
    y = 3 - 0.7 * x + np.random.default_rng(4).normal(0, 2, 60)
    places, heights, half, slope, intercept, r2 = function("regression", "fit")(x, y)
    expected = stats.linregress(x, y)
    assert (slope, intercept, r2) == pytest.approx((expected.slope, expected.intercept, expected.rvalue**2))
    assert heights == pytest.approx(intercept + slope * places)
    assert half.min() == half[np.argmin(np.abs(places - x.mean()))]


def test_letter_values_begin_with_the_quartiles_and_go_deeper_with_more_values() -> None:
    values = np.random.default_rng(5).normal(size=10_000)
    lows, highs = function("boxen", "letter_values")(values)
    assert (lows[0], highs[0]) == pytest.approx(tuple(np.quantile(values, [0.25, 0.75])))
    assert (np.diff(lows) < 0).all()
    assert (np.diff(highs) > 0).all()
    assert len(lows) > len(function("boxen", "letter_values")(values[:100])[0])


def test_dots_of_a_swarm_do_not_touch() -> None:
    heights, dot = np.random.default_rng(6).normal(0, 30, 200), 4.0
    sides = function("swarm", "swarm")(heights, dot, 1000.0)
    distances = np.hypot(np.subtract.outer(heights, heights), np.subtract.outer(sides, sides))
    assert distances[~np.eye(200, dtype=bool)].min() >= dot * 0.999


@pytest.fixture
def steps() -> pd.DataFrame:
    return pd.DataFrame({"step": pd.Series(list("abcd"), dtype="str"), "n": [5.0, 3.0, -4.0, 1.0]})


def test_bars_of_a_waterfall_lead_to_the_total(draw: Draw, steps: pd.DataFrame) -> None:
    axes = draw("waterfall", steps, {"x": "step", "y": "n"}).axes[0]
    ends = [(bar.get_y(), bar.get_y() + bar.get_height()) for bar in axes.patches]
    assert ends == [(0, 5), (5, 8), (8, 4), (4, 5), (0, 5)]


def test_a_pareto_line_ends_at_a_hundred_percent(draw: Draw, steps: pd.DataFrame) -> None:
    figure = draw("pareto", steps, {"x": "step", "y": "n"})
    assert [bar.get_height() for bar in figure.axes[0].patches] == [5, 3, 1]
    assert list(figure.axes[1].lines[0].get_ydata()) == pytest.approx([500 / 9, 800 / 9, 100])
    assert "Categories of zero or below are left out (1)." in figure.get_supxlabel()


def test_bars_of_a_funnel_are_centred(draw: Draw, steps: pd.DataFrame) -> None:
    axes = draw("funnel", steps.assign(n=steps["n"].abs()), {"x": "step", "y": "n"}).axes[0]
    assert [(bar.get_x(), bar.get_width()) for bar in axes.patches] == [(-2.5, 5), (-1.5, 3), (-2, 4), (-0.5, 1)]


def test_sides_of_a_pyramid_point_away_from_each_other(draw: Draw) -> None:
    frame = pd.DataFrame({"age": [10.0, 0.0], "men": [3.0, 4.0], "women": [5.0, 6.0]})
    axes = draw("pyramid", frame, {"x": "age", "y": ["men", "women"]}).axes[0]
    assert [bar.get_width() for bar in axes.patches] == [-4, -3, 6, 5]
    low, high = axes.get_ylim()
    assert low < high  # the youngest at the bottom


def test_of_two_bars_on_one_side_of_a_pyramid_the_shorter_lies_in_front(draw: Draw) -> None:
    frame = pd.DataFrame({"age": [0.0, 10], "men": [-3.0, -6], "women": [5.0, 4]})
    axes = draw("pyramid", frame, {"x": "age", "y": ["men", "women"]}).axes[0]
    men_young, men_old, women_young, women_old = (bar.get_zorder() for bar in axes.patches)
    assert men_young > women_young
    assert women_old > men_old


def test_ranks_of_a_bump_chart_count_from_the_largest(draw: Draw) -> None:
    frame = pd.DataFrame({"t": [1.0, 1, 2, 2], "who": pd.Series(list("abab"), dtype="str"), "n": [5.0, 3, 2, 9]})
    axes = draw("bump", frame, {"x": "t", "y": "n", "group": "who"}).axes[0]
    assert [list(line.get_ydata()) for line in axes.lines] == [[1, 2], [2, 1]]


def test_error_bars_span_the_confidence_interval(draw: Draw) -> None:
    values = np.array([1.0, 2.0, 4.0, 5.0])
    frame = pd.DataFrame({"g": pd.Series(["a"] * 4, dtype="str"), "v": values})
    axes = draw("errorbar", frame, {"x": "g", "y": "v"}).axes[0]
    (segment,) = axes.collections[0].get_segments()
    half = 1.96 * values.std(ddof=1) / 2
    assert list(segment[:, 1]) == pytest.approx([values.mean() - half, values.mean() + half])


def test_areas_of_circles_are_in_proportion(draw: Draw) -> None:
    frame = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, 2, 3], "s": [10.0, 40.0, 20.0]})
    axes = draw("bubble", frame, {"x": "a", "y": "b", "size": "s"}).axes[0]
    areas = axes.collections[0].get_sizes()
    assert list(areas / areas[0]) == pytest.approx([1, 0.5, 0.25])
    assert list(axes.collections[0].get_offsets()[:, 0]) == [2, 3, 1]


def test_parts_of_a_stack_stand_above_and_hang_below_zero(draw: Draw) -> None:
    frame = pd.DataFrame({"k": pd.Series(["a"], dtype="str"), "p": [3.0], "q": [-2.0], "r": [4.0], "s": [-1.0]})
    axes = draw("bar-stacked", frame, {"x": "k", "y": ["p", "q", "r", "s"]}).axes[0]
    assert [(bar.get_y(), bar.get_height()) for bar in axes.patches] == [(0, 3), (0, -2), (3, 4), (-2, -1)]


def test_an_indexed_line_begins_at_a_hundred(draw: Draw) -> None:
    frame = pd.DataFrame({"t": [1.0, 2, 3], "a": [50.0, 75, 100], "b": [4.0, 2, 8]})
    axes = draw("line-multi", frame, {"x": "t", "y": ["a", "b"]}, {"indexed": True}).axes[0]
    assert [list(line.get_ydata()) for line in axes.lines] == [[100, 150, 200], [100, 50, 200]]
