"""Coupling: what ties a script to the data that it was written for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

_LIST_OF_DATA: Final = 4  # so many plain numbers or texts in a row are data, no setting
_PLACED: Final = frozenset(
    {"set_xlim", "set_ylim", "xlim", "ylim", "axhline", "axvline", "axhspan", "axvspan", "set_xticks", "set_yticks"}
    | {"xticks", "yticks", "hlines", "vlines", "set_xbound", "set_ybound", "add_hline", "add_vline"}
    | {"geom_hline", "geom_vline", "coord_cartesian", "set_xticklabels", "set_yticklabels"}
)
_WRITTEN: Final = frozenset({"annotate", "text"})
_ORDERED: Final = frozenset({"order", "hue_order", "row_order", "col_order", "category_orders", "levels", "categories"})
_MOMENTS: Final = frozenset({"Timestamp", "datetime", "date", "to_datetime", "datetime64"})
_MADE_UP: Final = frozenset({"random", "default_rng", "RandomState"})
_SAMPLES: Final = frozenset({"load_dataset", "load_iris", "load_wine", "load_diabetes", "load_digits", "make_blobs"})
_PLAIN: Final = (0, 1, -1, 0.0, 1.0)  # a base line, a share of all: no scale


def dotted(node: ast.expr) -> str:
    """`plt.subplots` of the expression that names it; of another, what hangs off it."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""


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
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _in_call(node)
        elif isinstance(node, ast.Compare) and _reads_df(node) and any(map(_is_scale, node.comparators)):
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
        elif keyword.arg == "palette" and isinstance(keyword.value, ast.Dict):
            yield node.lineno, "palette= by names of the data"
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


def _reads_df(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Name) and part.id == "df" for part in ast.walk(node))
