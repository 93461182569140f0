"""The modules of a script as it uses them: always with a name after them, never as a value, never changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from agent_svc.code.rules.allowed import why_not
from agent_svc.code.rules.program import Problem, Program, line_of


def modules(program: Program) -> Iterator[Problem]:
    """No way from an allowed module to another one, and no module as a value that could be taken elsewhere."""
    for node in program.nodes:
        if isinstance(node, ast.Name | ast.Attribute) and not isinstance(program.parents.get(node), ast.Attribute):
            chain = program.module_chain(node)
            if chain is not None and (message := why_not(*chain)):
                yield Problem(line_of(node), "module", message)
            elif chain is not None and not isinstance(node.ctx, ast.Load):
                yield Problem(line_of(node), "module", f"{_dotted(*chain)} cannot be changed; modules stay as they are")
        for name in _rebound(node):
            if name in program.modules and program.bindings[name] > program.imports[name, program.modules[name]]:
                yield Problem(
                    line_of(node), "module", f"{name} is a module and is bound a second time; use another name"
                )


def _rebound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0]


def _dotted(module: str, attributes: tuple[str, ...]) -> str:
    return ".".join((module, *attributes))
