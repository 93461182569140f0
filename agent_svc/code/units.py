"""Units: the statement that puts what a column's cells were measured in into the name that a picture shows."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from agent_svc.code.literal import literal
from agent_svc.code.span import parse

UNITS_NOTE: Final = "# The cells carried these units, which data.csv holds without."
_HEAD: Final = "df = df.rename(columns="


def units_statement(names: Mapping[str, str]) -> str:
    """`df = df.rename(columns={...})` below a comment; `names` holds the name with its unit by column."""
    return f"{UNITS_NOTE}\n{_HEAD}{literal(dict(names), used=len(_HEAD) + 1)})"


def names_columns(node: ast.stmt) -> bool:
    """Whether the statement is `df = df.rename(columns={...})` with texts alone, as `units_statement` writes it."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return False
    call = node.value
    if ast.unparse(node.targets[0]) != "df" or ast.unparse(call.func) != "df.rename" or call.args:
        return False
    given = call.keywords[0].value if [keyword.arg for keyword in call.keywords] == ["columns"] else None
    if not isinstance(given, ast.Dict):
        return False
    return all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in (*given.keys, *given.values))


def names_with_units(run_form: str) -> dict[str, str]:
    """The names with units that the run form gives its columns, by column; none when it gives none."""
    place = run_form.find(f"\n{UNITS_NOTE}\n")
    line = run_form.count("\n", 0, place) + 3
    for node in parse(run_form).body if place >= 0 else ():
        if node.lineno == line and names_columns(node):
            assert isinstance(node, ast.Assign)
            assert isinstance(node.value, ast.Call)
            return dict(ast.literal_eval(node.value.keywords[0].value))
    return {}
