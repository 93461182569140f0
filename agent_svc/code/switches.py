"""Switches: the steps of a script that one option turns on, left out where it is off, and the options that are read."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from agent_svc.code.span import parse


def without_switched_off(script: str, options: Mapping[str, object]) -> str:
    """`script` without every `if options["name"]:` that has no else and whose option is given and false or empty.

    A reader of the export then sees what runs. Such a statement stays where its block would be empty without it.
    """
    lines = script.split("\n")
    drop: set[int] = set()
    for block in _blocks(parse(script)):
        off = [node for node in block if isinstance(node, ast.If) and _is_off(node, options)]
        if len(off) < len(block):
            for node in off:
                assert node.end_lineno is not None
                drop.update(range(node.lineno - 1, node.end_lineno))
    return "\n".join(line for number, line in enumerate(lines) if number not in drop)


def options_read(script: str) -> frozenset[str]:
    """The names of the options that `script` reads as `options["name"]`."""
    return frozenset(name for node in ast.walk(parse(script)) if (name := _option(node)) is not None)


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            # an elif is an If alone in its orelse: it has no lines of its own to lose
            if isinstance(block, list) and not (field == "orelse" and isinstance(node, ast.If) and len(block) == 1):
                yield block


def _is_off(node: ast.If, options: Mapping[str, object]) -> bool:
    name = _option(node.test)
    return name is not None and not node.orelse and name in options and not options[name]


def _option(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name) or node.value.id != "options":
        return None
    return node.slice.value if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str) else None
