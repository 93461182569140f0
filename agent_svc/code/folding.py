"""Folding: a working form without its theme block, as it is shown to whoever changes it."""

from __future__ import annotations

import ast

from agent_svc.code.regions import locate, placeholder
from agent_svc.code.span import parse, splice

_THEME = "use_theme()"


def folded(working_form: str) -> tuple[str, str]:
    """The form with `use_theme()` for its theme block, and that block. Raises ScriptShapeError."""
    span = locate(working_form).theme
    return splice(working_form, [(span, _THEME)]), working_form[span.start : span.end]


def unfolded(short: str, theme_block: str) -> str:
    """The working form again. Raises ScriptShapeError when the placeholder is not there alone."""
    return splice(short, [(placeholder(short, locate(short).theme, _THEME), theme_block)])


def helpers_of(theme_block: str) -> tuple[str, ...]:
    """The heads of the functions that the theme block offers, such as `add_title(fig, text)`."""
    functions = (node for node in parse(theme_block).body if isinstance(node, ast.FunctionDef))
    return tuple(f"{node.name}({ast.unparse(node.args)})" for node in functions)
