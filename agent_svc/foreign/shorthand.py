"""The shorthand of altair, `mean(mass):Q`: the column in the texts of channels, and what stands around it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from agent_svc.code.rules.words import words
from agent_svc.foreign.column_arguments import texts
from agent_svc.foreign.dotted import dotted

_SHORTHAND: Final = re.compile(r"(?P<before>(?:[a-z_0-9]+\()?)(?P<column>[^():]+?)(?P<after>\)?(?::[A-Za-z]+)?)")
_CHANNELS: Final = words(
    """
    x y x2 y2 xOffset yOffset color fill stroke opacity fillOpacity strokeOpacity size shape detail order text tooltip
    row column facet theta theta2 radius radius2 latitude longitude angle strokeDash strokeWidth key href url
    xError yError
    """
)
_CLASSES: Final = frozenset(name[0].upper() + name[1:] for name in _CHANNELS) | {"StringValue"}
_EXPRESSION: Final = re.compile(r"[A-Za-z_][\w.]*\(|.*[*+]|.*\w\s*[-/]\s+\w")  # factor(year), mass * 2, mean - sd
_NAMED: Final = frozenset({"field", "groupby"})
#: Transforms that name columns as plain texts, by how many of their first arguments do.
_TRANSFORMS: Final = {"transform_regression": 2, "transform_loess": 2, "transform_fold": 1, "transform_density": 1}
_UNREADABLE: Final = words(
    """
    transform_aggregate transform_bin transform_calculate transform_filter transform_impute transform_joinaggregate
    transform_lookup transform_pivot transform_quantile transform_sample transform_stack transform_timeunit
    transform_window transform_flatten transform_extent
    """
)


class Shorthand(NamedTuple):
    """A text of a channel: `mean(`, `mass` and `):Q`."""

    before: str
    column: str
    after: str


def shorthand(text: str) -> Shorthand | None:
    """The parts of `text`; None when it names no column, as `count()` does."""
    found = _SHORTHAND.fullmatch(text)
    if found is None or bool(found["before"]) != found["after"].startswith(")"):
        return None
    return Shorthand(found["before"], found["column"], found["after"])


def channel_texts(tree: ast.AST) -> Iterator[ast.Constant]:
    """The texts of `tree` that are shorthands, and those that altair's transforms take as names of columns."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func).rsplit(".", 1)[-1]
        if name == "encode":
            for keyword in node.keywords:
                if keyword.arg in _CHANNELS:
                    yield from _in_channel(keyword.value)
        elif name in _CLASSES and dotted(node.func).split(".")[0] in ("alt", "altair", name):
            yield from (text for value in node.args[:1] for text in _in_channel(value))
            yield from (
                text for word in node.keywords if word.arg in ("field", "shorthand") for text in texts(word.value)
            )
        elif name in ("facet", "Facet", "EncodingSortField", "repeat"):
            given = [word.value for word in node.keywords if word.arg in ("facet", "row", "column", "field")]
            yield from (text for value in (*node.args[:1], *given) for text in texts(value))
        elif name in _TRANSFORMS:
            given = [word.value for word in node.keywords if word.arg in _NAMED]
            yield from (text for value in (*node.args[: _TRANSFORMS[name]], *given) for text in texts(value))


def unreadable(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where columns stand in texts of expressions, which are not taken apart: line and what stands there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = dotted(node.func).rsplit(".", 1)[-1]
            if name in _UNREADABLE:
                yield node.lineno, f"{name}() with an expression"
            elif name == "aes":
                given = [*node.args, *(word.value for word in node.keywords)]
                found = [str(text.value) for value in given for text in texts(value)]
                yield from (
                    (node.lineno, f"aes() with the expression {text}") for text in found if _EXPRESSION.match(text)
                )


def made_in(tree: ast.AST) -> frozenset[str]:
    """What altair's transforms call what they make."""
    keywords = [
        keyword
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] in _TRANSFORMS
        for keyword in node.keywords
        if keyword.arg == "as_"
    ]
    return frozenset(str(text.value) for keyword in keywords for text in texts(keyword.value))


def _in_channel(node: ast.expr) -> Iterator[ast.Constant]:
    """A text, a list of them, or the texts of `alt.condition(..., "mass:Q", ...)`."""
    if isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] == "condition":
        yield from (text for value in node.args[1:] for text in texts(value))
    else:
        yield from texts(node)
