"""Adapted code: what is asked beyond security of code that a model wrote, so that it draws the data."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from agent_svc.code.rules.names import BY_NAME
from agent_svc.code.rules.program import Problem, Program, line_of

SOURCE_BYTES: Final = 96 * 1024
TEXT_CHARACTERS: Final = 500
NUMBERS: Final = 40  #: numbers written into one collection; more are data, and data comes from df
LOOPS: Final = 4  #: loops inside one another


def adaptation(program: Program) -> Iterator[Problem]:
    """No invented data, no endless loops, no attributes by name, no long texts; the data is read once and kept."""
    size = len(program.source.encode("utf-8", "replace"))
    if size > SOURCE_BYTES:
        yield Problem(0, "adaptation", f"the script has {size} bytes; {SOURCE_BYTES} are the most for adapted code")
    theme = _theme_numbers(program)
    for node in program.nodes:
        if node in program.user_values or node in theme:
            continue
        yield from _place(program, node)
    yield from _frames(program)


def _place(program: Program, node: ast.AST) -> Iterator[Problem]:
    line = line_of(node)
    if isinstance(node, ast.While):
        yield Problem(line, "adaptation", "while loops may not be used; loop over the data")
    elif isinstance(node, ast.Name) and node.id in BY_NAME:
        yield Problem(line, "adaptation", f"{node.id} may not be used; write the attribute")
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > TEXT_CHARACTERS:
        if not _is_docstring(program, node):
            yield Problem(line, "adaptation", f"a text has {len(node.value)} characters; {TEXT_CHARACTERS} may be")
    elif isinstance(node, ast.List | ast.Tuple | ast.Set) and _numbers(node) > NUMBERS:
        yield Problem(line, "adaptation", f"{_numbers(node)} numbers are written down; data comes from df")
    elif isinstance(node, ast.Attribute):
        yield from _random(program, node)
    elif isinstance(node, ast.For) and _loops_around(program, node) >= LOOPS:
        yield Problem(line, "adaptation", f"more than {LOOPS} loops stand inside one another")


def _random(program: Program, node: ast.Attribute) -> Iterator[Problem]:
    """Random numbers may move marks aside, from a generator with a seed; they are not drawn from a fresh one."""
    chain = program.module_chain(node)
    if chain is None or isinstance(program.parents.get(node), ast.Attribute):
        return
    path = ".".join((chain[0], *chain[1]))
    if not path.startswith("numpy.random."):
        return
    call = program.parents.get(node)
    seeded = isinstance(call, ast.Call) and call.func is node and call.args and isinstance(call.args[0], ast.Constant)
    if path != "numpy.random.default_rng" or not seeded:
        message = "random numbers come from np.random.default_rng(seed), so that a picture can be made again"
        yield Problem(line_of(node), "adaptation", message)


def _frames(program: Program) -> Iterator[Problem]:
    """df is made from the data, or from itself."""
    loaded = program.load
    for node in program.nodes:
        if not isinstance(node, ast.Assign) or node is loaded:
            continue
        if any(isinstance(target, ast.Name) and target.id == "df" for target in node.targets):
            names = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
            placeholder = ast.unparse(node.value) == "load_user_data()"
            if "df" not in names and not placeholder:
                yield Problem(line_of(node), "adaptation", "df holds the user's data and may only be made from itself")


def _numbers(node: ast.List | ast.Tuple | ast.Set) -> int:
    return sum(isinstance(part, ast.Constant) and isinstance(part.value, int | float) for part in ast.walk(node))


def _theme_numbers(program: Program) -> frozenset[ast.AST]:
    """The nodes above the load statement: the theme block is the catalogue's."""
    body = program.tree.body
    for place, node in enumerate(body):
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["df"]:
            return frozenset(part for above in body[:place] for part in ast.walk(above))
    return frozenset()


def _is_docstring(program: Program, node: ast.AST) -> bool:
    return isinstance(program.parents.get(node), ast.Expr)


def _loops_around(program: Program, node: ast.AST) -> int:
    count, at = 0, program.parents.get(node)
    while at is not None:
        count += isinstance(at, ast.For)
        at = program.parents.get(at)
    return count
