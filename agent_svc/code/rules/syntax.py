"""The syntax of a script: statements that a plot never needs and that hide what runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from agent_svc.code.regions import THEME_NAME
from agent_svc.code.rules.program import Problem, Program, line_of

_REFUSED: Final[dict[type[ast.AST], str]] = {
    ast.AsyncFunctionDef: "asynchronous functions",
    ast.AsyncFor: "asynchronous loops",
    ast.AsyncWith: "asynchronous blocks",
    ast.Await: "await",
    ast.ClassDef: "classes",
    ast.MatchClass: "class patterns",
    ast.TryStar: "exception groups",
    ast.Yield: "generator functions",
    ast.YieldFrom: "generator functions",
}


def syntax(program: Program) -> Iterator[Problem]:
    """No classes, decorators, coroutines, generators; defaults of functions are plain; THEME is set once."""
    for node in program.nodes:
        if (what := _REFUSED.get(type(node))) is not None:
            yield Problem(line_of(node), "syntax", f"{what} may not be used")
        elif isinstance(node, ast.comprehension) and node.is_async:
            yield Problem(line_of(node.target), "syntax", "asynchronous comprehensions may not be used")
        elif isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield Problem(line_of(node), "syntax", "decorators may not be used")
        elif isinstance(node, ast.arguments):
            yield from _defaults(node)
    yield from _theme(program)


def _defaults(node: ast.arguments) -> Iterator[Problem]:
    for default in (*node.defaults, *(value for value in node.kw_defaults if value)):
        if any(isinstance(part, ast.Call | ast.NamedExpr | ast.Lambda | ast.Attribute) for part in ast.walk(default)):
            yield Problem(line_of(default), "syntax", "a default value must be a literal or a name")


def _theme(program: Program) -> Iterator[Problem]:
    """The picture's name is made of THEME, so nothing may turn it into a path."""
    plain = [
        node
        for node in program.tree.body
        if isinstance(node, ast.Assign)
        and [ast.unparse(target) for target in node.targets] == [THEME_NAME]
        and isinstance(node.value, ast.Constant)
        and node.value.value in ("light", "dark")
    ]
    if program.bindings[THEME_NAME] > len(plain) or len(plain) > 1:
        line = line_of(plain[-1]) if plain else 0
        yield Problem(line, "syntax", 'THEME is set once, at top level, to "light" or "dark"')
