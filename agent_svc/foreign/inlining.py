"""Inlining: what a script keeps in functions that it calls once, `main()` above all, as statements at top level."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from typing import Final

_MOST: Final = 50  # calls that are inlined: nobody nests deeper by hand
_OWN_SCOPE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def inlined(tree: ast.Module) -> ast.Module:
    """`tree` with the body of its main guard and of each function that is called once, as a statement at top level.

    Names of a function that mean something else outside become new ones. A function that returns early, takes stars,
    calls itself or is used twice stays as it is.
    """
    body = [_unwrapped(inner) for node in tree.body for inner in _guarded(node)]
    for _ in range(_MOST):
        found = next(_inlinable(body), None)
        if found is None:
            break
        place, function = found
        statements = _in_place_of(body[place], function, _names([node for node in body if node is not function]))
        body = [node for node in (*body[:place], *statements, *body[place + 1 :]) if node is not function]
    return ast.Module(body, tree.type_ignores)


def _guarded(node: ast.stmt) -> list[ast.stmt]:
    """What `if __name__ == "__main__":` guards; any other statement is itself."""
    is_guard = isinstance(node, ast.If) and not node.orelse and ast.unparse(node.test) == "__name__ == '__main__'"
    return node.body if isinstance(node, ast.If) and is_guard else [node]


def _unwrapped(node: ast.stmt) -> ast.stmt:
    """`main()` of `sys.exit(main())`."""
    call = _called(node) if isinstance(node, ast.Expr) else None
    if call is not None and ast.unparse(call.func) in ("sys.exit", "exit") and len(call.args) == 1:
        return ast.copy_location(ast.Expr(call.args[0]), node)
    return node


def _inlinable(body: list[ast.stmt]) -> Iterator[tuple[int, ast.FunctionDef]]:
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    uses = Counter(node.id for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name))
    defined = Counter(node.name for node in body if isinstance(node, ast.FunctionDef))
    for place, node in enumerate(body):
        call = _called(node)
        name = call.func.id if call is not None and isinstance(call.func, ast.Name) else ""
        if call is None or name not in functions or uses[name] != 1 or defined[name] != 1:
            continue
        if _is_plain(functions[name]) and _arguments(call, functions[name]) is not None:
            yield place, functions[name]


def _called(node: ast.stmt) -> ast.Call | None:
    """The call of `f(...)` or `name = f(...)`."""
    if isinstance(node, ast.Assign) and (len(node.targets) != 1 or not _is_target(node.targets[0])):
        return None
    value = node.value if isinstance(node, ast.Expr | ast.Assign) else None
    return value if isinstance(value, ast.Call) else None


def _is_target(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return all(isinstance(part, ast.Name) for part in parts)


def _is_plain(function: ast.FunctionDef) -> bool:
    if function.decorator_list or function.args.vararg or function.args.kwarg or function.args.posonlyargs:
        return False
    inside = list(_own_nodes(function.body))
    returns = [node for node in inside if isinstance(node, ast.Return)]
    hidden = (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await)
    return all(node is function.body[-1] for node in returns) and not any(isinstance(node, hidden) for node in inside)


def _own_nodes(nodes: list[ast.stmt]) -> Iterator[ast.AST]:
    """What runs when these statements do; functions that they define are not looked into."""
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _OWN_SCOPE):
            waiting.extend(ast.iter_child_nodes(node))


def _arguments(call: ast.Call, function: ast.FunctionDef) -> dict[str, ast.expr] | None:
    """What each parameter gets; None when that cannot be told from here."""
    names = [parameter.arg for parameter in function.args.args]
    only = [parameter.arg for parameter in function.args.kwonlyargs]
    if any(isinstance(value, ast.Starred) for value in call.args) or len(call.args) > len(names):
        return None
    defaults = function.args.defaults
    given = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    given |= {name: value for name, value in zip(only, function.args.kw_defaults, strict=True) if value is not None}
    given |= dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        given[keyword.arg] = keyword.value
    return given if set(given) == {*names, *only} else None


def _in_place_of(statement: ast.stmt, function: ast.FunctionDef, outside: frozenset[str]) -> list[ast.stmt]:
    call = _called(statement)
    assert call is not None
    given = _arguments(call, function)
    assert given is not None
    body = [copy.deepcopy(node) for node in function.body]
    last = body.pop() if isinstance(body[-1], ast.Return) else None
    returned = last.value if isinstance(last, ast.Return) else None
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    stored = _stored(body)
    same = target is not None and returned is not None and ast.unparse(target) == ast.unparse(returned)
    kept = _names([target]) if same and target is not None else frozenset()
    # A parameter that keeps its value is another word for what it gets, unless that changes meanwhile.
    aliases = {
        name: value.id
        for name, value in given.items()
        if isinstance(value, ast.Name) and name not in stored and value.id not in stored & kept
    }
    locals_ = (stored | set(given)) - set(aliases)
    fresh = {name: _unused(name, outside | locals_) for name in sorted(locals_ & outside - kept)}
    renamed = _Renamed(aliases | fresh)
    head: list[ast.stmt] = [
        ast.Assign([ast.Name(fresh.get(name, name), ast.Store())], value)
        for name, value in given.items()
        if name not in aliases
    ]
    made = [*head, *(renamed.visit(node) for node in body)]
    if target is not None and not same:
        made.append(ast.Assign([target], renamed.visit(returned) if returned is not None else ast.Constant(None)))
    elif returned is not None and not same:
        made.append(ast.Expr(renamed.visit(returned)))
    return [
        ast.fix_missing_locations(ast.copy_location(node, node if hasattr(node, "lineno") else statement))
        for node in made
    ]


def _stored(body: list[ast.stmt]) -> set[str]:
    """The names that these statements give a value, those that they import or define among them."""
    names = {node.id for node in _own_nodes(body) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return names | {node.name for node in body if isinstance(node, ast.FunctionDef)}


def _names(nodes: list[ast.stmt] | list[ast.expr]) -> frozenset[str]:
    inside = [node for outer in nodes for node in ast.walk(outer)]
    found = {node.id for node in inside if isinstance(node, ast.Name)} | {
        n.arg for n in inside if isinstance(n, ast.arg)
    }
    found |= {alias.asname or alias.name for alias in inside if isinstance(alias, ast.alias)}
    return frozenset(found | {node.name for node in inside if isinstance(node, ast.FunctionDef)})


def _unused(name: str, taken: frozenset[str] | set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


class _Renamed(ast.NodeTransformer):
    """Every name of a function's body, in the functions inside it as well, by its new one."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self._names.get(node.id, node.id), node.ctx), node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._names.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        return self.generic_visit(node)
