"""The regions of a script: the parts that Plotlane fills in and nobody else may change."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from agent_svc.code.saves import SAVES, is_save
from agent_svc.code.span import ScriptShapeError, Span, parse, span_of
from agent_svc.code.syntax_tree import syntax_tree

THEME_NAME: Final = "THEME"
DATA_FILE: Final = "data.csv"
SAVE: Final = SAVES["matplotlib"][0]


@dataclass(frozen=True, slots=True)
class Regions:
    """Where the protected parts of one script stand, whatever its form."""

    theme: Span  #: the placeholder `use_theme()`, or the inlined theme block
    data: Span  #: the statement that makes `df`
    roles: Span
    options: Span
    save: Span  #: the last statement

    @property
    def protected(self) -> tuple[Span, ...]:
        """All of them, in the order of the script."""
        return (self.theme, self.data, self.roles, self.options, self.save)


def locate(source: str) -> Regions:
    """The regions of a catalogue script, a working form or a run form.

    Raises ScriptShapeError when a part is missing, doubled, out of order or not at top level.
    """
    body = parse(source).body
    data = _only(body, is_load, "df = load_user_data()")
    roles = _only(body, lambda node: _holds_values(node, "roles"), "roles = load_roles()")
    options = _only(body, lambda node: _holds_values(node, "options"), "options = load_options()")
    theme = _only(body, lambda node: _takes_theme(node) or is_assignment(node, THEME_NAME), "use_theme()")
    if not theme < data < roles < options:
        raise ScriptShapeError("use_theme(), df, roles and options must come in this order")
    if not is_save(body[-1]):
        raise ScriptShapeError(f"the last statement must write the picture, as {SAVE} does")
    begin, end = span_of(source, body[theme]), span_of(source, body[data - 1])
    return Regions(
        theme=Span(begin.start, end.end),
        data=span_of(source, body[data]),
        roles=span_of(source, body[roles]),
        options=span_of(source, body[options]),
        save=span_of(source, body[-1]),
    )


def placeholder(source: str, span: Span, text: str) -> Span:
    """`span` again when it holds exactly the placeholder `text`; else raises ScriptShapeError."""
    held = source[span.start : span.end]
    if ast.dump(parse(held)) != ast.dump(syntax_tree(text)):
        line = source.count("\n", 0, span.start) + 1
        raise ScriptShapeError(f"line {line}: expected the placeholder {text}")
    return span


def is_load(node: ast.stmt) -> bool:
    """Whether the statement makes `df` from the user's data: the placeholder or a read_csv."""
    if not is_assignment(node, "df") or not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return False
    called = node.value.func
    return ast.unparse(called) == "load_user_data" or (isinstance(called, ast.Attribute) and called.attr == "read_csv")


def _takes_theme(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(ast.Call(func=ast.Name("use_theme"), args=[], keywords=[])):
            return True
        case _:
            return False


def _holds_values(node: ast.stmt, name: str) -> bool:
    if not is_assignment(node, name) or not isinstance(node, ast.Assign):
        return False
    return isinstance(node.value, ast.Dict) or ast.unparse(node.value) == f"load_{name}()"


def is_assignment(node: ast.stmt, name: str) -> bool:
    """Whether the statement is `name = ...` and nothing more."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    target = node.targets[0]
    return isinstance(target, ast.Name) and target.id == name


def _only(body: list[ast.stmt], fits: Callable[[ast.stmt], bool], text: str) -> int:
    found = [place for place, node in enumerate(body) if fits(node)]
    if len(found) != 1:
        count = "no" if not found else str(len(found))
        raise ScriptShapeError(f"the script needs the statement {text} once, at top level; it has {count}")
    return found[0]
