"""The texts of a script: format texts can follow attributes, settings can name programs; neither may hide there."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.program import Problem, Program, line_of

_DUNDER: Final = re.compile(r"__[A-Za-z]\w*__")
_SETTINGS: Final = (
    "backend",
    "text.usetex",
    "text.latex",
    "pgf.",
    "animation.",
    "webagg.",
    "datapath",
    "plotting.backend",
)
#: Arguments that run programs or follow addresses, wherever a mapping or a cell would carry them.
_SWITCHES: Final = frozenset({"usetex", "xlink"})
#: Parts of plotly's layout that its browser fetches.
_FETCHED: Final = frozenset({"images", "mapbox"})
_MODULE_SCHEME: Final = "module://"
#: Texts that name a place to fetch from or a program: browsers behind some libraries would follow them.
_ADDRESS: Final = re.compile(
    r"(?i)\b(?:file|https?|ftp|wss?|blob|javascript|vbscript):(?://|\S)|data:text/|<script\b|\bgooglefont:|:file=|@import\b"
)


def texts(program: Program) -> Iterator[Problem]:
    """Literal texts outside the user's own values, the `format` method, and the keys of rcParams."""
    for node in program.nodes:
        if isinstance(node, ast.Dict) and "plotly" in {path.split(".")[0] for path in program.modules.values()}:
            for key in node.keys:
                if isinstance(key, ast.Constant) and key.value in _FETCHED:
                    yield Problem(line_of(key), "text", f"{key.value} of a layout are fetched, and may not be set")
        if isinstance(node, ast.Constant) and node not in program.user_values and isinstance(node.value, str):
            if message := _why_not(node.value):
                yield Problem(line_of(node), "text", message)
        elif isinstance(node, ast.Attribute) and node.attr == "format" and not _formats_literal(program, node):
            yield Problem(line_of(node), "text", ".format may only be called on a literal text; use an f-string")
        elif isinstance(node, ast.Attribute) and node.attr == "rcParams" and not _sets_by_literal(program, node):
            message = 'rcParams may only be used as rcParams["key"] or rcParams.update({"key": ...}), with literal keys'
            yield Problem(line_of(node), "text", message)
        elif isinstance(node, ast.Name) and node.id == "rcParams":
            yield Problem(line_of(node), "text", "write plt.rcParams instead of a name of its own")


def _why_not(text: str) -> str | None:
    if _DUNDER.search(text):
        return "a text may not hold a name of the interpreter with two underscores"
    if text.startswith(_SETTINGS) or _MODULE_SCHEME in text:
        return f"the setting {text[:40]!r} may not be used"
    if text in _SWITCHES:
        return f"{text!r} may not be named by a text"
    if _ADDRESS.search(text):
        return "a text may not hold an address or a script"
    if "{" in text and any("." in name or "[" in name for name in _fields(text)):
        return "a format text may not follow attributes or indices of its values"
    return None


def _fields(text: str, depth: int = 2) -> Iterator[str]:
    try:
        for _, name, spec, _ in string.Formatter().parse(text):
            if name is not None:
                yield name
            if spec and depth:
                yield from _fields(spec, depth - 1)
    except ValueError:
        return  # braces that are no format text are only braces


def _formats_literal(program: Program, node: ast.Attribute) -> bool:
    call = program.parents.get(node)
    literal = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return literal and isinstance(call, ast.Call) and call.func is node


def _sets_by_literal(program: Program, node: ast.Attribute) -> bool:
    use = program.parents.get(node)
    if isinstance(use, ast.Subscript) and use.value is node:
        return _is_text(use.slice)
    call = program.parents.get(use) if use is not None else None
    if not isinstance(use, ast.Attribute) or not isinstance(call, ast.Call) or call.func is not use:
        return False
    if use.attr == "get":
        return bool(call.args) and _is_text(call.args[0])
    return (
        use.attr == "update"
        and not call.keywords
        and len(call.args) == 1
        and isinstance(call.args[0], ast.Dict)
        and all(key is not None and _is_text(key) for key in call.args[0].keys)
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
