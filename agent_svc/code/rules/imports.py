"""The imports of a script: from a short list, at top level, by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.allowed import PACKAGES, is_module, why_not
from agent_svc.code.rules.attributes import why_not as why_not_as_attribute
from agent_svc.code.rules.program import Problem, Program, line_of
from agent_svc.code.saves import SAVERS

_ALLOWED: Final = ", ".join(sorted(PACKAGES))


def imports(program: Program) -> Iterator[Problem]:
    """Only allowed modules, only at top level, never all names at once."""
    for node in program.nodes:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if not isinstance(program.parents[node], ast.Module):
            yield Problem(line_of(node), "import", "imports stand at top level, before everything else")
        for message in _import(node) if isinstance(node, ast.Import) else _import_from(node):
            yield Problem(line_of(node), "import", message)


def _import(node: ast.Import) -> Iterator[str]:
    for alias in node.names:
        if not is_module(alias.name):
            yield f"{alias.name} may not be imported; allowed are {_ALLOWED}"


def _import_from(node: ast.ImportFrom) -> Iterator[str]:
    if node.level or not node.module:
        yield "relative imports may not be used"
        return
    if not is_module(node.module):
        yield f"{node.module} may not be imported; allowed are {_ALLOWED}"
        return
    for alias in node.names:
        if alias.name == "*":
            yield f"name what you need from {node.module} instead of importing everything"
        elif not is_module(f"{node.module}.{alias.name}"):
            message = why_not(node.module, (alias.name,))
            if message is None and alias.name not in SAVERS:  # where a saver may stand, rule `attribute` says
                message = why_not_as_attribute(alias.name)  # an attribute, though written without its module
            if message is not None:
                yield message
