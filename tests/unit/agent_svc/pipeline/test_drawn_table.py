"""The table that a version drew comes back from its files and its steps."""

from __future__ import annotations

from agent_svc.code.bind import bind
from agent_svc.code.loader import load
from agent_svc.code.theme import Theme
from agent_svc.data import read
from agent_svc.data.steps import replay
from agent_svc.pipeline.drawn_table import drawn_table
from tests_support.shipped import shipped_catalogue

STEPS = (
    {"op": "sort", "columns": ["Month"], "descending": True},
    {"op": "derive", "name": "late", "expression": "Day > Start"},
    {"op": "change_type", "column": "Code", "type": "number"},
)


def test_it_is_what_the_steps_made_orders_and_types_included() -> None:
    read_data = read("Month,Day,Start,Code\nMarch,2024-03-01,2024-01-01,007\nJanuary,2024-01-01,2024-02-01,010\n")
    stepped = replay(read_data, STEPS)
    chart = shipped_catalogue().get("bar")
    roles = {"x": "Month", "y": "Code"}
    form = bind(
        chart.script("matplotlib"), chart.theme_block("matplotlib"), roles, chart.validate_options({}), Theme.LIGHT
    )
    run_form = load(form, read_data.columns, stepped.code)

    columns, csv = drawn_table(run_form, read_data.csv, STEPS)
    assert csv == stepped.dataset.csv
    assert [(one.name, one.type, one.order) for one in columns] == [
        (one.name, one.type, one.order) for one in stepped.dataset.columns
    ]
    before, unchanged = drawn_table(run_form, read_data.csv)
    assert unchanged == read_data.csv
    assert [one.type for one in before] == [one.type for one in read_data.columns]
