"""A span: a piece of a script's text, found by its syntax and replaced without touching the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from agent_svc.code.syntax_tree import syntax_tree


class ScriptShapeError(ValueError):
    """The script is not built as the catalogue's scripts are; the message says what is missing where."""


class Span(NamedTuple):
    """From `start` up to `end`, in characters of the source."""

    start: int
    end: int


def parse(source: str) -> ast.Module:
    """The syntax tree of `source`; raises ScriptShapeError, with the line, when it is not Python."""
    try:
        return syntax_tree(source)
    except SyntaxError as error:
        raise ScriptShapeError(f"line {error.lineno or 0}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise ScriptShapeError("the script cannot be parsed: it holds a NUL or is nested too deeply") from error


def span_of(source: str, node: ast.expr | ast.stmt | ast.keyword) -> Span:
    """Where `node` of the tree of `source` stands. The tree counts bytes of lines; texts count characters."""
    lines = source.split("\n")
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return Span(
        _offset(lines, node.lineno, node.col_offset),
        _offset(lines, node.end_lineno, node.end_col_offset),
    )


def splice(source: str, pieces: Iterable[tuple[Span, str]]) -> str:
    """`source` with each span replaced by its text; spans must not overlap."""
    for span, text in sorted(pieces, reverse=True):
        source = source[: span.start] + text + source[span.end :]
    return source


def _offset(lines: list[str], line: int, column: int) -> int:
    before = sum(len(text) + 1 for text in lines[: line - 1])
    return before + len(lines[line - 1].encode("utf-8")[:column].decode("utf-8"))
