"""Expressions: texts that plotnine evaluates as Python, which may name columns and compute with them, no more."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.program import Problem, Program, line_of
from agent_svc.code.rules.words import words

_EVALUATE: Final = words("aes after_scale after_stat facet_grid facet_wrap qplot stage")
_FORMULA: Final = words("geom_smooth stat_smooth")
#: What such a text may call: plotnine's own, and numpy on a column.
_CALLED: Final = words("abs after_scale after_stat factor float int len max min reorder round stage str sum")
_COMPUTED: Final = words("abs ceil cos exp floor log log10 log1p log2 maximum minimum round sign sin sqrt square where")
_WRITES_CODE: Final = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)
_FREE: Final = words("as_labeller data dir drop geom labeller ncol nrow scales shrink space")  # arguments without texts


def expressions(program: Program) -> Iterator[Problem]:
    """Each text for plotnine to evaluate is written here, or is a role's column; what takes it is called in place."""
    for node in program.nodes:
        name = _plotnine_name(program, node)
        if name not in _EVALUATE | _FORMULA:
            continue
        call = program.parents.get(node)
        if not isinstance(call, ast.Call) or call.func is not node:
            yield Problem(line_of(node), "expression", f"{name} may only be called, not kept under another name")
        elif name in _FORMULA:
            if any(keyword.arg in ("formula", "method_args", None) for keyword in call.keywords):
                yield Problem(line_of(node), "expression", f"{name} takes no formula: plotnine would run it as code")
        else:
            yield from _call(program, call, name)


def _call(program: Program, call: ast.Call, name: str) -> Iterator[Problem]:
    if name == "aes" and not _is_handed_on(program, call):
        yield Problem(line_of(call), "expression", "aes(...) is given to plotnine as it is, as in geom_point(aes(...))")
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg not in _FREE)]
    for value in given:
        if (message := _why_not(program, value)) is not None:
            yield Problem(line_of(value), "expression", message)


def _is_handed_on(program: Program, aes: ast.Call) -> bool:
    """Whether the mapping only goes into calls of plotnine, be it under a name: it could be changed anywhere else."""
    around = program.parents.get(aes)
    if not isinstance(around, ast.Assign):
        return _goes_to_plotnine(program, aes)
    names = [target.id for target in around.targets if isinstance(target, ast.Name)]
    if not len(names) == len(around.targets) == 1:
        return False
    return all(_goes_to_plotnine(program, node) for node in _loads(program, names[0], _scope(program, around)))


def _loads(program: Program, name: str, scope: ast.AST) -> Iterator[ast.Name]:
    """Where a name that is bound in `scope` is read: there, and in functions that have no such name of their own."""
    for node in program.nodes:
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            own = _scope(program, node)
            if own is scope or name not in _bound_in(own):
                yield node


def _scope(program: Program, node: ast.AST) -> ast.AST:
    """The function around `node`, or the script."""
    at = program.parents.get(node)
    while at is not None and not isinstance(at, ast.FunctionDef | ast.Lambda | ast.Module):
        at = program.parents.get(at)
    return program.tree if at is None else at


def _bound_in(scope: ast.AST) -> frozenset[str]:
    stored = (node.id for node in ast.walk(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    taken = (node.arg for node in ast.walk(scope) if isinstance(node, ast.arg))
    return frozenset((*stored, *taken))


def _goes_to_plotnine(program: Program, node: ast.AST) -> bool:
    around = program.parents.get(node)
    holder = program.parents.get(around) if isinstance(around, ast.keyword) else around
    return isinstance(holder, ast.BinOp) or (
        isinstance(holder, ast.Call) and bool(_plotnine_name(program, holder.func))
    )


def _why_not(program: Program, value: ast.expr) -> str | None:
    """Why plotnine may not evaluate `value`; None when it may."""
    match value:
        case ast.Constant(value=str(text)):
            return next((why for part in text.split("~") if (why := _why_not_text(part))), None)
        case ast.Constant():
            return None
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return next((why for part in parts if (why := _why_not(program, part))), None)
        case ast.Call(func=func) if _plotnine_name(program, func) in _EVALUATE:
            return None  # looked at by itself
        case _ if _is_role(value) or (isinstance(value, ast.Name) and _is_column(program, value.id)):
            return None
    return "plotnine runs texts as code, so it is given literal texts, or columns as roles[...]"


def _why_not_text(text: str) -> str | None:
    try:
        nodes = list(ast.walk(ast.parse(text.strip(), mode="eval")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # a name of a column with blanks or signs, which plotnine cannot run
    for node in nodes:
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name.startswith("_") or isinstance(node, _WRITES_CODE):
            return f"plotnine would run {text[:40]!r} as code"
        if isinstance(node, ast.Call) and not _may_be_called(node.func):
            return f"plotnine would run {text[:40]!r} as code"
    return None


def _may_be_called(func: ast.expr) -> bool:
    if isinstance(func, ast.Attribute):
        return isinstance(func.value, ast.Name) and func.value.id == "np" and func.attr in _COMPUTED
    return isinstance(func, ast.Name) and (func.id in _CALLED or not hasattr(builtins, func.id))


def _is_role(value: ast.expr) -> bool:
    """Whether it is `roles[...]` or `roles.get(...)`: a column that is in the table."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get":
        value = ast.Subscript(value.func.value, ast.Constant(""))
    return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id == "roles"


def _is_column(program: Program, name: str) -> bool:
    """Whether the name only ever stands for a role's column or a literal text that may be evaluated."""
    held = [value for node in program.nodes for value in _assigned(node, name)]
    plain = [value for value in held if _is_role(value) or isinstance(value, ast.Constant)]
    return len(held) == len(plain) == program.bindings[name] > 0 and not any(
        _why_not_text(value.value) for value in held if isinstance(value, ast.Constant) and isinstance(value.value, str)
    )


def _assigned(node: ast.AST, name: str) -> Iterator[ast.expr]:
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=False))
        yield from (value for one, value in pairs if isinstance(one, ast.Name) and one.id == name)


def _plotnine_name(program: Program, node: ast.AST) -> str:
    """What `node` is of plotnine, by whatever name it was imported; empty when it is nothing of it."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        paths = [path for bound, path in program.imports if bound == node.id and path.startswith("plotnine.")]
        return paths[0].removeprefix("plotnine.") if paths else ""
    chain = program.module_chain(node) if isinstance(node, ast.Attribute) else None
    return chain[1][0] if chain is not None and chain[0] == "plotnine" and chain[1] else ""
