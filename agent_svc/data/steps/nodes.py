"""The nodes of an expression: what each is, what it is worth over a frame, and its code."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from agent_svc.data.column import ColumnType
from agent_svc.data.steps.functions import Function
from agent_svc.data.steps.source import column, literal, quoted
from agent_svc.data.steps.tokens import ExpressionError

if TYPE_CHECKING:
    import pandas as pd

_DAY_S: Final = 86_400
#: Types in which a comparison with a missing value is missing; dates have none.
_NULLABLE: Final = {ColumnType.NUMBER: "Float64", ColumnType.TEXT: "string"}
_FOLDED: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "**": lambda left, right: math.pow(left, right),
}
_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    **_FOLDED,
    "**": operator.pow,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Node(Protocol):
    """A part of an expression."""

    @property
    def kind(self) -> ColumnType:
        """What it gives."""

    @property
    def columns(self) -> frozenset[str]:
        """The columns that it names; none: it is a constant."""

    def value(self, frame: pd.DataFrame) -> Any:
        """Its cells, or its one value."""

    def source(self) -> str:
        """Its code, in brackets where it needs them."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or a text."""

    worth: float | str

    @property
    def kind(self) -> ColumnType:
        return ColumnType.TEXT if isinstance(self.worth, str) else ColumnType.NUMBER

    @property
    def columns(self) -> frozenset[str]:
        return frozenset()

    def value(self, frame: pd.DataFrame) -> Any:  # noqa: ARG002  # the same for every frame
        return self.worth

    def source(self) -> str:
        text = literal(self.worth)
        return f"({text})" if text.startswith("-") else text


@dataclass(frozen=True, slots=True)
class ColumnNode:
    """The cells of a column; `cast` is what they are made first: float, which does not wrap around, or str."""

    name: str
    kind: ColumnType
    cast: Literal["", "float", "str"] = ""

    @property
    def columns(self) -> frozenset[str]:
        return frozenset({self.name})

    def value(self, frame: pd.DataFrame) -> Any:
        return frame[self.name].astype(self.cast) if self.cast else frame[self.name]

    def source(self) -> str:
        return f"{column(self.name)}.astype({quoted(self.cast)})" if self.cast else column(self.name)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a part."""

    function: Function
    argument: Node
    digits: int = 0

    @property
    def kind(self) -> ColumnType:
        return self.function.gives

    @property
    def columns(self) -> frozenset[str]:
        return self.argument.columns

    def value(self, frame: pd.DataFrame) -> Any:
        return self.function.value(self.argument.value(frame), self.digits)

    def source(self) -> str:
        made = self.function.source.replace("{digits}", str(self.digits)).replace("{x}", self.argument.source())
        return f"({made})" if " ** " in made and not made.startswith("(") else made


@dataclass(frozen=True, slots=True)
class Operation:
    """Two parts and a sign between them."""

    sign: str
    left: Node
    right: Node
    kind: ColumnType

    @property
    def columns(self) -> frozenset[str]:
        return self.left.columns | self.right.columns

    def value(self, frame: pd.DataFrame) -> Any:
        left, right = self.left.value(frame), self.right.value(frame)
        if self.kind is ColumnType.BOOLEAN:
            return self._compared(left, right)
        made = _OPERATORS[self.sign](left, right)
        return made.dt.total_seconds() / _DAY_S if self._between_dates else made

    def _compared(self, left: Any, right: Any) -> Any:
        if self.left.kind is ColumnType.DATE:
            made = _OPERATORS[self.sign](left, right).astype("boolean")
            return made.mask(left.isna()).mask(right.isna())
        if nullable := _NULLABLE.get(self.left.kind):
            left = left.astype(nullable) if self.left.columns else left
            right = right.astype(nullable) if self.right.columns else right
        return _OPERATORS[self.sign](left, right)

    def source(self) -> str:
        left, right = self.left.source(), self.right.source()
        if self.kind is ColumnType.BOOLEAN:
            return self._compared_source(left, right)
        made = f"({left} {self.sign} {right})"
        return f"({made}.dt.total_seconds() / {_DAY_S})" if self._between_dates else made

    def _compared_source(self, left: str, right: str) -> str:
        if self.left.kind is ColumnType.DATE:
            made = f'({left} {self.sign} {right}).astype("boolean")'
            return f"{made}.mask({left}.isna()).mask({right}.isna())"
        if nullable := _NULLABLE.get(self.left.kind):
            left = f"{left}.astype({quoted(nullable)})" if self.left.columns else left
            right = f"{right}.astype({quoted(nullable)})" if self.right.columns else right
        return f"({left} {self.sign} {right})"

    @property
    def _between_dates(self) -> bool:
        return self.sign == "-" and self.left.kind is ColumnType.DATE


def combined(sign: str, left: Node, right: Node, at: int) -> Node:
    """`left sign right`; numbers alone are worked out. Raises ExpressionError when the kinds do not go together."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _folded(sign, left, right, at)
    kinds = {left.kind, right.kind}
    if kinds == {ColumnType.NUMBER}:
        if sign in ("/", "%") and isinstance(right, Constant) and right.worth == 0:
            raise ExpressionError(f"divides by zero at {at}")
        return Operation(sign, left, right, ColumnType.NUMBER)
    if sign == "-" and kinds == {ColumnType.DATE}:
        return Operation(sign, left, right, ColumnType.NUMBER)
    if sign == "+" and kinds == {ColumnType.TEXT}:
        return Operation(sign, left, right, ColumnType.TEXT)
    shown = "^" if sign == "**" else sign
    remedy = "change the type of a column first, or take a part of a date such as year([date])"
    raise ExpressionError(f"{left.kind.value} {shown} {right.kind.value} at {at} gives nothing; {remedy}")


def compared(sign: str, left: Node, right: Node, at: int) -> Node:
    """A comparison, which is missing where a side is. Raises ExpressionError for what cannot be compared."""
    if not left.columns | right.columns:
        raise ExpressionError(f"{sign} at {at} compares no column")
    if left.kind is not right.kind:
        raise ExpressionError(f"{left.kind.value} cannot be compared with {right.kind.value} at {at}")
    if left.kind in (ColumnType.TEXT, ColumnType.BOOLEAN) and sign not in ("==", "!="):
        raise ExpressionError(f"{left.kind.value} has no order at {at}; compare with = or !=")
    return Operation(sign, left, right, ColumnType.BOOLEAN)


def negated(node: Node, at: int) -> Node:
    """The part with its sign turned. Raises ExpressionError for what is no number."""
    if node.kind is not ColumnType.NUMBER:
        raise ExpressionError(f"- at {at} needs a number, and this is {node.kind.value}")
    return combined("-", Constant(0), node, at)


def _folded(sign: str, left: Constant, right: Constant, at: int) -> Constant:
    if isinstance(left.worth, str) or isinstance(right.worth, str):
        raise ExpressionError(f"{sign} at {at} joins texts of no column; write the text itself")
    try:
        worth = _FOLDED[sign](float(left.worth), float(right.worth))
    except (ArithmeticError, ValueError):
        worth = math.nan
    if not math.isfinite(worth):
        raise ExpressionError(f"the numbers at {at} give no number")
    return Constant(int(worth) if worth.is_integer() and abs(worth) < 2**53 else worth)
