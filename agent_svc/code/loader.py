"""The loader: the statement that reads data.csv the way the user saw it, and with it the run form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent_svc.code.literal import WIDTH, literal, quoted
from agent_svc.code.regions import DATA_FILE, locate, placeholder
from agent_svc.code.span import splice


class TypedColumn(Protocol):
    """A column of data.csv: its header and its type (number, date, text, boolean)."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...


def load(working_form: str, columns: Sequence[TypedColumn]) -> str:
    """The run form: `df = load_user_data()` becomes the statement that reads data.csv with the types of `columns`.

    Raises ScriptShapeError when the placeholder is not there.
    """
    place = placeholder(working_form, locate(working_form).data, "df = load_user_data()")
    return splice(working_form, [(place, load_statement(columns))])


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


def _call(flat: list[str], arguments: list[tuple[str, object]]) -> str:
    line = f"df = pd.read_csv({', '.join(flat)})"
    if len(line) <= WIDTH and "\n" not in line:
        return line
    rows = [flat[0], *(f"{name}={literal(value, used=len(name) + 2, depth=1)}" for name, value in arguments)]
    return "\n".join(["df = pd.read_csv(", *(f"    {row}," for row in rows), ")"])
