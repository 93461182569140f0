"""The changes: one sentence for each thing that differs from the version before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent_svc.catalogue import load_catalogue
from agent_svc.pipeline.outcome import PlotStatus, Theme
from agent_svc.sessions.version import Version
from agent_svc.turns.changes import changes

CHARTS = load_catalogue().charts
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


def test_another_chart_is_said_and_its_options_are_not_compared() -> None:
    after = replace(BEFORE, number=2, chart_id="bar", options={"sort": "descending"})
    assert changes(BEFORE, after, CHARTS["bar"], new_data=True) == ("The data is new.", "The chart is now a bar chart.")
