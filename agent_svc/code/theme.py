"""The theme of a script: the one literal that decides between light and dark."""

from __future__ import annotations

import ast
from enum import StrEnum

from agent_svc.code.regions import THEME_NAME, is_assignment
from agent_svc.code.span import ScriptShapeError, parse, span_of, splice


class Theme(StrEnum):
    """The two themes; the value is what the script's THEME holds and what names the picture."""

    LIGHT = "light"
    DARK = "dark"


def theme_of(source: str) -> Theme:
    """The theme that `source` draws in; raises ScriptShapeError when it does not say."""
    return Theme(str(_literal(source).value))


def swap_theme(source: str, theme: Theme) -> str:
    """`source` in `theme`: its THEME and, in an export header, the line that names it; all else as it was."""
    before = theme_of(source)
    lines = splice(source, [(span_of(source, _literal(source)), f'"{theme.value}"')]).split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            break
        if line == header_line(before):
            lines[number] = header_line(theme)
    return "\n".join(lines)


def header_line(theme: Theme) -> str:
    """The line of the export header that names the theme."""
    return f"# Theme: {theme.value}"


def paper_of(source: str, theme: Theme) -> str:
    """The paper colour `#rrggbb` of `theme` in the theme block of `source`; raises ScriptShapeError without one."""
    for node in ast.walk(parse(source)):
        if isinstance(node, ast.Dict):
            colours = _entry(_entry(node, theme.value), "paper")
            if isinstance(colours, ast.Constant) and isinstance(colours.value, str):
                return colours.value
    raise ScriptShapeError(f"the theme block names no paper colour for {theme.value}")


def _entry(node: ast.expr | None, key: str) -> ast.expr | None:
    if not isinstance(node, ast.Dict):
        return None
    pairs = zip(node.keys, node.values, strict=True)
    return next((value for name, value in pairs if isinstance(name, ast.Constant) and name.value == key), None)


def _literal(source: str) -> ast.Constant:
    values = [
        node.value for node in parse(source).body if isinstance(node, ast.Assign) and is_assignment(node, THEME_NAME)
    ]
    if len(values) != 1 or not isinstance(values[0], ast.Constant) or values[0].value not in tuple(Theme):
        raise ScriptShapeError('the script must set THEME once, at top level, to "light" or "dark"')
    return values[0]
