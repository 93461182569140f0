"""Captions: the author's words on axes, legends and titles, of which only names of columns are true of other data."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from typing import Final

from agent_svc.code.rules.words import words
from agent_svc.foreign.dotted import dotted

#: Calls whose first text is a caption, and which axis it is of: x, y, or none.
_CALLS: Final[Mapping[str, str]] = {
    **{"set_xlabel": "x", "xlabel": "x", "supxlabel": "x", "set_ylabel": "y", "ylabel": "y", "supylabel": "y"},
    **dict.fromkeys(("set_title", "title", "suptitle", "ggtitle", "xlab", "ylab"), ""),
}
#: Arguments that are captions, of whatever call.
_ARGUMENTS: Final = words(
    """
    title xlabel ylabel subtitle caption legend_title xaxis_title yaxis_title title_text xaxis_title_text
    yaxis_title_text coloraxis_colorbar_title labels cbar_kws
    """
)
_OF_LABS: Final = words("x y color colour fill size shape alpha linetype")
#: Words for what is counted or computed, which are true whatever is drawn.
_STATISTICS: Final = words(
    """
    count counts frequency density probability proportion share percent percentage number cumulative total sum mean
    average median value values rank residual residuals quantile quantiles
    """
)
_DRAWING: Final = words("scatter plot bar barh step fill_between stem errorbar hexbin loglog semilogx semilogy")


def without_captions(tree: ast.Module, columns: Collection[str]) -> ast.Module:
    """`tree` with columns for the captions that name one, and without those that say something of the author's data.

    Where an axis would have no name then, it gets the column that is drawn along it, if that is one.
    """
    drawn = _drawn(tree, columns)
    captions = _Captions(columns, drawn)
    captions.visit(tree)
    tree.body = [node for node in tree.body if not captions.is_gone(node)]
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            inner = getattr(node, field, None)
            if isinstance(inner, list) and not isinstance(node, ast.Module):
                left = [each for each in inner if not captions.is_gone(each)]
                empty = [ast.copy_location(ast.Pass(), inner[0])] if inner and field == "body" else []
                setattr(node, field, left or empty)
    return ast.fix_missing_locations(tree)


def named_column(text: str, columns: Collection[str]) -> str:
    """The column that a caption names: `Height (cm)` names `height`; empty for one that names none."""
    said = {_plain(text), _plain(re.sub(r"[(\[][^)\]]*[)\]]\s*$", "", text))} - {""}
    return next((name for name in columns if _plain(name) in said), "")


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def is_statistic(text: str) -> bool:
    """Whether a caption says what is counted, and nothing of the data: `Frequency`, `Number of rows`."""
    found = re.findall(r"[a-z]+", text.lower())
    return bool(found) and all(word in _STATISTICS or word in ("of", "rows", "the", "in") for word in found)


class _Captions(ast.NodeTransformer):
    def __init__(self, columns: Collection[str], drawn: Mapping[str, str]) -> None:
        self._columns, self._drawn = columns, drawn
        self._gone: set[int] = set()

    def is_gone(self, node: ast.stmt) -> bool:
        """Whether the statement is a call of which nothing is left to say."""
        return isinstance(node, ast.Expr) and id(node.value) in self._gone

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        last = dotted(node.func).rsplit(".", 1)[-1]
        if last in _CALLS and node.args and _text(node.args[0]) is not None:
            kept = self._caption(_text(node.args[0]) or "", _CALLS[last])
            if kept is None:
                self._gone.add(id(node))
            else:
                node.args[0] = ast.copy_location(kept, node.args[0])
        elif last == "set_axis_labels":
            self._gone.add(id(node))
        elif last in _DRAWING and len(node.args) > 1 and (column := _column(node.args[1], self._columns)):
            node.keywords = [_relabelled(word, column) for word in node.keywords]
        named = (
            _ARGUMENTS | (_OF_LABS if last == "labs" else frozenset()) | ({"label"} if last == "colorbar" else set())
        )
        before = len(node.keywords)
        node.keywords = [word for word in node.keywords if word.arg not in named or self._is_kept(word)]
        if before and not node.keywords and not node.args and last in ("set", "update_layout", "properties"):
            self._gone.add(id(node))
            if last == "properties" and isinstance(node.func, ast.Attribute):
                return node.func.value
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """plotnine adds its captions: `plot + ggtitle("...")`."""
        self.generic_visit(node)
        return node.left if id(node.right) in self._gone else node

    def _is_kept(self, word: ast.keyword) -> bool:
        if word.arg in ("labels", "cbar_kws"):
            return not isinstance(word.value, ast.Dict)
        text = _text(word.value)
        if text is None:
            return not isinstance(word.value, ast.Dict) and not _is_dict_call(word.value)
        axes = {"xlabel": "x", "ylabel": "y", "label": "color"}
        kept = self._caption(text, axes.get(word.arg or "", ""))
        if kept is not None:
            word.value = ast.copy_location(kept, word.value)
        return kept is not None

    def _caption(self, text: str, axis: str) -> ast.expr | None:
        if column := named_column(text, self._columns):
            return ast.Constant(column)
        if not text or is_statistic(text):
            return ast.Constant(text)
        first, _, rest = text.partition(" ")
        if is_statistic(first) and (column := named_column(rest.removeprefix("of "), self._columns)):
            before = text[: len(text) - len(rest.removeprefix("of "))]
            return ast.JoinedStr([ast.Constant(before), ast.FormattedValue(ast.Constant(column), -1)])
        along = self._drawn.get(axis, "")
        return ast.Constant(along) if along else None


def _drawn(tree: ast.Module, columns: Collection[str]) -> dict[str, str]:
    """The columns that stand along x and y in every call that draws two."""
    pairs, colors = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _DRAWING:
            if len(node.args) > 1:
                pairs.add(tuple(_column(value, columns) for value in node.args[:2]))
            colors |= {_column(word.value, columns) for word in node.keywords if word.arg == "c"}
    along, upward = pairs.pop() if len(pairs) == 1 else ("", "")
    color = colors.pop() if len(colors) == 1 else ""
    return {axis: name for axis, name in (("x", along), ("y", upward), ("color", color)) if name}


def _column(node: ast.expr, columns: Collection[str]) -> str:
    """The column of `df["mass"]` or `part["mass"]`."""
    text = _text(node.slice) if isinstance(node, ast.Subscript) else None
    return text if text in columns and text is not None else ""


def _relabelled(word: ast.keyword, column: str) -> ast.keyword:
    """A series that is one column is called like it in the legend."""
    if word.arg == "label" and _text(word.value) is not None:
        word.value = ast.copy_location(ast.Constant(column), word.value)
    return word


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_dict_call(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) == "dict"
