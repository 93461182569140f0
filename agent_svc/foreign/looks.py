"""Looks: what a script says within its drawing about fonts, papers and sizes, which the theme says instead."""

from __future__ import annotations

import ast
import re
from typing import Final

from agent_svc.code.rules.words import words
from agent_svc.foreign.dotted import dotted

#: Arguments that only style, in whatever call: sizes of texts would be those of another canvas.
_TEXT_STYLES: Final = words(
    """
    fontsize fontdict fontfamily fontname labelsize title_fontsize titlesize titlefont tickfont title_font
    labelFontSize titleFontSize labelFont titleFont labelColor titleColor gridColor domainColor tickColor fontSize
    gridcolor zerolinecolor linecolor labelcolor labelfontfamily
    """
)
#: Arguments of plotly's own functions that set paper, canvas or letters.
_PLOTLY_CANVAS: Final = words(
    """
    template width height paper_bgcolor plot_bgcolor font autosize margin title_x title_y title_xanchor uniformtext
    title_font_size title_font_color title_font_family font_size font_color font_family
    """
)
CELLS: Final = frozenset({"imshow", "matshow", "pcolormesh", "pcolor"})
_PLOTLY_CALLS: Final = frozenset({"update_layout", "update_xaxes", "update_yaxes", "Layout"})
_ALTAIR_CANVAS: Final = words("width height background padding autosize")
_CANVASES: Final = words("set_facecolor set_size_inches set_figwidth set_figheight set_dpi set_frameon set_edgecolor")
_PAPERS: Final = frozenset({"fig", "figure", "f", "g", "ax", "axs", "axes", "patch"})
_MARK_CONFIGURES: Final = frozenset(
    {f"configure_{mark}" for mark in words("mark point circle bar line area tick rect")}
)
_THEMES: Final = re.compile(r"theme_\w+")
_THEME_KEPT: Final = words("legend_position legend_direction legend_title aspect_ratio panel_spacing")

_COLORED: Final = words(
    """
    color c edgecolor edgecolors ec ecolor facecolor facecolors fc fill stroke linecolor mec mfc markeredgecolor
    markerfacecolor line_color marker_color fillcolor marker_line_color textfont_color font_color
    """
)
_INK: Final = frozenset({"black", "k", "0", "0.0"})
_PAPER: Final = frozenset({"white", "w", "1", "1.0"})
_GRAY: Final = re.compile(r"(?:light|dark|dim|slate)?gr[ae]y\d*|silver|gainsboro|whitesmoke|0?\.\d+")
_FORMAT: Final = re.compile(r"(?P<before>[-.:,ov^<>12348spP*hH+xXDd|_]*)k(?P<after>[-.:,ov^<>12348spP*hH+xXDd|_]*)")
_HEX: Final = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def without_looks(tree: ast.Module) -> ast.Module:
    """`tree` without the author's look; black, white and gray become the theme's ink, paper and muted tone."""
    tree.body = [node for node in tree.body if not _is_canvas(node)]
    names = {dotted(node.func).rsplit(".", 1)[-1] for node in ast.walk(tree) if isinstance(node, ast.Call)}
    _Looks(on_cells=bool(names & CELLS)).visit(tree)
    return ast.fix_missing_locations(tree)


def theme_color(value: object) -> str:
    """The theme's name for a colour without a hue; empty for one that has a hue, or is none."""
    if not isinstance(value, str):
        return ""
    text = value.lower()
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
        parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
        if max(parts) - min(parts) > 24:
            return ""
        return _tone(sum(parts) / 765)
    if text in _INK or text in _PAPER:
        return "INK" if text in _INK else "PAPER"
    if not _GRAY.fullmatch(text):
        return ""
    if text.startswith(("0.", ".")):
        return _tone(float(text))
    return "GRID" if text.startswith(("light", "silver", "gains", "white")) else "MUTED"


def _tone(brightness: float) -> str:
    steps = ((0.3, "INK"), (0.65, "MUTED"), (0.93, "GRID"))
    return next((name for limit, name in steps if brightness < limit), "PAPER")


