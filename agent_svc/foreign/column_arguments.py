"""The arguments that name columns: of pandas' methods, and of the functions that draw a table which they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from agent_svc.code.rules.words import words
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.kinds import Kind
from agent_svc.foreign.tables import Tables

#: By method: the places and the names of its arguments that are names of columns.
_METHODS: Final[Mapping[str, tuple[tuple[int, ...], frozenset[str]]]] = {
    "groupby": ((0,), words("by")),
    "sort_values": ((0,), words("by")),
    "set_index": ((0,), words("keys")),
    "dropna": ((), words("subset")),
    "drop_duplicates": ((0,), words("subset")),
    "duplicated": ((0,), words("subset")),
    "value_counts": ((0,), words("subset")),
    "nlargest": ((1,), words("columns")),
    "nsmallest": ((1,), words("columns")),
    "pivot": ((), words("index columns values")),
    "pivot_table": ((0, 1, 2), words("index columns values")),
    "melt": ((0, 1), words("id_vars value_vars")),
    "drop": ((), words("columns")),
    "explode": ((0,), words("column")),
    "pop": ((0,), frozenset()),
    "get": ((0,), frozenset()),
    "resample": ((), words("on")),
    "rolling": ((), words("on")),
    "agg": ((0,), words("func")),
    "aggregate": ((0,), words("func")),
    "astype": ((0,), words("dtype")),
    "fillna": ((0,), words("value")),
    "rename": ((), words("columns")),
    "plot": ((0, 1), words("x y")),
    "hist": ((0,), words("column by")),
    "boxplot": ((0,), words("column by")),
}
#: Methods whose arguments name columns as the keys of a mapping, and never as a text alone.
_KEYED: Final = words("agg aggregate astype fillna rename")
_OF_PANDAS: Final = frozenset({"melt", "pivot", "pivot_table"})
_SEMANTIC: Final = words("x y hue size style col row weights units vars x_vars y_vars estimator_weights")
_EXPRESS: Final = words(
    """
    x y z color symbol size hover_name hover_data custom_data text facet_row facet_col error_x error_y animation_frame
    animation_group line_group line_dash pattern_shape names values path parents ids dimensions x_start x_end r theta
    base a b c
    """
)
#: Methods of axes that take names of columns beside `data=`.
_DRAWING: Final = words("plot scatter bar barh step fill_between stem hexbin hist2d errorbar")


def column_texts(call: ast.Call, tables: Tables) -> Iterator[tuple[ast.Constant, bool]]:
    """The texts among the arguments of `call` that name columns, and whether these must be columns of `df`."""
    if not isinstance(call.func, ast.Attribute):
        return
    method, kind = call.func.attr, tables.kind(call.func.value)
    if isinstance(call.func.value, ast.Attribute) and call.func.value.attr == "plot":  # df.plot.scatter(...)
        method, kind = "plot", tables.kind(call.func.value.value)
    if method in _METHODS and kind in (Kind.TABLE, Kind.MADE, Kind.GROUPS):
        yield from ((text, kind is not Kind.MADE) for text in _of_method(call, method, 0))
    elif dotted(call.func.value) == "pd" and method in _OF_PANDAS and call.args:
        yield from ((text, tables.kind(call.args[0]) is Kind.TABLE) for text in _of_method(call, method, 1))
    elif kind is Kind.OTHER:
        yield from _drawn(call, tables)


def texts(node: ast.expr) -> Iterator[ast.Constant]:
    """The literal texts of one text or of a list of them."""
    for part in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part


def _of_method(call: ast.Call, method: str, skipped: int) -> Iterator[ast.Constant]:
    places, keywords = _METHODS[method]
    given = [value for place, value in enumerate(call.args[skipped:]) if place in places]
    for value in (*given, *(keyword.value for keyword in call.keywords if keyword.arg in keywords)):
        if isinstance(value, ast.Dict):
            yield from (text for key in value.keys if key is not None for text in texts(key))
        elif method not in _KEYED:
            yield from texts(value)
    if method in ("agg", "aggregate"):  # agg(total=("price", "sum"))
        named = [keyword.value for keyword in call.keywords if isinstance(keyword.value, ast.Tuple)]
        yield from (text for pair in named if isinstance(pair, ast.Tuple) for text in texts(pair.elts[0]))


def _drawn(call: ast.Call, tables: Tables) -> Iterator[tuple[ast.Constant, bool]]:
    """`sns.lineplot(df, x="day")`, `px.line(data_frame=df, x="day")`, `ax.plot("day", "mass", data=df)`."""
    method = dotted(call.func).rsplit(".", 1)[-1]
    by_name = [keyword.value for keyword in call.keywords if keyword.arg in ("data", "data_frame")]
    kinds = [tables.kind(value) for value in (*call.args[:1], *by_name)]
    table = next((kind for kind in kinds if kind in (Kind.TABLE, Kind.MADE)), None)
    if table is None:
        return
    named = _EXPRESS if dotted(call.func).split(".")[0] == "px" else _SEMANTIC
    given = [keyword.value for keyword in call.keywords if keyword.arg in named]
    if by_name and method in _DRAWING:
        given += call.args[:2]
    elif isinstance(call.func, ast.Attribute) and not by_name and len(call.args) > 1 and named is _EXPRESS:
        given += call.args[1:3]
    for value in given:
        yield from ((text, table is Kind.TABLE) for text in texts(value))
