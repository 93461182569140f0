"""The spelling of a script: columns in attributes, queries and formulas, written as texts that can be replaced."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from typing import Final

from agent_svc.foreign.column_names import columns_of
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.kinds import Kind, pandas_names
from agent_svc.foreign.tables import Tables

_FORMULA: Final = re.compile(r"\s*(?P<rows>[\w .]*?)\s*~\s*(?P<columns>[\w .]+?)\s*")
_JOINED: Final[dict[type[ast.boolop], type[ast.operator]]] = {ast.And: ast.BitAnd, ast.Or: ast.BitOr}


def spelled_out(tree: ast.Module) -> ast.Module:
    """`tree` with `df["day"]` for `df.day`, masks for queries, and lists for formulas of facets.

    Only where that is certain: an attribute that tables have themselves, such as `df.size`, is none of its columns.
    """
    _Queries(Tables(tree)).visit(tree)
    _Formulas().visit(tree)
    _Attributes(Tables(tree), None).visit(tree)
    ast.fix_missing_locations(tree)
    # Of statistics and values only the columns that are known from elsewhere can be told from what they made.
    _Attributes(Tables(tree), columns_of(tree)).visit(tree)
    return ast.fix_missing_locations(tree)


class _Attributes(ast.NodeTransformer):
    """`df.day` as `df["day"]`; with `known`, the same of tables of which only these columns are known."""

    def __init__(self, tables: Tables, known: Collection[str] | None) -> None:
        self._tables, self._known = tables, known

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        kind = self._tables.kind(node.value)
        wanted = (Kind.TABLE, Kind.GROUPS, Kind.ROW) if self._known is None else (Kind.MADE,)
        found = kind in wanted and node.attr not in pandas_names() and (self._known is None or node.attr in self._known)
        self.generic_visit(node)
        if not found or not isinstance(node.ctx, ast.Load):
            return node
        name = ast.copy_location(ast.Constant(node.attr), node)
        name.col_offset = node.value.end_col_offset or node.col_offset
        return ast.copy_location(ast.Subscript(node.value, name, node.ctx), node)


class _Queries(ast.NodeTransformer):
    """`df.query("a > b")` as `df[df["a"] > df["b"]]`, where it compares columns and numbers and does no more."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "query" or len(node.args) != 1:
            return node
        table, text = node.func.value, node.args[0]
        if not isinstance(text, ast.Constant) or not isinstance(text.value, str) or node.keywords:
            return node
        if not isinstance(table, ast.Name) or self._tables.kind(table) is not Kind.TABLE:
            return node
        mask = _mask(text.value, table.id)
        if mask is None:
            return node
        for part in ast.walk(mask):
            if isinstance(part, ast.expr):
                ast.copy_location(part, text)
        return ast.copy_location(ast.Subscript(table, mask, ast.Load()), node)


def _mask(text: str, table: str) -> ast.expr | None:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _of_query(tree, table)


def _of_query(node: ast.expr, table: str) -> ast.expr | None:
    match node:
        case ast.Name(id=name) if name not in ("index", "True", "False", "None"):
            return ast.Subscript(ast.Name(table, ast.Load()), ast.Constant(name), ast.Load())
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return node
        case ast.Compare(left=left, ops=[compared], comparators=[right]) if not isinstance(
            compared, ast.In | ast.NotIn
        ):
            one, other = _of_query(left, table), _of_query(right, table)
            return None if one is None or other is None else ast.Compare(one, [compared], [other])
        case ast.BoolOp(op=operator, values=values):
            parts = [_of_query(value, table) for value in values]
            joined = parts[0]
            for part in parts[1:]:
                joined = None if joined is None or part is None else ast.BinOp(joined, _JOINED[type(operator)](), part)
            return joined
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            part = _of_query(inner, table)
            return None if part is None else ast.UnaryOp(ast.Invert(), part)
    return None


class _Formulas(ast.NodeTransformer):
    """plotnine's `facet_grid("a ~ b")` as `facet_grid(["a"], ["b"])`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = dotted(node.func).rsplit(".", 1)[-1]
        if name not in ("facet_wrap", "facet_grid") or not node.args or not isinstance(node.args[0], ast.Constant):
            return node
        text = str(node.args[0].value)
        found = _FORMULA.fullmatch(text)
        if found is None:
            sides = [[text]] if text.isidentifier() else []
        else:
            sides = [[part] if part not in ("", ".") else [] for part in (found["rows"], found["columns"])]
        if name == "facet_wrap":
            sides = [[part for side in sides for part in side]]
        if not any(sides):
            return node
        place = node.args[0]
        node.args[:1] = [_listed(side, place) for side in sides]
        return node


def _listed(names: list[str], place: ast.expr) -> ast.expr:
    parts: list[ast.expr] = [ast.copy_location(ast.Constant(name), place) for name in names]
    return ast.copy_location(ast.List(parts), place)
