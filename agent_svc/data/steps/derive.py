"""The step derive: a column computed from others by an expression."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from agent_svc.data.column import Column, ColumnType
from agent_svc.data.steps.base import NewName, StepBase, with_column
from agent_svc.data.steps.expression import parse
from agent_svc.data.steps.nodes import ColumnNode, Node
from agent_svc.data.steps.source import column
from agent_svc.data.steps.table import StepTable
from agent_svc.data.steps.tokens import MAX_CHARACTERS, ExpressionError
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

_WRAPS: Final = re.compile(r"[*^]")  # whole numbers of 64 bits may wrap around in a product
_INFINITE: Final = re.compile(r"[/%^]|\*\*|\bexp\b", re.IGNORECASE)


class DeriveStep(StepBase):
    """A column from an expression over others; what cannot be computed (a division by zero) is missing."""

    op: Literal["derive"] = "derive"
    name: NewName
    expression: Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]

    def check(self, table: StepTable) -> Iterator[Violation]:
        try:
            self._tree(table)
        except ExpressionError as error:
            yield Violation("expression", str(error))

    def run(self, table: StepTable) -> pd.DataFrame:
        import numpy as np

        tree = self._tree(table)
        with np.errstate(all="ignore"):
            made = tree.value(table.frame)
        if tree.kind is ColumnType.NUMBER and _INFINITE.search(self.expression):
            made = made.replace([np.inf, -np.inf], np.nan)
        return with_column(table.frame, self.name, made)

    def code(self, table: StepTable) -> str:
        tree = self._tree(table)
        source = tree.source()
        if tree.kind is ColumnType.NUMBER and _INFINITE.search(self.expression):
            source += ".replace([np.inf, -np.inf], np.nan)"
        return f"{column(self.name)} = {_without_brackets(source)}"

    def _tree(self, table: StepTable) -> Node:
        wraps = _WRAPS.search(self.expression) is not None
        return parse(self.expression, {one.name: _node(table, one, wraps=wraps) for one in table.columns})

    def title(self) -> str:
        return f"“{self.name}” = {self.expression}"

    def origin(self, name: str) -> str:
        return "" if name == self.name else name


def _node(table: StepTable, one: Column, *, wraps: bool) -> ColumnNode:
    if one.order:
        return ColumnNode(one.name, one.type, "str")
    whole = one.type is ColumnType.NUMBER and table.frame[one.name].dtype != "float64"
    return ColumnNode(one.name, one.type, "float" if whole and wraps else "")


def _without_brackets(source: str) -> str:
    """`source` without brackets around all of it."""
    if not source.startswith("("):
        return source
    value = ast.parse(source, mode="eval").body
    inner = source[1:-1]
    try:
        return inner if ast.dump(ast.parse(inner, mode="eval").body) == ast.dump(value) else source
    except SyntaxError:
        return source
