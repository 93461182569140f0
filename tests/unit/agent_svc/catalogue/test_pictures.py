"""Pictures: every word stands in its place; `tests/catalogue` draws every chart with every nasty table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from matplotlib.legend import Legend
from matplotlib.text import Text

from agent_svc.gates.clipping import ClippingGate
from agent_svc.gates.label_overlap import LabelOverlapGate
from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.cells import bindings
from tests_support.drawing import asked_for, drawn
from tests_support.nasty import dataset
from tests_support.shipped import shipped_catalogue

Draw = Callable[..., Any]  # figures are looked into deeper than their types go

CHARTS = sorted(shipped_catalogue().charts)


def roles_of(chart_id: str, table: str = "holes and infinities") -> dict[str, Any]:
    """Columns of a nasty table for every role of the chart, one a family."""
    chart = shipped_catalogue().get(chart_id)
    return {
        role: value[: 2 if chart_id == "dumbbell" else 1] if isinstance(value, list) else value
        for role, value in bindings(chart, table).items()
    }


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


@pytest.mark.parametrize("chart_id", CHARTS)
def test_data_without_a_value_is_answered_in_words(draw: Draw, chart_id: str) -> None:
    frame = dataset("holes and infinities").frame()
    numbers, bound = ["value", "other", "third", "fourth"], roles_of(chart_id)
    frame[numbers] = np.nan
    figure = draw(chart_id, frame, bound)
    shown = {word.replace("\n", " ") for word in words(figure)}
    counts_rows = not any(name in str(columns) for columns in bound.values() for name in numbers)
    assert counts_rows or any(word.startswith(("No ", "A line needs ")) for word in shown)


@dataclass(frozen=True, slots=True)
class Wording:
    """What a picture says when it is given a title and labels."""

    words: set[str]
    titles: list[
        tuple[str, float]
    ]  #: weight of each text that is the title, and where it begins, as a share of the width


@pytest.fixture(scope="module")
def wordings() -> dict[str, Wording]:
    """Those that were drawn already: two tests look at the same pictures."""
    return {}


@pytest.fixture
def worded(draw: Draw, wordings: dict[str, Wording]) -> Callable[[str], Wording]:
    def wording(chart_id: str) -> Wording:
        if chart_id not in wordings:
            given = {"title": "Ertrag je Sorte", "x_label": "Wo", "y_label": "Wieviel"}
            options = {name: text for name, text in given.items() if shipped_catalogue().get(chart_id).option(name)}
            figure = draw(chart_id, dataset("holes and infinities").frame(), roles_of(chart_id), options)
            titles = [text for text in figure.findobj(Text) if text.get_text() == given["title"]]
            places = [(str(text.get_fontweight()), text.get_window_extent().x0 / figure.bbox.width) for text in titles]
            wordings[chart_id] = Wording(words(figure), places)
        return wordings[chart_id]

    return wording


@pytest.mark.parametrize("chart_id", CHARTS)
def test_the_title_stands_bold_at_the_left_edge(worded: Callable[[str], Wording], chart_id: str) -> None:
    ((weight, left),) = worded(chart_id).titles
    assert weight == "bold"
    assert left < 0.03


LABELLED = [chart_id for chart_id in CHARTS if shipped_catalogue().get(chart_id).option("y_label")]


@pytest.mark.parametrize("chart_id", LABELLED)
def test_given_axis_labels_replace_the_names_of_the_columns(worded: Callable[[str], Wording], chart_id: str) -> None:
    assert {"Wo", "Wieviel"} <= worded(chart_id).words


TURNED = [chart_id for chart_id in CHARTS if shipped_catalogue().get(chart_id).option("orientation")]


@pytest.mark.parametrize(
    ("chart_id", "orientation", "data"),
    [
        pytest.param(chart_id, orientation, data, marks=[pytest.mark.full] * ((place + turn + table) % 2))
        for place, chart_id in enumerate(TURNED)
        for turn, orientation in enumerate(("vertical", "horizontal"))
        for table, data in enumerate(("sixty categories", "labels of 80 characters"))
    ],
)
def test_category_labels_never_meet(draw: Draw, chart_id: str, orientation: str, data: str) -> None:
    figure = draw(chart_id, dataset(data).frame(), roles_of(chart_id, data), {"orientation": orientation})
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


LEGENDS = [
    chart_id
    for chart_id in CHARTS
    if (legend := shipped_catalogue().get(chart_id).option("legend")) and "above" in legend.choices
]


@pytest.mark.parametrize(
    ("chart_id", "where"),
    [
        pytest.param(chart_id, where, marks=[pytest.mark.full] * ((place + turn) % 3 != 0))
        for place, chart_id in enumerate(LEGENDS)
        for turn, where in enumerate(("auto", "right", "above"))
    ],
)
def test_the_legend_never_covers_data(draw: Draw, chart_id: str, where: str) -> None:
    table = dataset("labels of 80 characters")
    figure = draw(chart_id, table.frame(), roles_of(chart_id), {"legend": where})
    axes = figure.axes[0]
    for legend in axes.findobj(Legend):
        assert not legend.get_window_extent().overlaps(axes.get_window_extent())


def test_the_year_stands_below_the_first_date_of_an_axis_and_where_it_changes(draw: Draw) -> None:
    days = pd.date_range("2023-07-01", periods=14, freq="MS")
    axis = draw("line", pd.DataFrame({"Tag": days, "Wert": range(14)}), {"x": "Tag", "y": ["Wert"]}).axes[0].xaxis
    shown = [text.get_text() for text in axis.get_majorticklabels() if text.get_text()]

    assert [text for text in shown if "\n" in text] == ["Jul\n2023", "Jan\n2024"]


def test_entries_of_a_legend_share_a_row_while_they_have_room(draw: Draw) -> None:
    frame = pd.DataFrame({"x": range(8), "y": range(8), "g": ["a", "b", "c", "ein deutlich längerer Name als die"] * 2})
    legend = draw("scatter", frame, {"x": "x", "y": ["y"], "group": "g"}).axes[0].get_legend()

    assert legend._ncols == 4


def test_the_calendar_of_one_year_fills_the_picture_with_its_halves(draw: Draw) -> None:
    days = pd.date_range("2024-01-01", "2024-12-31")
    roles = {"x": "Tag", "value": "Wert"}
    ax = draw("heatmap-calendar", pd.DataFrame({"Tag": days, "Wert": range(366)}), roles).axes[0]
    cells = ax.collections[0].get_array()

    assert cells.count() == 366  # no day hides another
    assert cells[0, 0] == 0  # both halves of 2024 begin with a Monday
    assert cells[8, 0] == 182
    assert ax.get_position().height > 0.6


def test_tiles_without_room_for_a_name_are_named_below(draw: Draw) -> None:
    frame = pd.DataFrame({"Posten": ["Miete", "Ein sehr schmaler Rest"], "Betrag": [999.0, 1.0]})

    shown = " ".join(words(draw("treemap", frame, {"category": "Posten", "value": "Betrag"}))).replace("\n", " ")
    assert "Too small for a name: Ein sehr schmaler Rest 0.1 %" in shown


OFFICES = (
    *("Landesamt für Umwelt, Naturschutz und Verbraucherschutz", "Bundesanstalt für Straßen- und Verkehrswesen"),
    *("Kreisverwaltung Mainz-Bingen (Außenstelle)", "Oberfinanzdirektion Karlsruhe", "Amt für Geoinformation"),
)
GRANTS = "Bewilligte Fördermittel je Einwohner und Jahr (in Tausend Euro)"
LONG_WORDS = pd.DataFrame(
    {
        "Behörde": np.repeat(OFFICES, 6),
        "Jahr": np.tile(np.arange(2018, 2024), 5),
        GRANTS: np.random.default_rng(2).uniform(80, 4500, 30).round(2),
    }
)


@pytest.mark.parametrize(
    ("chart_id", "roles"),
    [
        ("heatmap-annotated", {"x": "Jahr", "y": "Behörde", "value": GRANTS}),
        ("polar-bar", {"x": "Behörde", "y": GRANTS}),
        ("pyramid", {"x": "Behörde", "y": [GRANTS]}),
        ("ridgeline", {"x": "Behörde", "y": [GRANTS]}),
    ],
)
def test_long_names_and_a_long_label_are_whole_and_apart(chart_id: str, roles: dict[str, Any]) -> None:
    evidence = drawn(asked_for(chart_id, LONG_WORDS, roles))

    assert [finding for gate in (ClippingGate(), LabelOverlapGate()) for finding in gate.judge(evidence).findings] == []


def test_a_small_first_part_of_a_stack_is_not_the_foot_of_the_axis() -> None:
    frame = pd.DataFrame({"Art": ["Phage", "Maus"], "Gene": [48_502.0, 2.7e9], "Genom": [73.0, 4.3e10]})
    evidence = drawn(asked_for("bar-stacked", frame, {"x": "Art", "y": ["Gene", "Genom"]}))

    assert ClippingGate().judge(evidence).findings == ()


def test_hills_are_never_of_two_columns(draw: Draw) -> None:
    values = np.random.default_rng(4).normal(0, 1, 40)
    frame = pd.DataFrame({"Ort": list("ab") * 20, "Umsatz": values, "Kosten": values + 1000})
    figure = draw("ridgeline", frame, {"x": "Ort", "y": ["Umsatz", "Kosten"]})

    assert {"a · Umsatz (n = 20)", "b · Kosten (n = 20)"} <= {" ".join(text.split()) for text in words(figure)}


def test_a_funnel_and_a_pyramid_of_thousands_of_names_bring_the_smallest_together() -> None:
    frame = pd.DataFrame({"Stufe": [f"Schritt {n}" for n in range(300)], "Zahl": np.arange(300.0, 0, -1)})
    for chart_id, value in (("funnel", "Zahl"), ("pyramid", ["Zahl"])):
        evidence = drawn(asked_for(chart_id, frame, {"x": "Stufe", "y": value}))
        assert evidence.figure is not None
        assert any(label.startswith("Other (2") for label in evidence.figure.axes[0].y.ticks)
        assert ReadbackGate().judge(evidence).findings == ()