class _Looks(ast.NodeTransformer):
    def __init__(self, *, on_cells: bool) -> None:
        self._on_cells = on_cells  # numbers in cells are read against the cells, not against the paper

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = dotted(node.func)
        last = name.rsplit(".", 1)[-1]
        dropped = _dropped(name, last)
        node.keywords = [word for word in node.keywords if word.arg not in dropped]
        if last.startswith("geom_"):  # white on white needs its rim; the theme has a fill for it
            node.keywords = [word for word in node.keywords if word.arg != "fill" or not _is_paper(word.value)]
        for word in node.keywords:
            if word.arg in _COLORED and not (self._on_cells and last in ("text", "annotate")):
                word.value = _recolored(word.value)
        if last in ("plot", "errorbar", "loglog", "semilogx", "semilogy"):
            _recolor_format(node)
        elif name in ("alt.value", "altair.value") and node.args:
            node.args[0] = _recolored(node.args[0])
        receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
        configures = last.startswith("configure") and last not in _MARK_CONFIGURES
        empty = last in ("properties", "interactive") and not node.keywords and not node.args
        return receiver if receiver is not None and (configures or empty) else node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """plotly takes mappings as well: `marker={"line": {"color": "white"}}`."""
        self.generic_visit(node)
        for place, key in enumerate(node.keys):
            if isinstance(key, ast.Constant) and key.value in _COLORED:
                node.values[place] = _recolored(node.values[place])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """plotnine's `plot + theme_bw() + theme(...)` keeps where the legend stands and no more."""
        self.generic_visit(node)
        term = node.right
        if not isinstance(node.op, ast.Add) or not isinstance(term, ast.Call):
            return node
        last = dotted(term.func).rsplit(".", 1)[-1]
        if last == "theme":
            term.keywords = [word for word in term.keywords if word.arg in _THEME_KEPT]
        return node.left if _THEMES.fullmatch(last) or (last == "theme" and not term.keywords) else node


def _dropped(name: str, last: str) -> frozenset[str]:
    if name.split(".")[0] in ("px", "ff") or last in _PLOTLY_CALLS:
        return _TEXT_STYLES | _PLOTLY_CANVAS
    if last in ("properties",):
        return _ALTAIR_CANVAS
    if last in ("subplots", "figure", "subplot_mosaic"):
        return _TEXT_STYLES | {"facecolor", "edgecolor", "dpi", "tight_layout", "constrained_layout", "layout"}
    if last.startswith("mark_"):
        return _TEXT_STYLES | {"size", "strokeWidth"}
    if last == "dict":
        return _TEXT_STYLES | {"font"}
    return _TEXT_STYLES


def _is_paper(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and theme_color(node.value) == "PAPER"


def _recolored(node: ast.expr) -> ast.expr:
    name = theme_color(node.value) if isinstance(node, ast.Constant) else ""
    return ast.copy_location(ast.Name(name, ast.Load()), node) if name else node


def _recolor_format(node: ast.Call) -> None:
    """`ax.plot(x, y, "k--")` draws in black; the look of the line stays."""
    given = [*((node.args, place) for place in range(1, len(node.args)))]
    for values, place in given:
        value = values[place]
        found = (
            _FORMAT.fullmatch(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
        )
        if found is not None and not any(word.arg in ("color", "c") for word in node.keywords):
            values[place] = ast.copy_location(ast.Constant(found["before"] + found["after"]), value)
            node.keywords.append(ast.keyword("color", ast.copy_location(ast.Name("INK", ast.Load()), value)))


def _is_canvas(node: ast.stmt) -> bool:
    """`fig.set_facecolor("white")`, `fig.patch.set_alpha(0)`: the paper and its size."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    name = dotted(call.func).split(".")
    return (name[-1] in _CANVASES and name[-2:-1][0] in _PAPERS if len(name) > 1 else False) or "patch" in name[1:-1]
