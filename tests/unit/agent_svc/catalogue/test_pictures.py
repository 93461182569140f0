"""Pictures: nasty data gives a whole picture in both themes, with nothing cut and every word in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from matplotlib.text import Text

from agent_svc.catalogue import Catalogue, load_catalogue
from agent_svc.code.theme import Theme

Draw = Callable[..., Any]  # figures are looked into deeper than their types go

CHARTS = sorted(load_catalogue().charts)
ROLES: dict[str, dict[str, Any]] = {
    "area": {"x": "date", "y": ["value"], "group": "kind"},
    "bar": {"x": "name", "y": "value"},
    "bar-grouped": {"x": "name", "y": ["value"], "group": "kind"},
    "box": {"x": "name", "y": ["value"], "group": "kind"},
    "heatmap": {"x": "name", "y": "kind", "value": "value"},
    "histogram": {"x": ["value"], "group": "kind"},
    "line": {"x": "other", "y": ["value"], "group": "kind"},
    "line-timeseries": {"x": "date", "y": ["value"], "group": "kind"},
    "pie": {"category": "name", "value": "value"},
    "scatter": {"x": "other", "y": ["value"], "group": "kind"},
    "violin": {"x": "name", "y": ["value"]},
}
LONG = "Zuständige Stelle für die Überwachung der Wasserqualität in Talsperren und Flüssen, Nr."


def table(
    values: Any, names: list[str], kinds: list[str], dates: Any = "2024-01-31", every: str = "37h"
) -> pd.DataFrame:
    """A table with a column of every type; names and kinds are repeated as often as it needs."""
    rows = len(values)
    generator = np.random.default_rng(4)
    return pd.DataFrame(
        {
            "value": np.asarray(values, dtype=float),
            "other": generator.gamma(2.0, 30.0, rows).round(1),
            "name": pd.Series([names[row % len(names)] for row in range(rows)], dtype="str"),
            "kind": pd.Series([kinds[row % len(kinds)] for row in range(rows)], dtype="str"),
            "date": pd.date_range(dates, periods=rows, freq=every),
        }
    ).sample(frac=1, random_state=4, ignore_index=True)


def nasty() -> dict[str, pd.DataFrame]:
    normal = np.random.default_rng(11).normal
    holes = table(normal(10, 4, 90), list("ABCDEF"), ["x", "y", "z"])
    holes.loc[::4, "value"] = np.nan
    holes.loc[::5, "other"] = np.nan
    holes.loc[::7, ["name", "kind"]] = None
    holes.loc[::9, "date"] = pd.NaT
    holes.loc[3, "value"] = np.inf
    return {
        "one row": table([12.5], ["A"], ["x"]),
        "two rows": table([12.5, -3], ["A", "B"], ["x", "y"]),
        "all missing": table([np.nan] * 6, list("ABC"), ["x", "y"]),
        "holes and infinities": holes,
        "constant": table([7.0] * 24, list("ABC"), ["x", "y"]),
        "all negative": table(-normal(50, 9, 40), list("ABCD"), ["x", "y"]),
        "huge": table(normal(0, 1, 40) * 1e18, list("ABCD"), ["x", "y"], "1700-01-01", "3000D"),
        "tiny": table(normal(5, 1, 40) * 1e-9, list("ABCD"), ["x", "y"], "2024-01-31 23:59", "7s"),
        "sixty categories": table(
            normal(9, 4, 300), [f"Gemeinde {n}" for n in range(60)], [f"k{n}" for n in range(20)]
        ),
        "long labels": table(normal(9, 4, 60), [f"{LONG} {n}" for n in range(9)], [f"{LONG} {n}" for n in range(5)]),
        "dollars and signs": table(normal(9, 4, 30), ["$5_a$", "50 % & more", "<b>", "{x}"], ["$", "\\alpha"]),
        "thousands of rows": table(normal(0, 9, 4000), list("ABCDEFGH"), list("uvwxyz")),
    }


NASTY = nasty()


def pixels(figure: Any) -> npt.NDArray[np.uint8]:
    return np.asarray(figure.canvas.buffer_rgba())[..., :3]


def assert_whole(figure: Any, paper: str) -> None:
    """Nothing is drawn on the outermost pixels (so nothing is cut), and something is drawn inside."""
    image = pixels(figure)
    blank = (image == np.round(np.array(mpl.colors.to_rgb(paper)) * 255)).all(axis=-1)
    for edge in (blank[0], blank[-1], blank[:, 0], blank[:, -1]):
        assert edge.all()
    assert not blank.all()


def words(figure: Any) -> set[str]:
    return {text.get_text() for text in figure.findobj(Text) if text.get_visible() and text.get_text()}


@pytest.mark.parametrize("data", NASTY)
@pytest.mark.parametrize("chart_id", CHARTS)
def test_nasty_data_gives_a_whole_picture_without_a_warning(
    catalogue: Catalogue, draw: Draw, themes: dict[str, Any], chart_id: str, data: str
) -> None:
    theme = Theme.DARK if len(chart_id + data) % 2 else Theme.LIGHT  # every chart meets both
    figure = draw(chart_id, NASTY[data], ROLES[chart_id], theme=theme)
    assert_whole(figure, themes[theme.value]["PAPER"])
    height, width = pixels(figure).shape[:2]
    assert (5 * width, 5 * height) == catalogue.get(chart_id).pixels


@pytest.mark.parametrize("chart_id", ["area", "histogram", "line", "line-timeseries", "scatter"])
def test_dates_up_to_both_ends_of_the_calendar_are_drawn(draw: Draw, themes: dict[str, Any], chart_id: str) -> None:
    days = ["0001-01-01", "1066-10-14", "2024-02-29", "9999-12-31"]
    frame = pd.DataFrame({"date": np.array(days, dtype="datetime64[us]"), "value": [1.0, 4.0, 2.0, 3.0]})
    roles = {"x": ["date"]} if chart_id == "histogram" else {"x": "date", "y": ["value"]}
    figure = draw(chart_id, frame, roles)
    assert_whole(figure, themes["light"]["PAPER"])
    assert figure.axes[0].lines or figure.axes[0].collections or figure.axes[0].patches


@pytest.mark.parametrize("chart_id", ["area", "line"])
def test_thousands_of_categories_do_not_make_thousands_of_ticks(draw: Draw, chart_id: str) -> None:
    frame = pd.DataFrame({"name": [f"Gemeinde {n}" for n in range(3000)], "value": np.arange(3000.0)})
    figure = draw(chart_id, frame, {"x": "name", "y": ["value"]})
    assert len(figure.axes[0].xaxis.majorTicks) < 200  # each costs a millisecond or two


OPTIONS: dict[str, list[dict[str, object]]] = {
    "area": [{"stacking": "overlaid", "legend": "right"}, {"aggregation": "sum", "top_n": 1, "y_range": [0, None]}],
    "bar": [
        {"orientation": "horizontal", "show_values": True, "top_n": 4, "sort": "descending"},
        {"orientation": "vertical", "log_y": True, "other": False, "top_n": 3, "sort": "label"},
    ],
    "bar-grouped": [{"orientation": "horizontal", "show_values": True}, {"log_y": True, "legend": "right", "top_n": 3}],
    "box": [{"orientation": "horizontal", "show_points": True}, {"log_y": True, "sort": "ascending", "top_n": 2}],
    "heatmap": [{"show_values": True, "palette": "magma"}, {"legend": "none", "value_range": [0, 5], "top_n": 3}],
    "histogram": [{"log_x": True, "log_y": True, "bins": 12}, {"scale": "percent", "legend": "right"}],
    "line": [{"log_x": True, "log_y": True, "markers": True}, {"legend": "right", "x_range": [10, 50]}],
    "line-timeseries": [{"interval": "day", "smooth": 3}, {"date_format": "DD.MM.YYYY", "x_range": [2024, 2024.5]}],
    "pie": [{"top_n": 15, "show_values": True}, {"sort": "data", "aggregation": "count", "caption": "Where it goes"}],
    "scatter": [{"log_x": True, "log_y": True, "point_size": 60}, {"legend": "right", "opacity": 0.3, "color": "rust"}],
    "violin": [{"orientation": "horizontal", "sort": "descending"}, {"log_y": True, "show_counts": False}],
}


@pytest.mark.parametrize("data", ["holes and infinities", "long labels"])
@pytest.mark.parametrize(
    ("chart_id", "options"), [(chart_id, options) for chart_id in CHARTS for options in OPTIONS[chart_id]]
)
def test_unusual_options_give_a_whole_picture_too(
    draw: Draw, themes: dict[str, Any], chart_id: str, options: dict[str, object], data: str
) -> None:
    title = "A title that is far too long for one line, so that it has to be broken into two or even three of them"
    figure = draw(chart_id, NASTY[data], ROLES[chart_id], {**options, "title": title}, Theme.DARK)
    assert_whole(figure, themes["dark"]["PAPER"])


@pytest.mark.parametrize("chart_id", CHARTS)
def test_data_without_a_value_is_answered_in_words(draw: Draw, chart_id: str) -> None:
    figure = draw(chart_id, NASTY["all missing"], ROLES[chart_id])
    assert any(word.replace("\n", " ").startswith("No ") for word in words(figure))


@pytest.mark.parametrize("chart_id", CHARTS)
def test_the_title_stands_bold_at_the_left_edge(draw: Draw, chart_id: str) -> None:
    figure = draw(chart_id, NASTY["holes and infinities"], ROLES[chart_id], {"title": "Ertrag je Sorte"})
    (title,) = [text for text in figure.findobj(Text) if text.get_text() == "Ertrag je Sorte"]
    assert title.get_fontweight() == "bold"
    assert title.get_window_extent().x0 < 0.03 * figure.bbox.width


@pytest.mark.parametrize("chart_id", sorted(set(CHARTS) - {"pie"}))
def test_given_axis_labels_replace_the_names_of_the_columns(draw: Draw, chart_id: str) -> None:
    options = {"x_label": "Wo", "y_label": "Wieviel"}
    assert {"Wo", "Wieviel"} <= words(draw(chart_id, NASTY["holes and infinities"], ROLES[chart_id], options))


@pytest.mark.parametrize("data", ["sixty categories", "long labels"])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("chart_id", ["bar", "bar-grouped", "box", "violin"])
def test_category_labels_never_meet(draw: Draw, chart_id: str, orientation: str, data: str) -> None:
    figure = draw(chart_id, NASTY[data], ROLES[chart_id], {"orientation": orientation})
    axis = figure.axes[0].xaxis if orientation == "vertical" else figure.axes[0].yaxis
    labels = axis.get_majorticklabels()
    spots = [
        label.get_transform().transform(label.get_position())[0 if orientation == "vertical" else 1] for label in labels
    ]
    turn = np.radians(labels[0].get_rotation())
    across = abs(np.sin(turn)) if orientation == "vertical" and turn else 1.0
    for label, apart in zip(labels, np.abs(np.diff(spots)), strict=False):
        size = label.get_fontsize() * figure.dpi / 72
        box = label.get_window_extent()
        thick = size if turn else (box.width if orientation == "vertical" else box.height)
        assert apart * across >= 0.9 * thick


@pytest.mark.parametrize("chart_id", ["scatter", "line", "line-timeseries", "area", "bar-grouped", "histogram", "box"])
@pytest.mark.parametrize("data", ["sixty categories", "long labels"])
def test_the_legend_never_covers_data(draw: Draw, chart_id: str, data: str) -> None:
    axes = draw(chart_id, NASTY[data], ROLES[chart_id]).axes[0]
    legend = axes.get_legend()
    assert legend is not None
    assert not legend.get_window_extent().overlaps(axes.get_window_extent())
