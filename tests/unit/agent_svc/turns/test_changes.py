"""The changes: one sentence for each thing that differs from the version before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent_svc.guard.language import Language
from agent_svc.pipeline.outcome import PlotStatus, Theme
from agent_svc.sessions.version import Version
from agent_svc.turns.changes import changes
from tests_support.shipped import shipped_catalogue

CHARTS = shipped_catalogue().charts
BEFORE = Version(
    number=1,
    chart_id="scatter",
    library="matplotlib",
    status=PlotStatus.OK,
    reason=None,
    theme=Theme.LIGHT,
    bindings={"x": ("Dose",), "y": ("Yield",)},
    options={"title": "Old", "y_range": [0, 9]},
    width_px=3200,
    height_px=1800,
    created_at=0.0,
)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"theme": Theme.DARK}, "The theme is now dark."),
        ({"library": "seaborn"}, "The library is now seaborn."),
        ({"bindings": {"x": ("Dose",), "y": ("A", "B")}}, "Y axis now shows “A”, “B”."),
        ({"bindings": {"y": ("Yield",)}}, "X axis shows no column any more."),
        ({"options": {"title": "New", "y_range": [0, 9]}}, "Title is now “New”."),
        ({"options": {"y_range": [0, 9]}}, "Title is automatic again."),
        ({"options": {"title": "Old", "y_range": [0.5, None]}}, "Y range is now 0.5 to open."),
        ({"options": {**BEFORE.options, "log_x": True}}, "Logarithmic x axis is now on."),
        ({"options": {**BEFORE.options, "legend": "none"}}, "Legend is now none."),
        ({"options": {**BEFORE.options, "point_size": 12.5}}, "Point size is now 12.5."),
    ],
)
def test_each_difference_is_one_sentence(fields: dict[str, Any], sentence: str) -> None:
    assert changes(BEFORE, replace(BEFORE, number=2, **fields), CHARTS["scatter"], new_data=False) == (sentence,)


def test_a_plot_like_the_one_before_has_no_changes() -> None:
    assert changes(BEFORE, replace(BEFORE, number=2), CHARTS["scatter"], new_data=False) == ()


def test_data_steps_are_told_by_their_number() -> None:
    two = replace(BEFORE, number=2, steps=({"op": "sort"}, {"op": "drop"}))
    assert changes(BEFORE, two, CHARTS["scatter"], new_data=False) == ("The data is drawn after 2 data steps.",)
    assert changes(two, BEFORE, CHARTS["scatter"], new_data=False) == ("The data is drawn as it was read.",)


def test_another_chart_is_said_and_its_options_are_not_compared() -> None:
    after = replace(BEFORE, number=2, chart_id="bar", options={"sort": "descending"})
    assert changes(BEFORE, after, CHARTS["bar"], new_data=True) == ("The data is new.", "The chart is now a bar chart.")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"theme": Theme.DARK}, "Das Farbschema ist jetzt dunkel."),
        ({"library": "seaborn"}, "Die Bibliothek ist jetzt seaborn."),
        ({"bindings": {"x": ("Dose",), "y": ("A", "B")}}, "„y-Achse“ zeigt jetzt „A“, „B“."),
        ({"bindings": {"y": ("Yield",)}}, "„x-Achse“ zeigt keine Spalte mehr."),
        ({"options": {"title": "Neu", "y_range": [0, 9]}}, "„Titel“ ist jetzt „Neu“."),
        ({"options": {"y_range": [0, 9]}}, "„Titel“ ist wieder automatisch."),
        ({"options": {"title": "Old", "y_range": [0.5, None]}}, "„y-Bereich“ ist jetzt 0,5 bis offen."),
        ({"options": {**BEFORE.options, "log_x": True}}, "„Logarithmische x-Achse“ ist jetzt an."),
        ({"options": {**BEFORE.options, "legend": "none"}}, "„Legende“ ist jetzt keine."),
        ({"options": {**BEFORE.options, "point_size": 12.5}}, "„Punktgröße“ ist jetzt 12,5."),
        ({"steps": ({"op": "sort"}, {"op": "drop"})}, "Die Daten sind nach 2 Datenschritten gezeichnet."),
    ],
)
def test_whoever_writes_german_reads_of_each_difference_in_german(fields: dict[str, Any], sentence: str) -> None:
    after = replace(BEFORE, number=2, **fields)
    told = changes(BEFORE, after, CHARTS["scatter"], new_data=False, language=Language.GERMAN)
    assert told == (sentence,)


def test_another_chart_goes_by_its_german_name() -> None:
    after = replace(BEFORE, number=2, chart_id="bar", options={"sort": "descending"})
    told = changes(BEFORE, after, CHARTS["bar"], new_data=True, language=Language.GERMAN)
    assert told == ("Die Daten sind neu.", "Die Art des Diagramms ist jetzt „Balkendiagramm“.")
