"""Columns that belong together: bounds around an estimate, both sides of a pyramid, starts and ends."""

from __future__ import annotations

import pytest

from agent_svc.data import default_bindings
from tests_support.wide_tables import CHARTS, ops, suggested, taken


def first(text: str) -> tuple[str, dict[str, str | list[str]]]:
    """The best chart, and what its roles start from."""
    best = suggested(text)[0]
    return best.chart_id, default_bindings(taken(text, best).dataset.profile.columns, CHARTS[best.chart_id])


def table(head: str, *rows: str) -> str:
    return "\n".join([head, *rows]) + "\n"


@pytest.mark.parametrize(
    "head", ["OR,Lower,Upper", "est,conf.low,conf.high", "Wert,untere Grenze,obere Grenze", "b,q2.5,q97.5"]
)
def test_an_estimate_between_its_bounds_is_an_interval_for_each_row(head: str) -> None:
    text = table(f"Study,n,{head}", "Smith,120,1.25,0.98,1.60", "Lee,88,0.87,0.70,1.08", "Khan,300,1.10,0.95,1.27")
    assert first(text) == ("dumbbell", {"x": "Study", "y": head.split(",")})
    assert suggested(text)[0].why.endswith("“n” is left out.")


def test_bounds_that_nothing_lies_between_are_no_interval() -> None:
    text = table("Item,Price,Low,High", "A,9,1,3", "B,2,1,6", "C,1,2,4")
    assert first(text)[0] == "bar-grouped"


@pytest.mark.parametrize("unit", ["", " (%)"])
def test_a_side_of_a_pyramid_that_lies_below_zero_loses_its_sign(unit: str) -> None:
    text = table(f"Age,Male{unit},Female{unit}", "0-9,-5.1,4.9", "10-19,-5.3,5.1", "20-29,-6.0,5.8")
    assert first(text) == ("pyramid", {"x": "Age", "y": [f"Male{unit}", f"Female{unit}"]})
    assert set(ops(suggested(text)[0])) == {"derive"}
    assert taken(text, suggested(text)[0]).dataset.profile.columns[1].minimum == "5.1"


def test_changes_of_women_and_men_are_no_pyramid() -> None:
    text = table("Age,Male,Female", "0-9,-5,4", "10-19,3,-5", "20-29,-6,5")
    assert "pyramid" not in [one.chart_id for one in suggested(text)]


def test_a_p_value_is_not_what_was_estimated() -> None:
    text = table("term,estimate,std.error,p.value", "age,0.1,0.02,0.001", "sex,-0.4,0.2,0.04")
    assert first(text) == ("errorbar", {"x": "term", "y": "estimate", "error": "std.error"})


ANSWERS = ["Satisfied", "Neutral", "Very satisfied", "Satisfied"]


def test_a_survey_that_takes_minutes_over_days_shows_its_answers_and_no_bars_too_short_to_be_seen() -> None:
    rows = [f"2024-03-{n + 1:02d} 10:00,2024-03-{n + 1:02d} 10:05,{300 + n},{ANSWERS[n % 4]}" for n in range(12)]
    text = table("StartDate,End Date,Duration,How was it?", *rows)
    assert first(text) == ("bar", {"x": "How was it?", "y": "Rows"})
    assert "gantt" not in [one.chart_id for one in suggested(text)]


def test_tasks_that_last_are_bars_from_start_to_end() -> None:
    text = table("Task,Start,End", "A,2024-01-01,2024-01-10", "B,2024-01-08,2024-02-01", "C,2024-02-01,2024-02-02")
    assert first(text) == ("gantt", {"x": "Task", "start": "Start", "end": "End"})
