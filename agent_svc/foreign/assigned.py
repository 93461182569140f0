"""Assigned names: what a script calls the values that it makes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable


def names_assigned(nodes: Iterable[ast.AST], is_wanted: Callable[[ast.expr], bool]) -> frozenset[str]:
    """The names that assignments among `nodes` give to values that are wanted."""
    return frozenset(
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and is_wanted(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    )
