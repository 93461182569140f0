"""The theme block: what replaces `use_theme()`, cut down to the helper functions that a script uses."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from agent_svc.code.span import parse


@dataclass(frozen=True, slots=True)
class Piece:
    """One top-level statement of the theme block with the comments above it."""

    node: ast.stmt
    text: str

    @property
    def function(self) -> str | None:
        """The name of the function that it defines."""
        return self.node.name if isinstance(self.node, ast.FunctionDef) else None


@dataclass(frozen=True, slots=True)
class ThemeBlock:
    """The part of a theme block that a script needs: imports to put with its own, and the rest."""

    imports: tuple[str, ...]
    text: str


def theme_block_for(script: str, block: str) -> ThemeBlock:
    """`block` with only those of its functions that `script`, or what is kept of `block`, uses; constants all stay."""
    pieces = _pieces(block)
    functions = {piece.function: piece for piece in pieces if piece.function}
    wanted = _names(parse(script))
    for piece in pieces:
        if not piece.function and not _is_import(piece.node):
            wanted |= _names(piece.node)
    reached: set[str] = set()
    while fresh := (wanted & functions.keys()) - reached:
        reached |= fresh
        for name in fresh:
            wanted |= _names(functions[name].node)
    kept = [p for p in pieces if not _is_import(p.node) and (p.function is None or p.function in reached)]
    imports = tuple(ast.unparse(p.node) for p in pieces if _is_import(p.node) and _bound(p.node) & wanted)
    return ThemeBlock(imports, "".join(piece.text for piece in kept).strip("\n"))


def _pieces(block: str) -> list[Piece]:
    lines = block.split("\n")
    pieces, start = [], 0
    for node in parse(block).body:
        assert node.end_lineno is not None
        pieces.append(Piece(node, "\n".join(lines[start : node.end_lineno]) + "\n"))
        start = node.end_lineno
    return pieces


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _bound(node: ast.stmt) -> set[str]:
    assert isinstance(node, ast.Import | ast.ImportFrom)
    return {alias.asname or alias.name.split(".")[0] for alias in node.names}


def _names(node: ast.AST) -> set[str]:
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}
