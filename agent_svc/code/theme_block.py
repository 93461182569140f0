"""The theme block: what replaces `use_theme()`, cut down to the helper functions and constants that a script uses."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from agent_svc.code.regions import THEME_NAME
from agent_svc.code.span import parse

COLORS_NAME: Final = "COLORS"  #: the constant that holds each theme's paper, which the host reads


@dataclass(frozen=True, slots=True)
class Piece:
    """One top-level statement of the theme block with the comments above it."""

    node: ast.stmt
    text: str
    defines: frozenset[str]  #: the names of the function or the constants that it defines; empty when it does something
    uses: frozenset[str]

    @property
    def is_import(self) -> bool:
        """Whether it is an import, which goes to the script's own."""
        return isinstance(self.node, ast.Import | ast.ImportFrom)


@dataclass(frozen=True, slots=True)
class ThemeBlock:
    """The part of a theme block that a script needs: imports to put with its own, and the rest."""

    imports: tuple[str, ...]
    text: str


def theme_block_for(script: str, block: str) -> ThemeBlock:
    """`block` with only those of its functions and constants that `script`, or what is kept of `block`, uses."""
    pieces = _pieces(block)
    wanted = _names(parse(script)) | {THEME_NAME, COLORS_NAME}
    kept = {place for place, piece in enumerate(pieces) if not piece.is_import and not piece.defines}
    before = -1
    while len(kept) > before:
        before = len(kept)
        wanted = wanted.union(*(pieces[place].uses for place in kept))
        kept |= {place for place, piece in enumerate(pieces) if piece.defines & wanted}
    text = "".join(pieces[place].text for place in sorted(kept)).strip("\n")
    return ThemeBlock(_imports(pieces, wanted), text)


def _imports(pieces: Sequence[Piece], wanted: frozenset[str]) -> tuple[str, ...]:
    """One statement for each module or name that is wanted, in the order of the block, none twice."""
    lines = []
    for piece in pieces:
        if not isinstance(piece.node, ast.Import | ast.ImportFrom):
            continue
        names = [alias for alias in piece.node.names if (alias.asname or alias.name.split(".")[0]) in wanted]
        if names and isinstance(piece.node, ast.ImportFrom):
            lines.append(ast.unparse(ast.ImportFrom(piece.node.module, names, piece.node.level)))
        lines += [ast.unparse(ast.Import([alias])) for alias in names if isinstance(piece.node, ast.Import)]
    return tuple(dict.fromkeys(lines))


@lru_cache(maxsize=32)
def _pieces(block: str) -> tuple[Piece, ...]:
    """The statements of a block: the same for every plot of its library, so that they are looked at once."""
    lines = block.split("\n")
    pieces, start = [], 0
    for node in parse(block).body:
        assert node.end_lineno is not None
        text = "\n".join(lines[start : node.end_lineno]) + "\n"
        pieces.append(Piece(node, text, _defined(node), _names(node)))
        start = node.end_lineno
    return tuple(pieces)


def _defined(node: ast.stmt) -> frozenset[str]:
    if isinstance(node, ast.FunctionDef):
        return frozenset({node.name})
    return frozenset().union(*map(_names, node.targets)) if isinstance(node, ast.Assign) else frozenset()


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(found.id for found in ast.walk(node) if isinstance(found, ast.Name))
