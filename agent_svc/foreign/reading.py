"""The reading: the one statement of a script that reads the user's data, as `df = ...` whatever its author calls it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.words import words
from agent_svc.foreign.dotted import dotted

DATA_FILE: Final = "data.csv"
#: How a file is parsed, which the data layer has done already.
_PARSED: Final = words(
    """
    sep delimiter decimal thousands encoding encoding_errors engine parse_dates date_format date_parser dayfirst
    infer_datetime_format dtype na_values keep_default_na na_filter comment quotechar skipinitialspace low_memory
    skip_blank_lines cache_dates memory_map
    """
)
_SHAPED: Final = frozenset(
    {"index_col", "usecols"}
)  # what is made of the table, which a statement behind it says as well


def is_data_load(node: ast.Call) -> bool:
    """Whether the call reads the user's data: `load_user_data()`, or `pd.read_csv("data.csv")` however it parses it."""
    name = dotted(node.func)
    if name == "load_user_data":
        return not node.args and not node.keywords
    file = node.args[0] if len(node.args) == 1 else None
    if name not in ("pd.read_csv", "pandas.read_csv") or not isinstance(file, ast.Constant) or file.value != DATA_FILE:
        return False
    return all(
        keyword.arg in _PARSED or (keyword.arg in _SHAPED and _is_named(keyword.value)) for keyword in node.keywords
    )


def read_as_df(tree: ast.Module) -> ast.Module:
    """`tree` with its data read into `df`, and with `index_col` and `usecols` as statements of their own."""
    _name_files(tree)
    _hoist(tree)
    loads = [node for node in tree.body if _is_load(node)]
    if len(loads) != 1:
        return tree
    load = loads[0]
    assert isinstance(load, ast.Assign)
    assert isinstance(load.value, ast.Call)
    behind = [ast.fix_missing_locations(ast.copy_location(node, load)) for node in _shaping(load.value)]
    load.value.keywords = [keyword for keyword in load.value.keywords if keyword.arg not in _SHAPED]
    behind = [*_name_table(tree, load), *behind]
    place = tree.body.index(load) + 1
    tree.body[place:place] = behind
    return tree


def _is_load(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or len(node.targets) != 1:
        return False
    return isinstance(node.targets[0], ast.Name) and is_data_load(node.value)


def _hoist(tree: ast.Module) -> None:
    """`tips = pd.read_csv("data.csv").dropna()` becomes two statements, the first of which reads."""
    found = [
        (node, part)
        for node in tree.body
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and is_data_load(part)
    ]
    if len(found) != 1 or not isinstance(found[0][0], ast.Assign | ast.Expr) or _is_load(found[0][0]):
        return
    statement, call = found[0]
    place = tree.body.index(statement)
    before = [part.id for node in tree.body[:place] for part in ast.walk(node) if isinstance(part, ast.Name)]
    if "df" in before:
        return
    load = ast.copy_location(ast.Assign([ast.Name("df", ast.Store())], call), statement)
    tree.body[place:place] = [ast.fix_missing_locations(load)]
    _Replaced(call).visit(statement)


class _Replaced(ast.NodeTransformer):
    """One call by `df`."""

    def __init__(self, call: ast.Call) -> None:
        self._call = call

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if node is self._call:
            return ast.copy_location(ast.Name("df", ast.Load()), node)
        return self.generic_visit(node)


def _is_named(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.List) else [node]
    return all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts)


def _shaping(call: ast.Call) -> Iterator[ast.stmt]:
    table = ast.Name("df", ast.Load())
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    if isinstance(given.get("usecols"), ast.List):
        yield ast.Assign([ast.Name("df", ast.Store())], ast.Subscript(table, given["usecols"], ast.Load()))
    if "index_col" in given:
        made = ast.Call(ast.Attribute(table, "set_index", ast.Load()), [given["index_col"]], [])
        yield ast.Assign([ast.Name("df", ast.Store())], made)


def _name_files(tree: ast.Module) -> None:
    """`pd.read_csv(PATH)` says which file it reads, where PATH is given once, as `PATH = "data.csv"`."""
    stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    files = {
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and node.value.value == DATA_FILE
        and stored.count(node.targets[0].id) == 1
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name) and node.args[0].id in files:
            node.args[0] = ast.copy_location(ast.Constant(DATA_FILE), node.args[0])


def _name_table(tree: ast.Module, load: ast.Assign) -> list[ast.stmt]:
    """Calls the table `df` everywhere, or keeps its name beside, where parameters of functions are called alike."""
    target = load.targets[0]
    assert isinstance(target, ast.Name)
    nodes = list(ast.walk(tree))
    old = target.id
    if old == "df" or any(isinstance(node, ast.Name) and node.id == "df" for node in nodes):
        return []
    if any(isinstance(node, ast.arg) and node.arg in (old, "df") for node in nodes):
        target.id = "df"
        kept = ast.Assign([ast.Name(old, ast.Store())], ast.Name("df", ast.Load()))
        return [ast.fix_missing_locations(ast.copy_location(kept, load))]
    for node in nodes:
        if isinstance(node, ast.Name) and node.id == old:
            node.id = "df"
    return []
