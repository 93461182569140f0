"""The check: each thing that was read wrongly is one sentence, and what is right is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_svc.evals.case import Case, ColumnExpectation, Expectation
from agent_svc.evals.check import ReadTable, differences

CASE = Case(
    id="a",
    chart="bar",
    expect=Expectation(
        rows=3,
        columns={
            "day": ColumnExpectation(type="date", missing=0, first="2024-03-01", last="2024-03-03"),
            "value": ColumnExpectation(type="number", missing=1, total=0.785),
        },
        reading={"decimal_mark:value": "comma"},
        bindings={"x": ("day",), "y": ("value",)},
    ),
)
RIGHT = ReadTable(
    types={"day": "date", "value": "number"},
    reading={"decimal_mark:value": "comma", "delimiter": "semicolon"},
    bindings={"x": ("day",), "y": ("value",)},
    rows=3,
    csv="day,value\n2024-03-01,0.435\n2024-03-02,\n2024-03-03,0.35\n",
)


def test_a_table_that_was_read_right_differs_in_nothing() -> None:
    assert list(differences(CASE, RIGHT)) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rows": 2}, "rows: 2 instead of 3"),
        ({"types": {"day": "text", "value": "number"}}, "day: read as text instead of date"),
        ({"types": {"value": "number"}}, "day: there is no such column"),
        ({"reading": {"decimal_mark:value": "point"}}, "decimal_mark:value: read as point instead of comma"),
        ({"reading": {}}, "decimal_mark:value: read as nothing instead of comma"),
        ({"bindings": {"x": ("value",), "y": ("value",)}}, "x: filled by value instead of day"),
        ({"csv": RIGHT.csv.replace("0.435", "435")}, "value: adds up to 435.35 instead of 0.785"),
        ({"csv": RIGHT.csv.replace("0.435", "0.4.35")}, "value: adds up to no number instead of 0.785"),
        ({"csv": RIGHT.csv.replace("0.35", "")}, "value: 2 cells are missing instead of 1"),
        ({"csv": RIGHT.csv.replace("03-01", "01-03")}, "day: the first cell is 2024-01-03 instead of 2024-03-01"),
        ({"csv": RIGHT.csv.replace("03-03", "03-30")}, "day: the last cell is 2024-03-30 instead of 2024-03-03"),
    ],
)
def test_each_misreading_is_a_difference(wrong: dict[str, object], said: str) -> None:
    assert said in list(differences(CASE, replace(RIGHT, **wrong)))  # type: ignore[arg-type]


def test_cells_are_not_looked_at_when_there_is_no_version_to_look_into() -> None:
    assert list(differences(CASE, replace(RIGHT, csv=""))) == []
