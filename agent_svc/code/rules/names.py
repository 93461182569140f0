"""The built-in names of a script: a list of those that may be used, and none of the interpreter's own."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.program import Problem, Program, line_of
from agent_svc.code.rules.words import words

ALLOWED: Final = words(
    """
    ArithmeticError AssertionError Exception False IndexError KeyError LookupError None NotImplementedError
    OverflowError RuntimeError StopIteration TypeError True ValueError ZeroDivisionError abs all any bin bool
    bytes callable chr complex dict divmod enumerate filter float format frozenset hash hex id int isinstance issubclass
    iter len list map max min next object oct ord pow print range repr reversed round set slice sorted str sum
    tuple zip DeprecationWarning FutureWarning RuntimeWarning UserWarning Warning NotImplemented Ellipsis
    getattr hasattr setattr
    """
)
#: What `site` adds to the built-in names, and names that the interpreter sets in a module.
_HIDDEN: Final = frozenset({"copyright", "credits", "exit", "help", "license", "quit", "reveal_type", "reveal_locals"})
#: May only be called, with the attribute's name as a literal; rule `attribute` looks at that name.
BY_NAME: Final = frozenset({"getattr", "hasattr", "setattr"})


def names(program: Program) -> Iterator[Problem]:
    """No built-in that runs code, opens files or looks behind objects, under whatever binding."""
    for node, name in _used(program):
        if is_dunder(name):
            yield Problem(
                line_of(node), "name", f"{name} may not be used; names with two underscores are the interpreter's"
            )
        elif name in REFUSED:
            yield Problem(line_of(node), "name", f"{name} may not be used")
        elif name in BY_NAME and not _is_plain_call(program, node):
            yield Problem(line_of(node), "name", f"{name} may only be called, with a literal attribute name")


def is_dunder(name: str) -> bool:
    """Whether `name` is one of the interpreter's own, such as the attribute that leads to a class."""
    return name.startswith("__") and name != "__"


REFUSED: Final = (frozenset(dir(builtins)) | _HIDDEN) - ALLOWED - {"_"}


def _used(program: Program) -> Iterator[tuple[ast.AST, str]]:
    for node in program.nodes:
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                yield node, name
            case ast.alias(name=name, asname=asname):
                yield node, asname or name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node, name
            case ast.MatchMapping(rest=str(name)):
                yield node, name
            case ast.Global(names=several) | ast.Nonlocal(names=several):
                yield from ((node, name) for name in several)


def _is_plain_call(program: Program, node: ast.AST) -> bool:
    call = program.parents.get(node)
    if not isinstance(call, ast.Call) or call.func is not node or call.keywords or len(call.args) < 2:
        return False
    named = call.args[1]
    return isinstance(named, ast.Constant) and isinstance(named.value, str)
