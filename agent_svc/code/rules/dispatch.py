"""Methods that call another by its name, such as `agg("mean")`: the name must be harmless or get no arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.names import ALLOWED
from agent_svc.code.rules.program import Problem, Program, line_of
from agent_svc.code.rules.words import words

_DISPATCHERS: Final = frozenset({"agg", "aggregate", "apply", "transform"})
_TABLES: Final = frozenset({"pivot_table", "crosstab", "pivot"})
_TABLE_ARGUMENTS: Final = words(
    """
    values index columns aggfunc fill_value margins dropna margins_name observed sort rownames colnames
    normalize
    """
)
_QUIET: Final = frozenset({"axis", "numeric_only", "raw", "result_type"})
STATISTICS: Final = words(
    """
    all any count cumcount cummax cummin cumprod cumsum diff first idxmax idxmin kurt last mad max mean median
    min mode ngroup nunique pct_change prod quantile rank sem shift size skew std sum var abs
    """
)


def dispatch(program: Program) -> Iterator[Problem]:
    """A method named by a text that is not a known statistic gets no arguments: without them it can write no file."""
    for node in program.nodes:
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg == "estimator":  # seaborn calls the method of that name
                yield from _known(node, keyword.value)
        if not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in _TABLES:
            yield from _table(node)
        elif node.func.attr in _DISPATCHERS:
            yield from _dispatcher(program, node, node.func.attr)


def _table(node: ast.Call) -> Iterator[Problem]:
    if _spread(node) or any(keyword.arg not in _TABLE_ARGUMENTS for keyword in node.keywords):
        yield Problem(line_of(node), "dispatch", "a table takes only its own arguments, each by its name")
    for keyword in node.keywords:
        if keyword.arg == "aggfunc":
            yield from _known(node, keyword.value)


def _spread(node: ast.Call) -> bool:
    """Whether arguments come out of a list or a mapping, so that nobody sees here which ones they are."""
    return any(isinstance(argument, ast.Starred) for argument in node.args) or any(
        keyword.arg is None for keyword in node.keywords
    )


def _dispatcher(program: Program, node: ast.Call, method: str) -> Iterator[Problem]:
    if _spread(node):
        yield Problem(line_of(node), "dispatch", f".{method} takes its arguments one by one, without * and **")
        return
    chosen = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "func")]
    for value in chosen:
        yield from _known(node, value)
        if _is_made_up(program, value):
            message = "the name of a statistic is written as it is, and not put together"
            yield Problem(line_of(node), "dispatch", message)
    if not chosen or all(_is_function(program, value) for value in chosen):
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Tuple) and len(keyword.value.elts) == 2:
                yield from _known(node, keyword.value.elts[-1])
        return
    more = [keyword for keyword in node.keywords if keyword.arg not in _QUIET | {"func"}]
    if more or len(node.args) > 1:
        yield Problem(
            line_of(node), "dispatch", f".{method} with a method's name takes no further arguments; use a lambda"
        )


def _is_made_up(program: Program, value: ast.expr) -> bool:
    """Whether a text is put together that names what is called, here or where its name is bound."""
    if isinstance(value, ast.Name):
        bound = [node.value for node in program.nodes if isinstance(node, ast.Assign) and _binds(node, value.id)]
        return any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in bound)
    return isinstance(value, ast.JoinedStr | ast.BinOp)


def _binds(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _known(node: ast.Call, value: ast.expr) -> Iterator[Problem]:
    for found in _texts(value):
        if found not in STATISTICS:
            yield Problem(line_of(node), "dispatch", f"{found[:40]!r} is no statistic that may be called by name")


def _texts(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from _texts(item)
        case ast.Dict(values=items):
            for item in items:
                yield from _texts(item)


def _is_function(program: Program, value: ast.expr) -> bool:
    if isinstance(value, ast.Lambda):
        return True
    if isinstance(value, ast.Name):
        builtin = value.id in ALLOWED and not program.bindings[value.id]
        return builtin or value.id in program.functions
    return program.module_chain(value) is not None
