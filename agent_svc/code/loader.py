"""The loader: the statement that reads data.csv the way the user saw it, and with it the run form."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from agent_svc.code.imports import added_imports
from agent_svc.code.literal import WIDTH, literal, quoted
from agent_svc.code.regions import DATA_FILE, SAVE, locate, placeholder
from agent_svc.code.span import parse, splice
from agent_svc.code.units import units_statement

STEPS_BEGIN: Final = "# Data steps"
STEPS_END: Final = "# End of the data steps"


class TypedColumn(Protocol):
    """A column of data.csv: its header, its type (number, date, text, boolean) and the order of its texts, if any."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def order(self) -> tuple[str, ...]: ...


def load(
    working_form: str, columns: Sequence[TypedColumn], steps: Sequence[str] = (), shown: Mapping[str, str] | None = None
) -> str:
    """The run form: `df = load_user_data()` becomes the statement that reads data.csv with the types of `columns`.

    A statement for each column of months, weekdays or quarters follows, which gives it its order, and then the code of
    the data steps, between two comments by which `working_form_of` finds it again, and the names with units that the
    picture is to show, by column.

    Raises ScriptShapeError when the placeholder is not there.
    """
    place = placeholder(working_form, locate(working_form).data, "df = load_user_data()")
    lines = [load_statement(columns), *order_statements(columns)]
    needed: list[str] = []
    if steps:
        lines += ["", STEPS_BEGIN, *steps, STEPS_END]
        needed = ["import pandas as pd", *(["import numpy as np"] if any("np." in step for step in steps) else [])]
    if shown:
        lines += ["", units_statement(shown)]
    return splice(working_form, [(place, "\n".join(lines)), *added_imports(working_form, needed)])


def step_lines(run_form: str) -> range:
    """The lines of `run_form`, from 1, that `load` has written its steps into; for one that has steps.

    They are looked for behind the statement that reads the data, where nobody else's comment can come first.
    """
    begin = run_form.index(f"\n{STEPS_BEGIN}\n", locate(run_form).data.end) + 1
    end = run_form.index(f"\n{STEPS_END}", begin)
    return range(run_form.count("\n", 0, begin) + 1, run_form.count("\n", 0, end) + 3)


def script_of(columns: Sequence[TypedColumn], steps: Sequence[str]) -> str:
    """The shortest script that reads data.csv and takes `steps`, for the validator."""
    lines = ["import matplotlib.pyplot as plt", "import numpy as np", "import pandas as pd", ""]
    return "\n".join([*lines, load_statement(columns), *order_statements(columns), *steps, "", "plt.plot(df)", SAVE])


def order_statements(columns: Sequence[TypedColumn]) -> list[str]:
    """`df["Month"] = pd.Categorical(...)` for each column whose texts have an order: it sorts and plots as it says."""
    statements = []
    for column in columns:
        if column.order:
            head = f"df[{quoted(column.name)}] = pd.Categorical(df[{quoted(column.name)}], "
            order = literal(list(column.order), used=len(head) + len(", ordered=True)"))
            statements.append(f"{head}{order}, ordered=True)")
    return statements


def load_statement(columns: Sequence[TypedColumn]) -> str:
    """`df = pd.read_csv(...)`: texts stay texts ("007", "NA"), an empty field is missing, numbers are pandas' own."""
    types = {column.name: {"text": "str", "boolean": "boolean"}.get(column.type) for column in columns}
    dtype = {name: kind for name, kind in types.items() if kind}
    dates = [column.name for column in columns if column.type == "date"]
    arguments: list[tuple[str, object]] = []
    if dtype:
        arguments.append(("dtype", dtype))
    if dates:
        # one column may hold days and moments: all are ISO, but not all of one length
        arguments += [("parse_dates", dates), ("date_format", "ISO8601")]
    arguments += [("keep_default_na", False), ("na_values", [""])]
    return _call([quoted(DATA_FILE), *(f"{name}={literal(value)}" for name, value in arguments)], arguments)


def loaded_types(run_form: str) -> dict[str, str]:
    """The types (text, boolean, date) of the columns that the run form's load statement names; the others are numbers.

    Raises ScriptShapeError when that statement is not there.
    """
    span = locate(run_form).data
    call = next(node for node in ast.walk(parse(run_form[span.start : span.end])) if isinstance(node, ast.Call))
    arguments = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    kinds = {"str": "text", "boolean": "boolean"}
    types = {name: kinds[kind] for name, kind in arguments.get("dtype", {}).items() if kind in kinds}
    return types | dict.fromkeys(arguments.get("parse_dates", ()), "date")


def loaded_orders(run_form: str) -> dict[str, tuple[str, ...]]:
    """The orders of texts that the statements behind the run form's load statement give, by column."""
    orders = {}
    for node in parse(run_form).body:
        if isinstance(node, ast.Assign) and orders_a_column(node) and isinstance(node.value, ast.Call):
            column, categories = node.value.args
            assert isinstance(column, ast.Subscript)
            orders[str(ast.literal_eval(column.slice))] = tuple(ast.literal_eval(categories))
    return orders


def orders_a_column(node: ast.stmt) -> bool:
    """Whether the statement is `df[name] = pd.Categorical(df[name], [...], ordered=True)`, as `load` writes it."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return False
    called, target = node.value, ast.unparse(node.targets[0])
    if not target.startswith("df[") or ast.unparse(called.func) != "pd.Categorical" or len(called.args) != 2:
        return False
    return ast.unparse(called.args[0]) == target and isinstance(called.args[1], ast.List)


def _call(flat: list[str], arguments: list[tuple[str, object]]) -> str:
    line = f"df = pd.read_csv({', '.join(flat)})"
    if len(line) <= WIDTH and "\n" not in line:
        return line
    rows = [flat[0], *(f"{name}={literal(value, used=len(name) + 2, depth=1)}" for name, value in arguments)]
    return "\n".join(["df = pd.read_csv(", *(f"    {row}," for row in rows), ")"])
