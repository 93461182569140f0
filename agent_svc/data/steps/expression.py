"""The expression: what a derived column is computed from, read by a small grammar and never by Python.

comparison = sum [("<" | "<=" | ">" | ">=" | "=" | "!=") sum]
sum        = product {("+" | "-") product}
product    = signed {("*" | "/" | "%") signed}
signed     = "-" signed | power
power      = atom ["^" signed]
atom       = number | "text" | [column] | column | function "(" comparison {"," number} ")" | "(" comparison ")"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.data.steps.functions import FUNCTIONS
from agent_svc.data.steps.nodes import Call, ColumnNode, Constant, Node, combined, compared, negated
from agent_svc.data.steps.tokens import MAX_CHARACTERS, ExpressionError, Token, tokens

MAX_DEPTH: Final = 20
_COMPARISONS: Final = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "==", "==": "==", "!=": "!=", "<>": "!="}


def parse(text: str, columns: Mapping[str, ColumnNode]) -> Node:
    """The tree of `text` over these columns. Raises ExpressionError with the place and what would do."""
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(f"has {len(text):,} characters; at most {MAX_CHARACTERS} are read")
    node = _Parser(tokens(text), columns).whole()
    if not node.columns:
        raise ExpressionError("names no column; write one as [name]")
    return node


class _Parser:
    def __init__(self, found: list[Token], columns: Mapping[str, ColumnNode]) -> None:
        self._tokens = found
        self._columns = columns
        self._place = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._comparison()
        if self._next.kind != "end":
            raise ExpressionError(f"“{self._next.text}” at {self._next.at} was not expected; an operator is missing")
        return node

    @property
    def _next(self) -> Token:
        return self._tokens[self._place]

    def _take(self, *signs: str) -> Token | None:
        token = self._next
        if token.kind != "sign" or token.text not in signs:
            return None
        self._place += 1
        return token

    def _comparison(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"is nested more than {MAX_DEPTH} deep; make it in two steps")
        left = self._sum()
        if sign := self._take(*_COMPARISONS):
            left = compared(_COMPARISONS[sign.text], left, self._sum(), sign.at)
        self._depth -= 1
        return left

    def _sum(self) -> Node:
        left = self._product()
        while sign := self._take("+", "-"):
            left = combined(sign.text, left, self._product(), sign.at)
        return left

    def _product(self) -> Node:
        left = self._signed()
        while sign := self._take("*", "/", "%"):
            left = combined(sign.text, left, self._signed(), sign.at)
        return left

    def _signed(self) -> Node:
        sign = self._take("-")
        if sign is None:
            return self._power()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"is nested more than {MAX_DEPTH} deep; make it in two steps")
        node = negated(self._signed(), sign.at)
        self._depth -= 1
        return node

    def _power(self) -> Node:
        base = self._atom()
        sign = self._take("^", "**")
        if sign is None:
            return base
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"is nested more than {MAX_DEPTH} deep; make it in two steps")
        node = combined("**", base, self._signed(), sign.at)
        self._depth -= 1
        return node

    def _atom(self) -> Node:
        token = self._next
        self._place += token.kind != "end"
        if token.kind == "number":
            return Constant(float(token.text) if not token.text.isdigit() else int(token.text))
        if token.kind == "text":
            return Constant(token.text)
        if token.kind == "column":
            return self._column(token)
        if token.kind == "word":
            called = self._take("(") if token.text.casefold() in FUNCTIONS and token.text not in self._columns else None
            return self._call(token) if called else self._column(token)
        if token.text == "(":
            inner = self._comparison()
            self._close()
            return inner
        raise ExpressionError(f"a column, a number or a function is missing at {token.at}")

    def _column(self, token: Token) -> Node:
        if token.text not in self._columns:
            known = ", ".join(f"[{name}]" for name in list(self._columns)[:5])
            raise ExpressionError(f"there is no column or function “{token.text[:80]}” at {token.at}; columns: {known}")
        return self._columns[token.text]

    def _call(self, token: Token) -> Node:
        function = FUNCTIONS[token.text.casefold()]
        argument = self._comparison()
        digits = 0
        if function.rounds and self._take(","):
            number = self._next
            if number.kind != "number" or not number.text.isdigit() or int(number.text) > 15:
                raise ExpressionError(f"round takes a whole number of digits from 0 to 15 at {number.at}")
            digits, self._place = int(number.text), self._place + 1
        self._close()
        if not argument.columns:
            raise ExpressionError(f"{token.text} at {token.at} is of no column; write the number itself")
        if argument.kind not in function.takes:
            takes = " or ".join(kind.value for kind in function.takes)
            raise ExpressionError(f"{token.text} at {token.at} takes {takes}, and this is {argument.kind.value}")
        return Call(function, argument, digits)

    def _close(self) -> None:
        if not self._take(")"):
            raise ExpressionError(f"a closing bracket is missing at {self._next.at}")
