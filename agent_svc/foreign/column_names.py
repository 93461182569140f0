"""Column names: where a script that was written elsewhere says which columns of its table it means."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from agent_svc.code.rules.words import words
from agent_svc.foreign.assigned import names_assigned
from agent_svc.foreign.column_arguments import column_texts, texts
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.kinds import Kind
from agent_svc.foreign.shorthand import channel_texts, made_in, shorthand
from agent_svc.foreign.tables import Tables

#: Methods and functions whose texts are names of columns where they are called like one.
_BY_NAME: Final = words(
    """
    set_xlabel set_ylabel set_title xlabel ylabel title suptitle legend colorbar labs add_legend set_axis_labels
    set_titles set_label update_layout update_xaxes update_yaxes
    """
)
#: Arguments that may show a column's name, in whatever call.
_CAPTIONS: Final = words("label xlabel ylabel title as_ value_vars on name subplot_titles")
_TABLE_KINDS: Final = (Kind.TABLE, Kind.GROUPS, Kind.ROW)
_GRIDS: Final = frozenset({"FacetGrid", "PairGrid", "JointGrid"})
_MELTED: Final = {"var_name": "variable", "value_name": "value"}


class Use(NamedTuple):
    """A text that names a column, and whether it must be one of `df`; `is_short`: it is altair's shorthand."""

    node: ast.Constant
    defines: bool
    is_short: bool = False

    @property
    def column(self) -> str:
        """The name; empty for a shorthand without one."""
        parts = shorthand(str(self.node.value)) if self.is_short else None
        return parts.column if parts is not None else "" if self.is_short else str(self.node.value)


def columns_of(tree: ast.AST) -> tuple[str, ...]:
    """The columns that the script reads of `df`, in the order of their first use; what it makes itself is none."""
    made = made_columns(tree)
    found = []
    for use in uses(tree):
        place = (use.node.lineno, use.node.col_offset)
        if use.defines and use.column and not (use.column in made and place >= made[use.column]):
            found.append((place, use.column))
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


def mentions(tree: ast.AST, columns: Collection[str]) -> Iterator[Use]:
    """The texts of the script that are one of `columns` and mean it; a style such as `marker="x"` is none."""
    yield from (use for use in uses(tree) if use.column in columns)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            yield from (Use(text, False) for text in texts(node.slice) if text.value in columns)
        elif isinstance(node, ast.Call):
            name = dotted(node.func).rsplit(".", 1)[-1]
            for keyword in node.keywords:
                if keyword.arg in _CAPTIONS or name in _BY_NAME:
                    yield from (Use(text, False) for text in texts(keyword.value) if text.value in columns)
            for value in node.args if name in _BY_NAME else ():
                yield from (Use(text, False) for text in texts(value) if text.value in columns)
        elif isinstance(node, ast.FormattedValue):
            yield from (Use(text, False) for text in texts(node.value) if text.value in columns)


