"""Column names: where a script that was written elsewhere says which columns of its table it means."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Final

from agent_svc.code.coupling import dotted

#: Arguments of plotting functions that name a column of the table that they are given.
_SEMANTIC: Final = frozenset(
    {"x", "y", "hue", "size", "style", "col", "row", "symbol", "facet_col", "facet_row", "names"}
)
#: Methods of tables and axes whose texts are names of columns where they are called like one.
_BY_NAME: Final = frozenset(
    {"groupby", "sort_values", "set_index", "pivot", "pivot_table", "dropna", "melt", "nlargest", "nsmallest", "agg"}
    | {"set_xlabel", "set_ylabel", "set_title", "xlabel", "ylabel", "title", "legend", "colorbar", "labs"}
)


def columns_of(tree: ast.AST) -> tuple[str, ...]:
    """The columns that the script reads of `df`, in the order of their first use."""
    found = [(node.lineno, node.col_offset, node.value) for node in _defining(tree)]
    return tuple(dict.fromkeys(str(name) for _, _, name in sorted(found)))


def mentions(tree: ast.AST, columns: Collection[str]) -> Iterator[ast.Constant]:
    """The texts of the script that are one of `columns` and mean it; a style such as `marker="x"` is none."""
    yield from (node for node in _defining(tree) if node.value in columns)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            yield from (text for text in _texts(node.slice) if text.value in columns)
        elif isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] in _BY_NAME:
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from (text for text in _texts(value) if text.value in columns)


def _defining(tree: ast.AST) -> Iterator[ast.Constant]:
    tables = _tables(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and _root(node.value) in tables:
            yield from _texts(node.slice)
        elif isinstance(node, ast.Call):
            yield from _in_call(node, tables)


def _tables(tree: ast.AST) -> frozenset[str]:
    """`df`, and every name for something that is made of it."""
    known, before = {"df"}, 0
    while len(known) > before:
        before = len(known)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and _root(node.value) in known:
                known |= _names(*node.targets)
            elif isinstance(node, ast.For | ast.comprehension) and _root(node.iter) in known:
                known |= _names(node.target)
    return frozenset(known)


def _root(node: ast.expr) -> str:
    """The name that an expression begins with: `df` of `df.dropna()["x"]`, of anything else the empty text."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _names(*targets: ast.expr) -> set[str]:
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def _in_call(node: ast.Call, tables: Collection[str]) -> Iterator[ast.Constant]:
    name = dotted(node.func)
    if name.rsplit(".", 1)[-1] == "aes":
        for value in (*node.args, *(keyword.value for keyword in node.keywords)):
            yield from _texts(value)
    given = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "data")]
    if name.rsplit(".", 1)[-1] == "groupby" and _root(node.func) in tables:
        for value in node.args[:1]:
            yield from _texts(value)
    if not any(isinstance(value, ast.Name) and value.id in tables for value in given):
        return
    express = name.split(".")[0] == "px"
    for keyword in node.keywords:
        if keyword.arg in _SEMANTIC or (express and keyword.arg in ("color", "values")):
            yield from _texts(keyword.value)


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part
