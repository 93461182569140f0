"""A program under judgement: its tree, what its names stand for, and the values that are the user's own."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from agent_svc.code.regions import DATA_FILE, is_assignment, is_load
from agent_svc.code.rules.allowed import is_module
from agent_svc.code.units import names_columns

_LOAD_ARGUMENTS = frozenset({"dtype", "parse_dates", "date_format", "keep_default_na", "na_values"})


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One refused place: the line (from 1), the rule's id, and one sentence."""

    line: int
    rule: str
    message: str


class Program:
    """A parsed script."""

    def __init__(self, source: str, tree: ast.Module) -> None:
        self.source = source
        self.tree = tree
        self._levels = _levels(tree)

    @property
    def depth(self) -> int:
        """How many levels the tree has."""
        return len(self._levels)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree, the outer ones first."""
        return (self.tree, *(child for level in self._levels for child, _ in level))

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node around each node."""
        return {child: parent for level in self._levels for child, parent in level}

    @cached_property
    def modules(self) -> dict[str, str]:
        """The names that stand for modules, with the module's path; `from m import n` counts when m.n is a module."""
        bound: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.name if alias.asname else alias.name.split(".")[0]
                    bound[alias.asname or name] = name
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    path = f"{node.module}.{alias.name}"
                    if is_module(path):
                        bound[alias.asname or alias.name] = path
        return bound

    @cached_property
    def imports(self) -> Counter[tuple[str, str]]:
        """How often each name is bound to each module by an import; said again, an import changes nothing."""
        return Counter(pair for node in self.nodes for pair in _imported(node))

    @cached_property
    def bindings(self) -> Counter[str]:
        """How often each name is bound, by whatever statement."""
        return Counter(name for node in self.nodes for name in _binds(node))

    @cached_property
    def functions(self) -> frozenset[str]:
        """The names that stand for a function of the script and for nothing else."""
        defined = [node.name for node in self.nodes if isinstance(node, ast.FunctionDef)]
        return frozenset(name for name in defined if self.bindings[name] == 1)

    @cached_property
    def load(self) -> ast.Assign | None:
        """The one statement that may read a file, if it is exactly what the loader writes."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and is_load(node) and self._reads_only_the_data(node.value):
                return node
        return None

    @cached_property
    def user_values(self) -> frozenset[ast.AST]:
        """The nodes of the user's own words: literals of roles and options, the loader's arguments, shown names."""
        owners: list[ast.AST] = [self.load] if self.load else []
        for name in ("roles", "options"):
            found = [node for node in self.tree.body if is_assignment(node, name)]
            if found and isinstance(found[0], ast.Assign) and _is_literal(found[0].value):
                owners.append(found[0].value)
        named = next((node for node in self.tree.body if names_columns(node)), None)
        owners += [named] if named else []
        return frozenset(node for owner in owners for node in ast.walk(owner))

    def module_chain(self, node: ast.expr) -> tuple[str, tuple[str, ...]] | None:
        """For `np.random.x`: the root's module path and the attributes after it; None when no module is the root."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name) and node.id in self.modules:
            return self.modules[node.id], tuple(reversed(attributes))
        return None

    def _reads_only_the_data(self, call: ast.expr) -> bool:
        if not isinstance(call, ast.Call) or self.module_chain(call.func) != ("pandas", ("read_csv",)):
            return False
        files = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
        known = all(keyword.arg in _LOAD_ARGUMENTS and _is_literal(keyword.value) for keyword in call.keywords)
        return len(call.args) == 1 and files == [DATA_FILE] and known


Rule = Callable[[Program], Iterator[Problem]]


def _levels(tree: ast.Module) -> list[list[tuple[ast.AST, ast.AST]]]:
    """The nodes below the root, each beside the node around it, level by level: the one walk that all rules share."""
    levels: list[list[tuple[ast.AST, ast.AST]]] = []
    level: list[ast.AST] = [tree]
    while level:
        pairs = [(child, node) for node in level for child in ast.iter_child_nodes(node)]
        levels.append(pairs)
        level = [child for child, _ in pairs]
    return levels


def line_of(node: ast.AST) -> int:
    """The line of a node; 0 for nodes that have none."""
    return int(getattr(node, "lineno", 0))


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            path = alias.name if alias.asname else alias.name.split(".")[0]
            yield alias.asname or path, path
    elif isinstance(node, ast.ImportFrom) and not node.level:
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _binds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            yield name
        case ast.alias(name=name, asname=asname):
            yield asname or name.split(".")[0]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
