"""Coupling: what ties a script to the data that it was written for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from agent_svc.foreign.assigned import names_assigned
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.kinds import Kind
from agent_svc.foreign.tables import Tables

_LIST_OF_DATA: Final = 4  # so many plain numbers or texts in a row are data, no setting
_PLACED: Final = frozenset(
    {"set_xlim", "set_ylim", "xlim", "ylim", "axhline", "axvline", "axhspan", "axvspan", "set_xticks", "set_yticks"}
    | {"xticks", "yticks", "hlines", "vlines", "set_xbound", "set_ybound", "add_hline", "add_vline"}
    | {"geom_hline", "geom_vline", "coord_cartesian", "set_xticklabels", "set_yticklabels"}
)
_WRITTEN: Final = frozenset({"annotate", "text"})
_ORDERED: Final = frozenset(
    {"order", "hue_order", "row_order", "col_order", "category_orders", "levels", "categories"} | {"domain"}
)
_MAPPINGS: Final = frozenset(
    {"palette", "color_discrete_map", "symbol_map", "line_dash_map", "pattern_shape_map", "values"}
)
_MOMENTS: Final = frozenset({"Timestamp", "datetime", "date", "to_datetime", "datetime64"})
_MADE_UP: Final = frozenset({"random", "default_rng", "RandomState"})
_SAMPLES: Final = frozenset({"load_dataset", "load_iris", "load_wine", "load_diabetes", "load_digits", "make_blobs"})
_PLAIN: Final = (0, 1, -1, 0.0, 1.0)  # a base line, a share of all: no scale


def own_data(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where the script makes up data or holds them: line and what stands there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "random" for alias in node.names):
            yield node.lineno, "import random"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("random", "sklearn"):
            yield node.lineno, f"from {node.module}"
        elif isinstance(node, ast.Call):
            parts = dotted(node.func).split(".")
            if _MADE_UP & set(parts) or parts[-1] in _SAMPLES:
                yield node.lineno, f"{parts[-1]}()"
            elif parts[-1] in ("DataFrame", "Series") and node.args and _is_literal(node.args[0]):
                yield node.lineno, f"{parts[-1]}() of literals"
        elif isinstance(node, ast.Assign) and _is_rows(node.value):
            yield node.lineno, "a list of values"


def literals_of_the_data(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where the script presumes how large its data are, or what they are called: line and what stands there."""
    tables, by_name = Tables(tree), _by_name(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _in_call(node)
            yield from _looked_up(node, by_name)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in by_name:
            if not isinstance(node.slice, ast.Constant):
                yield node.lineno, f"{node.value.id}[...] by names of the data"
        elif isinstance(node, ast.Compare) and _reads_data(node, tables) and any(map(_is_scale, node.comparators)):
            yield node.lineno, "a comparison with a value of the data"


def _in_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = dotted(node.func).rsplit(".", 1)[-1]
    given = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg not in ("alpha", "lw", "zorder"))]
    relative = any(keyword.arg in ("transform", "xycoords") for keyword in node.keywords)
    if name in _PLACED and any(_is_scale(part) for value in node.args for part in _parts(value)):
        yield node.lineno, f"{name}() at fixed values"
    elif name in _WRITTEN and not relative and any(_is_number(part) for value in node.args for part in _parts(value)):
        yield node.lineno, f"{name}() at a fixed place"
    elif name in _MOMENTS and any(isinstance(value, ast.Constant) for value in node.args):
        yield node.lineno, f"{name}() of a fixed date"
    for keyword in node.keywords:
        if keyword.arg in _ORDERED and _is_literal(keyword.value):
            yield node.lineno, f"{keyword.arg}= names of the data"
        elif keyword.arg in ("bins", "range") and _is_list(keyword.value) and _is_literal(keyword.value):
            yield node.lineno, f"{keyword.arg}= fixed limits"
    if name == "isin" and given and _is_literal(given[0]):
        yield node.lineno, "isin() of names of the data"


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Tuple | ast.List):
        for part in node.elts:
            yield from _parts(part)
    else:
        yield node


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)


def _is_scale(node: ast.expr) -> bool:
    """A number that is more than a base line, or a text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return bool(node.value)
    return _is_number(node) and ast.literal_eval(node) not in _PLAIN


def _is_literal(node: ast.expr) -> bool:
    try:
        return bool(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        # A dictionary of arrays, `{"x": np.array([...])}`, holds data as well.
        return isinstance(node, ast.Dict) and any(_is_literal(value) for value in node.values if value is not None)


def _is_rows(node: ast.expr) -> bool:
    """A list of values, or a call of one such as np.array([...])."""
    if isinstance(node, ast.Call) and node.args and dotted(node.func).rsplit(".", 1)[-1] in ("array", "asarray"):
        node = node.args[0]
    parts = list(_parts(node)) if _is_list(node) else []
    return len(parts) >= _LIST_OF_DATA and all(map(_is_number, parts))


def _is_list(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple)


def _reads_data(node: ast.Compare, tables: Tables) -> bool:
    """Whether a side of the comparison is the table, or anything that was made of it."""
    parts = (part for side in (node.left, *node.comparators) for part in ast.walk(side) if isinstance(part, ast.expr))
    return any(tables.kind(part) is not Kind.OTHER for part in parts)


def _by_name(tree: ast.Module) -> frozenset[str]:
    """The mappings of the script whose keys are texts: `colors = {"Berlin": "red", "Bonn": "blue"}`."""
    return names_assigned(ast.walk(tree), _has_names)


def _has_names(node: ast.expr) -> bool:
    keys = node.keys if isinstance(node, ast.Dict) else []
    return bool(keys) and all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys)


def _looked_up(node: ast.Call, by_name: frozenset[str]) -> Iterator[tuple[int, str]]:
    """A mapping by names of the data: `df["city"].map(colors)`, `color_discrete_map={"Berlin": "red"}`."""
    name = dotted(node.func).rsplit(".", 1)[-1]
    given = [(name, value) for value in node.args[:1] if name in ("map", "replace")]
    given += [(keyword.arg or "", keyword.value) for keyword in node.keywords if keyword.arg in _MAPPINGS]
    for what, value in given:
        if _has_names(value) or (isinstance(value, ast.Name) and value.id in by_name):
            yield node.lineno, f"{what} by names of the data"
