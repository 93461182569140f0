"""The canvas of a script: its figure sizes and resolutions, set to those of its chart where they are plain literals."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from agent_svc.code.span import Span, parse, span_of, splice

DPI: Final = 400


class Size(StrEnum):
    """The two canvases of charts."""

    WIDE = "wide"
    SQUARE = "square"

    @property
    def inches(self) -> tuple[float, float]:
        """Width and height of the figure in inches."""
        return (8, 4.5) if self is Size.WIDE else (6, 6)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        width, height = self.inches
        return round(width * DPI), round(height * DPI)


@dataclass(frozen=True, slots=True)
class Normalised:
    """A script on its canvas, and one sentence for each place that was changed."""

    source: str
    changes: tuple[str, ...]


def normalise(source: str, size: Size) -> Normalised:
    """Set every literal `figsize`, `dpi` and `set_size_inches` of the figures in `source` to those of `size`.

    What is computed stays as it is: the canvas gate judges what comes of it. Raises ScriptShapeError for no Python.
    """
    width, height = size.inches
    pieces: list[tuple[Span, str]] = []
    changes: list[str] = []
    for node, wanted in _places(parse(source), width, height):
        if ast.literal_eval(node) == ast.literal_eval(wanted):
            continue
        pieces.append((span_of(source, node), wanted))
        changes.append(f"line {node.lineno}: {ast.unparse(node)} became {wanted}")
    return Normalised(splice(source, pieces), tuple(changes))


def _places(tree: ast.Module, width: float, height: float) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "set_size_inches" and len(node.args) == 2 and all(map(_is_number, node.args)):
            yield from zip(node.args, (str(width), str(height)), strict=True)
        if node.func.attr not in ("figure", "subplots", "subplot_mosaic"):
            continue
        for keyword in node.keywords:
            if (
                keyword.arg == "figsize"
                and isinstance(keyword.value, ast.Tuple)
                and all(map(_is_number, keyword.value.elts))
            ):
                yield keyword.value, f"({width}, {height})"
            elif keyword.arg == "dpi" and _is_number(keyword.value):
                yield keyword.value, str(DPI)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)
