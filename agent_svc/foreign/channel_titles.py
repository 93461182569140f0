"""The titles of altair's channels, which would show the escapes in the names of fields: `Width \\[cm\\]`."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Final

from agent_svc.code.rules.words import words
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.shorthand import shorthand

#: Channels that have an axis, a legend or a header, by the argument of `encode`.
_SHOWN: Final = words(
    "x y color fill stroke opacity size shape row column facet strokeDash strokeWidth angle fillOpacity strokeOpacity"
)
_CLASSES: Final = {name[0].upper() + name[1:] for name in _SHOWN}
_AGGREGATES: Final = words("average mean median min max sum count distinct stdev variance q1 q3 product")


def with_titles(tree: ast.Module, columns: Collection[str]) -> ast.Module:
    """`tree` in which every channel that shows a column is called like it, unless it has a title or hides it."""
    module = next((name for name in ("alt", "altair") if _imports(tree, name)), "")
    if module:
        _Titled(module, columns).visit(tree)
    return ast.fix_missing_locations(tree)


def _imports(tree: ast.Module, name: str) -> bool:
    aliases = (alias for node in tree.body if isinstance(node, ast.Import) for alias in node.names)
    return any(alias.name == "altair" and (alias.asname or alias.name) == name for alias in aliases)


class _Titled(ast.NodeTransformer):
    def __init__(self, module: str, columns: Collection[str]) -> None:
        self._module, self._columns = module, columns

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = dotted(node.func).rsplit(".", 1)[-1]
        if name == "encode":
            for word in node.keywords:
                if word.arg in _SHOWN and isinstance(word.value, ast.Constant) and self._title(word.value) is not None:
                    made = ast.Attribute(
                        ast.Name(self._module, ast.Load()), word.arg[0].upper() + word.arg[1:], ast.Load()
                    )
                    word.value = ast.copy_location(ast.Call(made, [word.value], []), word.value)
        self.generic_visit(node)
        if name in _CLASSES and dotted(node.func).startswith(f"{self._module}.") and node.args:
            title = self._title(node.args[0])
            if title is not None and not any(word.arg == "title" for word in node.keywords):
                node.keywords.append(ast.keyword("title", ast.copy_location(title, node.args[0])))
        return node

    def _title(self, node: ast.expr) -> ast.expr | None:
        """What altair would write, `Mean of mass`; None for what is no column."""
        parts = shorthand(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
        if parts is None or parts.column not in self._columns:
            return None
        how = parts.before.rstrip("(")
        if how not in _AGGREGATES:
            return ast.Constant(parts.column)
        return ast.JoinedStr(
            [ast.Constant(f"{how.capitalize()} of "), ast.FormattedValue(ast.Constant(parts.column), -1)]
        )
