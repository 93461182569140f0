"""The dotted name of an expression: what a script calls, as it is written."""

from __future__ import annotations

import ast


def dotted(node: ast.expr) -> str:
    """`plt.subplots` of the expression that names it; of another, what hangs off it."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""