def uses(tree: ast.AST) -> Iterator[Use]:
    """Every text that names a column of a table."""
    tables, grids = Tables(tree), _grids(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            yield from _subscripted(node, tables)
        elif isinstance(node, ast.Call):
            yield from (Use(text, defines) for text, defines in column_texts(node, tables))
            yield from (Use(text, True) for text in _of_grammar(node))
            yield from (Use(text, True) for text in _of_grid(node, grids))
    yield from (Use(text, True, is_short=True) for text in channel_texts(tree))


def _subscripted(node: ast.Subscript, tables: Tables) -> Iterator[Use]:
    inner = node.value
    if isinstance(inner, ast.Attribute) and inner.attr in ("loc", "at"):
        kind, index = tables.kind(inner.value), node.slice
        if isinstance(index, ast.Tuple) and kind in (Kind.TABLE, Kind.MADE):
            yield from (Use(text, kind is Kind.TABLE) for text in texts(index.elts[-1]))
    elif (kind := tables.kind(inner)) in (*_TABLE_KINDS, Kind.MADE):
        yield from (Use(text, kind is not Kind.MADE) for text in texts(node.slice))


def _of_grammar(call: ast.Call) -> Iterator[ast.Constant]:
    """plotnine's `aes("mass", color="species")` and facets."""
    name = dotted(call.func).rsplit(".", 1)[-1]
    if name == "aes":
        for value in (*call.args, *(keyword.value for keyword in call.keywords)):
            yield from texts(value)
    elif name in ("facet_wrap", "facet_grid"):
        given = [keyword.value for keyword in call.keywords if keyword.arg in ("facets", "rows", "cols")]
        for value in (*call.args[:2], *given):
            yield from texts(value)


def _of_grid(call: ast.Call, grids: Collection[str]) -> Iterator[ast.Constant]:
    """seaborn's grids: `g.map(sns.histplot, "mass")`."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("map", "map_dataframe"):
        return
    value = call.func.value
    if not (isinstance(value, ast.Name) and value.id in grids) and not _makes_a_grid(value):
        return
    yield from (text for given in call.args[1:] for text in texts(given))
    if call.func.attr == "map_dataframe":
        named = [keyword.value for keyword in call.keywords if keyword.arg in ("x", "y", "hue", "size", "style")]
        yield from (text for given in named for text in texts(given))


def _grids(tree: ast.AST) -> frozenset[str]:
    return names_assigned(ast.walk(tree), _makes_a_grid)


def _makes_a_grid(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func).rsplit(".", 1)[-1] in _GRIDS


def made_columns(tree: ast.AST) -> dict[str, tuple[float, float]]:
    """The columns that the script makes, by where it does: those that it reads before are columns of `df` as well."""
    tables = Tables(tree)
    made: dict[str, tuple[float, float]] = dict.fromkeys(made_in(tree), (0, 0))
    for node in ast.walk(tree):
        for name, place in _made_by(node, tables):
            made[name] = min(place, made.get(name, place))
    return made


def assigned_columns(tree: ast.AST) -> frozenset[str]:
    """The columns that the script makes by assigning to them: `df["ratio"] = ...`."""
    tables = Tables(tree)
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Assign))
    return frozenset(name for node in nodes for name, _ in _made_by(node, tables))


def _made_by(node: ast.AST, tables: Tables) -> Iterator[tuple[str, tuple[float, float]]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Subscript) and tables.kind(target.value) in (*_TABLE_KINDS, Kind.MADE):
                # The value is read before the column is there, although it stands behind it.
                end = (node.end_lineno or node.lineno, float("inf"))
                before = _reads(node.value, target, tables)
                yield from ((str(text.value), end if before else (0, 0)) for text in texts(target.slice))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        method, place = node.func.attr, (node.end_lineno or node.lineno, float(node.end_col_offset or 0))
        for keyword in node.keywords:
            if method == "assign" or (method in ("agg", "aggregate") and isinstance(keyword.value, ast.Tuple)):
                yield str(keyword.arg), (keyword.value.lineno, keyword.value.end_col_offset or 0)
            elif method == "rename" and keyword.arg == "columns" and isinstance(keyword.value, ast.Dict):
                yield from ((str(text.value), place) for value in keyword.value.values for text in texts(value))
            elif keyword.arg in (*_MELTED, "name", "names", "as_index") and method in (
                "melt",
                "reset_index",
                "rename_axis",
            ):
                yield from ((str(text.value), place) for text in texts(keyword.value))
        if method == "melt":
            given = {keyword.arg for keyword in node.keywords}
            yield from ((name, place) for word, name in _MELTED.items() if word not in given)
        if method in ("rename", "to_frame"):
            yield from ((str(text.value), place) for value in node.args[:1] for text in texts(value))


def _reads(value: ast.expr, target: ast.Subscript, tables: Tables) -> bool:
    """Whether the value of an assignment reads the column that it makes."""
    wanted = {text.value for text in texts(target.slice)}
    found = (use for part in ast.walk(value) if isinstance(part, ast.Subscript) for use in _subscripted(part, tables))
    return any(use.node.value in wanted for use in found)
