"""The code that a step shows does what the step did."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent_svc.code.loader import load_statement, order_statements
from agent_svc.code.validate import validate
from agent_svc.data import Column, ColumnType, Dataset, read
from agent_svc.data.steps import OPS, Stepped, apply_step, read_step, unstepped
from agent_svc.data.steps.base import How
from agent_svc.data.steps.frame import cells_of, columns_of, csv_of
from agent_svc.data.steps.groups import Interval
from agent_svc.errors import InvalidError
from tests.unit.agent_svc.data.steps.script_runner import ScriptRunner

DOSE = "Dose (mg)"
STEPS: list[dict[str, Any]] = [
    {"op": "filter", "column": DOSE, "test": "at_least", "value": 2.5},
    {"op": "filter", "column": "Group", "test": "not_equal", "value": "a"},
    {"op": "filter", "column": "Alive", "test": "not_equal", "value": True},
    {"op": "filter", "column": "Day", "test": "at_most", "value": "2024-01-03T00:00"},
    {"op": "filter", "column": "Month", "test": "contains", "value": "UARY"},
    {"op": "filter", "column": "Group", "test": "none_of", "values": ["a"]},
    {"op": "sort", "columns": ["Month", DOSE], "descending": True},
    {"op": "top_n", "column": DOSE, "n": 2, "smallest": True},
    *({"op": "aggregate", "by": ["Group"], "values": [{"column": DOSE, "how": how}]} for how in get_args(How)),
    {"op": "aggregate", "by": ["Group", "Alive"]},
    {"op": "aggregate", "by": ["Month"], "values": [{"column": DOSE, "how": how} for how in get_args(How)]},
    *(
        {"op": "resample", "column": "Day", "interval": interval, "by": ["Group"], "values": [{"column": DOSE}]}
        for interval in get_args(Interval)
    ),
    *({"op": "pivot", "rows": ["Group"], "columns": "Month", "values": DOSE, "how": how} for how in get_args(How)),
    {"op": "melt", "columns": ["Group", "Month"], "keep": [DOSE]},
    {"op": "rename", "names": {DOSE: "Dose", "Day": "Month", "Month": "Day"}},
    {"op": "drop", "columns": ["Group", "Alive"]},
    *({"op": "fill", "column": DOSE, "how": how} for how in ("previous", "next", "mean", "median")),
    *({"op": "fill", "column": DOSE, "how": how, "by": ["Group"]} for how in ("next", "mean", "median")),
    {"op": "fill", "column": "Day", "value": "2024-05-01"},
    {"op": "fill", "column": "Alive", "value": False},
    {"op": "change_type", "column": DOSE, "type": "text"},
    {"op": "change_type", "column": "Day", "type": "text"},
    {"op": "change_type", "column": "Alive", "type": "text"},
    {"op": "change_type", "column": "Alive", "type": "number"},
]


def script(stepped: Stepped) -> str:
    columns = stepped.read.columns
    return "\n".join([load_statement(columns), *order_statements(columns), *stepped.code])


def run_form(stepped: Stepped) -> str:
    return "\n".join(
        [
            "import numpy as np\nimport pandas as pd\nimport matplotlib.pyplot as plt\n",
            'THEME = "light"',
            script(stepped),
            'roles = {}\noptions = {}\nfig, ax = plt.subplots()\nfig.savefig(f"plot-{THEME}.png")\n',
        ]
    )


def drawn_from(runner: ScriptRunner, stepped: Stepped) -> str:
    """`data.csv` of the frame that the exported script ends up with."""
    frame = runner.frame(stepped.read.csv, script(stepped))
    columns = columns_of(frame, lambda _name: None)
    return csv_of(columns, cells_of(frame, columns))


tables = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c d", 'say "x"', ""]),
        st.one_of(st.just(""), st.integers(-(10**12), 10**12).map(str)),
        st.one_of(st.just(""), st.floats(-1e9, 1e9, allow_nan=False).map(lambda value: repr(round(value, 4)))),
        st.one_of(st.just(""), st.dates(date(1700, 1, 1), date(2200, 1, 1)).map(str)),
        st.sampled_from(["March", "January", "May", ""]),
        st.sampled_from(["yes", "no", ""]),
    ),
    min_size=1,
    max_size=12,
)


def table_of(cells: list[tuple[str, ...]]) -> Dataset:
    """The same kinds of columns whatever the cells are: its first rows fix them."""
    fixed = [("a", "3", "2.5", "2024-03-01", "March", "yes"), ("b", "-4", "0.1", "2023-12-31", "January", "no")]
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in (*fixed, *cells)]
    return read("Group,whole,part (kg),Day,Month,Alive\n" + "\n".join(lines) + "\n")


@st.composite
def steps(draw: st.DrawFn, columns: Sequence[Column]) -> dict[str, Any]:
    """A step that mostly fits: columns of the right type where there are any, and values that are in them."""
    op = draw(st.sampled_from(OPS))
    column = draw(st.sampled_from([one for one in columns if _suits(op, one)] or list(columns)))
    others = st.sampled_from([one.name for one in columns if one is not column] or [column.name])
    several = st.lists(others, min_size=1, max_size=2, unique=True)
    value = VALUES[column.type]
    match op:
        case "filter":
            test = draw(st.sampled_from(TESTS[column.type]))
            several_values = {"values": draw(st.lists(value, min_size=1, max_size=3))}
            given_value = several_values if test in ("one_of", "none_of") else {"value": draw(value)}
            given_value = {} if test in ("missing", "present") else given_value
            return {"op": op, "column": column.name, "test": test, **given_value}
        case "sort":
            return {"op": op, "columns": [column.name], "descending": draw(st.booleans())}
        case "top_n":
            return {"op": op, "column": column.name, "n": draw(st.integers(1, 9)), "smallest": draw(st.booleans())}
        case "aggregate":
            measured = [{"column": column.name, "how": draw(st.sampled_from(HOWS[column.type]))}]
            return {"op": op, "by": draw(several), "values": draw(st.sampled_from([measured, []]))}
        case "resample":
            interval = draw(st.sampled_from(["hour", "day", "week", "month", "quarter", "year"]))
            return {"op": op, "column": column.name, "interval": interval, "by": draw(several)[:1]}
        case "pivot":
            numbers = [one for one in columns if one.type is ColumnType.NUMBER] or list(columns)
            value_column = draw(st.sampled_from(numbers)).name
            how = draw(st.sampled_from(HOWS[ColumnType.NUMBER]))
            return {"op": op, "rows": draw(several), "columns": column.name, "values": value_column, "how": how}
        case "melt":
            alike = [one.name for one in columns if one.type is column.type]
            melted = draw(st.lists(st.sampled_from(alike), min_size=1, max_size=3, unique=True))
            return {"op": op, "columns": melted, "keep": [one.name for one in columns if one.name not in melted][:2]}
        case "derive":
            name = draw(st.sampled_from(["new", "Day", "whole"]))
            return {"op": op, "name": name, "expression": draw(st.sampled_from(EXPRESSIONS))}
        case "rename":
            return {"op": op, "names": {column.name: draw(st.sampled_from(["named", column.name]))}}
        case "drop":
            return {"op": op, "columns": [column.name]}
        case "fill":
            how = draw(st.sampled_from(["previous", "next", "mean", "median", "value"]))
            return {"op": op, "column": column.name, "how": how} | ({"value": draw(value)} if how == "value" else {})
        case _:
            kinds = [kind.value for kind in ColumnType if kind is not column.type]
            return {"op": op, "column": column.name, "type": draw(st.sampled_from(kinds))}


def _suits(op: str, column: Column) -> bool:
    suitable = {
        "top_n": (ColumnType.NUMBER, ColumnType.DATE),
        "resample": (ColumnType.DATE,),
        "pivot": (ColumnType.TEXT,),
    }
    return column.type in suitable.get(op, tuple(ColumnType))


VALUES: dict[ColumnType, st.SearchStrategy[Any]] = {
    ColumnType.NUMBER: st.sampled_from([0, 1, 3, -4, 2.5, 0.1]),
    ColumnType.DATE: st.sampled_from(["2024-03-01", "2023-12-31", "2024-01-01T12:30"]),
    ColumnType.TEXT: st.sampled_from(["a", "b", "March", "January", 'say "x"', "c d"]),
    ColumnType.BOOLEAN: st.booleans(),
}
ANY = ["equal", "not_equal", "one_of", "none_of", "missing", "present"]
ORDERED = [*ANY, "less", "at_most", "greater", "at_least"]
TESTS = {
    ColumnType.NUMBER: ORDERED,
    ColumnType.DATE: ORDERED,
    ColumnType.TEXT: [*ANY, "contains"],
    ColumnType.BOOLEAN: ANY,
}
COUNTS = ["count", "first", "last", "unique"]
HOWS = {
    ColumnType.NUMBER: ["sum", "mean", "median", "min", "max", "std", *COUNTS],
    ColumnType.DATE: ["min", "max", *COUNTS],
    ColumnType.TEXT: COUNTS,
    ColumnType.BOOLEAN: COUNTS,
}
EXPRESSIONS = [
    "whole * whole + [part (kg)] / 3",
    "whole ^ 3",
    "-whole % 7 / whole",
    "round(sqrt([part (kg)]), 2)",
    "exp(whole) - log10([part (kg)])",
    "year(Day) * 12 + month(Day)",
    "weekday(Day) > 5",
    "date(whole)",
    "date(20000101 + whole)",
    "Day - Day",
    "whole >= [part (kg)]",
    "lower(Month) + '-' + Group",
    "Group != Month",
    "length(Group)",
]


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data(), cells=tables)
def test_the_exported_script_makes_the_table_that_the_steps_made(
    runner: ScriptRunner, data: st.DataObject, cells: list[tuple[str, ...]]
) -> None:
    check_a_chain(runner, data, cells)


@pytest.mark.full
@settings(max_examples=600, suppress_health_check=list(HealthCheck))
@given(data=st.data(), cells=tables)
def test_it_does_so_for_many_chains(runner: ScriptRunner, data: st.DataObject, cells: list[tuple[str, ...]]) -> None:
    check_a_chain(runner, data, cells)


def check_a_chain(runner: ScriptRunner, data: st.DataObject, cells: list[tuple[str, ...]]) -> None:
    stepped = unstepped(table_of(cells))
    for _ in range(data.draw(st.integers(1, 5))):
        step = data.draw(steps(stepped.dataset.columns))
        with suppress(InvalidError):
            stepped = apply_step(stepped, read_step(step))
    if not stepped.applied:
        return
    assert drawn_from(runner, stepped) == stepped.dataset.csv, script(stepped)
    assert not validate(run_form(stepped)), script(stepped)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: " ".join(map(str, step.values()))[:60])
def test_the_code_of_a_step_makes_its_table(runner: ScriptRunner, table: Dataset, step: dict[str, Any]) -> None:
    stepped = apply_step(unstepped(table), read_step(step))
    assert drawn_from(runner, stepped) == stepped.dataset.csv
    assert (stepped.dataset.csv, stepped.dataset.columns) != (table.csv, table.columns)


@pytest.mark.parametrize(
    "name",
    [
        'a "quoted" one',
        "back\\slash",
        "line\u2028end",
        "{x} {digits}",
        "ümläut 数",
        "it's",
        "[x]",
        "a]b",
        "self",
        "index",
    ],
)
def test_a_column_may_have_any_name(runner: ScriptRunner, name: str) -> None:
    head = '"' + name.replace('"', '""') + '"'
    table = read(f"{head},n\n4,1\n5,2\n")
    name = table.columns[0].name
    stepped = unstepped(table)
    for step in (
        {"op": "derive", "name": "root", "expression": f"round(sqrt([{name.replace(']', ']]')}]), 1)"},
        {"op": "filter", "column": name, "test": "greater", "value": 4},
        {"op": "derive", "name": name, "expression": f"[{name.replace(']', ']]')}] * 2"},
        {"op": "melt", "columns": [name, "root"], "keep": ["n"]},
    ):
        stepped = apply_step(stepped, read_step(step))
    assert stepped.dataset.rows == 2
    assert drawn_from(runner, stepped) == stepped.dataset.csv
