"""The tables of a script: which of its names and expressions are `df`, or columns, groups and rows of it."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import Final

from agent_svc.foreign.assigned import names_assigned
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.kinds import Kind, attribute_of, result_of

_FROM: Final = frozenset({"pivot", "pivot_table", "crosstab", "get_dummies", "melt", "merge", "concat", "DataFrame"})
_VECTORS: Final = frozenset({"to_datetime", "to_numeric", "cut", "qcut", "to_timedelta", "Categorical", "Series"})
_INDEXERS: Final = frozenset({"loc", "iloc", "at", "iat"})
_PASSING: Final = frozenset({"apply", "assign", "pipe", "loc", "transform", "agg", "aggregate", "filter"})


class Tables:
    """What the names of one script are."""

    def __init__(self, tree: ast.AST) -> None:
        self._unsure: frozenset[str] = frozenset()
        self._kinds: dict[str, set[Kind]] = defaultdict(set, {"df": {Kind.TABLE}})
        self._functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        nodes = list(ast.walk(tree))
        before = -1
        while (known := sum(map(len, self._kinds.values()))) > before:
            before = known
            for node in nodes:
                self._learn(node)
        self._unsure = names_assigned(nodes, lambda value: self.kind(value) is Kind.OTHER) - {"df"}

    def kind(self, node: ast.expr) -> Kind:
        """What the expression is; `other` unless that is certain."""
        match node:
            case ast.Name(id=name):
                known = self._kinds.get(name, set()) | ({Kind.OTHER} if name in self._unsure else set())
                known = {Kind.MADE} if known == {Kind.TABLE, Kind.MADE} else known
                return next(iter(known)) if len(known) == 1 else Kind.OTHER
            case ast.Subscript(value=value, slice=index):
                return self._part(value, index)
            case ast.Attribute(value=value, attr=name):
                return attribute_of(self.kind(value), name)
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                kind = self.kind(value)
                made = self._made_by(node, name) if kind is Kind.OTHER else result_of(kind, name, node)
                return Kind.MADE if made is Kind.COLUMN and kind is Kind.GROUPED and _keeps_groups(value) else made
            case ast.BinOp(left=left, right=right):
                return Kind.COLUMN if Kind.COLUMN in (self.kind(left), self.kind(right)) else Kind.OTHER
        return Kind.OTHER

    def _part(self, value: ast.expr, index: ast.expr) -> Kind:
        if isinstance(value, ast.Attribute) and value.attr in _INDEXERS:
            return self._located(self.kind(value.value), value.attr, index)
        kind, several = (
            self.kind(value),
            isinstance(index, ast.List | ast.Compare | ast.Slice | ast.BinOp | ast.UnaryOp),
        )
        several = several or self.kind(index) is Kind.COLUMN or (isinstance(index, ast.Call) and kind is Kind.TABLE)
        match kind:
            case Kind.TABLE | Kind.MADE:
                return kind if several else Kind.COLUMN
            case Kind.GROUPS:
                return kind if isinstance(index, ast.List | ast.Tuple) else Kind.GROUPED
            case Kind.COLUMN:
                return kind if several else Kind.OTHER
        return Kind.OTHER

    def _located(self, kind: Kind, indexer: str, index: ast.expr) -> Kind:
        if kind not in (Kind.TABLE, Kind.MADE) or indexer in ("at", "iat"):
            return Kind.OTHER
        if isinstance(index, ast.Tuple):
            last = index.elts[-1]
            return Kind.COLUMN if isinstance(last, ast.Constant | ast.Name) else kind
        return Kind.ROW if isinstance(index, ast.Constant | ast.UnaryOp) and indexer == "iloc" else kind

    def _made_by(self, call: ast.Call, name: str) -> Kind:
        """What pandas' own functions make of tables: `pd.melt(df, ...)`."""
        if dotted(call.func).split(".")[0] != "pd":
            return Kind.OTHER
        given = self.kind(call.args[0]) if call.args else Kind.OTHER
        if name in ("melt", "merge") and given in (Kind.TABLE, Kind.MADE):
            return given
        if name in _FROM and given is not Kind.OTHER:
            return Kind.MADE
        return Kind.COLUMN if name in _VECTORS and given is Kind.COLUMN else Kind.OTHER

    def _learn(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and (kind := self.kind(node.value)) is not Kind.OTHER:
                    self._kinds[target.id].add(kind)
        elif isinstance(node, ast.For | ast.comprehension):
            self._learn_loop(node.target, node.iter)
        elif isinstance(node, ast.Call):
            self._learn_call(node)

    def _learn_loop(self, target: ast.expr, over: ast.expr) -> None:
        if isinstance(over, ast.Call) and dotted(over.func) in ("enumerate", "zip", "list", "sorted", "reversed"):
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            skipped = 1 if dotted(over.func) == "enumerate" else 0
            inner = targets[skipped:] if len(targets) > 1 else targets
            for each, value in zip(inner, over.args, strict=False):
                self._learn_loop(each, value)
            return
        last = target.elts[-1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else None
        if isinstance(last, ast.Name) and (kind := self._pairs(over)) is not None:
            self._kinds[last.id].add(kind)
        elif isinstance(target, ast.Name) and _method_of(over) == "itertuples":
            self._kinds[target.id].add(Kind.TUPLES)

    def _pairs(self, over: ast.expr) -> Kind | None:
        kinds = {Kind.GROUPS: Kind.TABLE, Kind.GROUPED: Kind.COLUMN}
        if isinstance(over, ast.Call) and _method_of(over) == "iterrows":
            return Kind.ROW
        if isinstance(over, ast.Call) and _method_of(over) == "items":
            return (
                Kind.COLUMN
                if isinstance(over.func, ast.Attribute) and self.kind(over.func.value) is Kind.MADE
                else None
            )
        return kinds.get(self.kind(over))

    def _learn_call(self, call: ast.Call) -> None:
        """What a function of the script gets, and a lambda that is given to a method of a table."""
        if isinstance(call.func, ast.Name) and call.func.id in self._functions:
            names = [parameter.arg for parameter in self._functions[call.func.id].args.args]
            given = [*zip(names, call.args, strict=False), *((word.arg, word.value) for word in call.keywords)]
            for name, value in given:
                if name and (kind := self.kind(value)) is not Kind.OTHER:
                    self._kinds[name].add(kind)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in _PASSING:
            kinds = {Kind.TABLE: Kind.TABLE, Kind.GROUPS: Kind.TABLE, Kind.MADE: Kind.MADE}
            passed = kinds.get(self.kind(call.func.value))
            if passed is Kind.TABLE and call.func.attr == "apply" and any(word.arg == "axis" for word in call.keywords):
                passed = Kind.ROW
            for value in (*call.args, *(word.value for word in call.keywords)):
                if passed is not None and isinstance(value, ast.Lambda) and value.args.args:
                    self._kinds[value.args.args[0].arg].add(passed)


def _method_of(node: ast.expr) -> str:
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def _keeps_groups(node: ast.expr) -> bool:
    """Whether the groups come from `groupby(..., as_index=False)`, which makes tables of statistics of columns."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        if _method_of(node) == "groupby" and isinstance(node, ast.Call):
            return any(word.arg == "as_index" and ast.unparse(word.value) == "False" for word in node.keywords)
        node = node.func if isinstance(node, ast.Call) else node.value
    return False
