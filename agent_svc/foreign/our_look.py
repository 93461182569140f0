"""Our look: the lines by which a foreign script is drawn in the theme and on the canvas, for each library."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from agent_svc.code.normalise import Size
from agent_svc.code.rules.words import words
from agent_svc.code.syntax_tree import syntax_tree
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.looks import CELLS

_BEFORE: Final = {
    "matplotlib": (
        "plt.rcParams.update({'axes.prop_cycle': plt.cycler(color=PALETTE), 'patch.edgecolor': PAPER})",
        "plt.rcParams.update({'boxplot.boxprops.color': INK, 'boxplot.whiskerprops.color': INK})",
        "plt.rcParams.update({'boxplot.capprops.color': INK, 'boxplot.flierprops.markeredgecolor': INK})",
        "plt.rcParams.update({'boxplot.flierprops.color': INK, 'boxplot.medianprops.color': PALETTE[1]})",
    ),
    "plotly": (
        "frame = AXIS | {'automargin': True, 'title': AXIS['title'] | {'standoff': 20}}",
        "axes = {'xaxis': frame, 'yaxis': frame | {'showgrid': True}}",
        "colors = {'colorway': PALETTE, 'colorscale': {'sequential': SEQUENTIAL, 'diverging': DIVERGING}}",
        "look = {'layout': TEMPLATE['layout'] | axes | colors}",
    ),
}
_SIZES: Final = {Size.WIDE: ("8", "4.5"), Size.SQUARE: ("6", "6")}
_ALTAIR: Final = (
    "chart = chart.configure(font=FONTS, background=PAPER, padding=MARGIN).configure_view(stroke=None)",
    "ticks = {'labelOverlap': True, 'labelFontSize': FONT, 'tickCount': 7}",
    "chart = chart.configure_axis(**AXIS_LOOK | ticks).configure_legend(**LEGEND_LOOK)",
    "chart = chart.configure_mark(color=PALETTE[0]).configure_line(strokeWidth=2 * POINT)",
    "chart = chart.configure_point(size=30 * POINT**2).configure_circle(size=30 * POINT**2)",
    "chart = chart.configure_title(color=INK, fontSize=TITLE, anchor='start')",
    "chart = chart.configure_header(labelColor=INK, titleColor=INK, labelFontSize=FONT, titleFontSize=LABEL)",
    "chart = chart.configure_range(category=PALETTE, ordinal=SEQUENTIAL, ramp=SEQUENTIAL, heatmap=SEQUENTIAL)",
)
_FIT: Final = "alt.AutoSizeParams(type='fit', contains='padding')"
_FILLED: Final = frozenset({"geom_bar", "geom_col", "geom_histogram", "geom_area", "geom_density", "geom_ribbon"})
_PIXELS: Final = {Size.WIDE: (1600, 900), Size.SQUARE: (1200, 1200)}
GRID: Final = "grid"  #: the name of seaborn's grid in a normal form
_GRIDS: Final = words("catplot clustermap displot jointplot lmplot pairplot relplot FacetGrid JointGrid PairGrid")
_RESAMPLED: Final = frozenset({"barplot", "pointplot", "lineplot", "regplot", "lmplot"})
_JOINT: Final = frozenset({"jointplot", "JointGrid"})
_SEVERAL: Final = frozenset({"facet", "Facet", "hconcat", "vconcat", "concat", "repeat", "Row", "Column"})


def lines_before(library: str, drawing: Sequence[ast.stmt]) -> tuple[str, ...]:
    """What stands before the drawing."""
    lines = _BEFORE.get("matplotlib" if library == "seaborn" else library, ())
    has_cells = any(dotted(node.func).rsplit(".", 1)[-1] in CELLS for node in _calls(drawing))
    if library in ("seaborn", "plotnine"):  # points are jittered alike in both themes, and in the exported script
        return (*lines, "np.random.seed(0)")
    return (*lines, "plt.rcParams['axes.grid'] = False") if has_cells and library == "matplotlib" else lines


def lines_behind(library: str, size: Size, drawing: Sequence[ast.stmt]) -> tuple[str, ...]:
    """What stands between the drawing and the last statement."""
    if library in ("matplotlib", "seaborn"):
        width, height = _SIZES[size]
        sized = f"fig.set_size_inches({width}, {height})"
        if any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == GRID for node in drawing):
            # A grid lays itself out before it gets our size, and has to once more; a joint plot has no legend.
            joint = any(dotted(node.func).rsplit(".", 1)[-1] in _JOINT for node in _calls(drawing))
            return (sized, "fig.tight_layout()" if joint else f"{GRID}.tight_layout()")
        return (sized,) if _sizes_itself(drawing) else ()
    if library == "plotly":
        return ("fig.update_layout(template=look)",)
    if library == "altair":
        across, upward = _PIXELS[size]
        sized = f"chart = chart.properties(width={across}, height={upward}, autosize={_FIT})"
        return (*(() if _is_several(drawing) else (sized,)), *_ALTAIR)
    return tuple(_palettes(drawing))


def _palettes(drawing: Sequence[ast.stmt]) -> Iterator[str]:
    """Our palette for plotnine's categories, where the script has no scale of its own and a column of the table."""
    names = {dotted(node.func).rsplit(".", 1)[-1] for node in _calls(drawing)}
    for aesthetic in ("color", "fill"):
        columns = {
            ast.unparse(word.value)
            for node in _calls(drawing)
            if dotted(node.func).rsplit(".", 1)[-1] == "aes"
            for word in node.keywords
            if word.arg == aesthetic
        }
        column = columns.pop() if len(columns) == 1 else ""
        if column.startswith("roles[") and not any(name.startswith(f"scale_{aesthetic}") for name in names):
            yield f"if df[{column}].dtype.kind not in 'iufM' and df[{column}].nunique() <= len(PALETTE):"
            yield f"    plot = plot + p9.scale_{aesthetic}_manual(values=PALETTE)"


def in_our_look(library: str, drawing: Sequence[ast.stmt]) -> None:
    """Gives plotly's express functions our template, from which they take colours, and plotnine's geoms our ink."""
    calls = list(_calls(drawing))
    mapped = {word.arg for node in calls if dotted(node.func).rsplit(".", 1)[-1] == "aes" for word in node.keywords}
    for node in calls:
        name = dotted(node.func).split(".")
        if library == "plotly" and name[0] == "px" and len(name) == 2 and name[1].islower():
            node.keywords.append(ast.keyword("template", ast.Name("look", ast.Load())))
        elif library == "seaborn" and _resamples(node, name[-1]) and not any(w.arg == "seed" for w in node.keywords):
            node.keywords.append(ast.keyword("seed", ast.Constant(0)))
        elif library == "plotnine" and name[-1].startswith("geom_"):
            given = mapped | {word.arg for word in node.keywords}
            node.keywords += [
                ast.keyword(argument, syntax_tree(tone).body[0].value)  # type: ignore[attr-defined]
                for argument, tone in _tones(name[-1])
                if argument not in given and not (argument == "color" and "colour" in given)
            ]


def _resamples(node: ast.Call, name: str) -> bool:
    """Whether seaborn draws intervals from resamples of the data, which differ each time without a seed."""
    kinds = [word.value for word in node.keywords if word.arg == "kind"]
    kind = kinds[0].value if kinds and isinstance(kinds[0], ast.Constant) else ""
    return name in _RESAMPLED or (name in ("catplot", "relplot") and kind in ("bar", "point", "line"))


def makes_a_grid(node: ast.expr) -> bool:
    """Whether the expression is one of seaborn's functions that make a whole figure."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GRIDS


def _tones(geom: str) -> list[tuple[str, str]]:
    """Colour and fill of a geom that would be drawn in black and white."""
    if geom in ("geom_boxplot", "geom_violin"):
        return [("color", "INK"), ("fill", "PALETTE[0]")]
    if geom in _FILLED:
        return [("fill", "PALETTE[0]")]
    return [("color", "INK")] if geom not in ("geom_tile", "geom_raster", "geom_blank") else []


def _sizes_itself(drawing: Sequence[ast.stmt]) -> bool:
    """Whether pandas or seaborn's grids make the figure, in a size of their own."""
    made = ("subplots", "figure", "subplot_mosaic", "gcf", "gca")
    return not any(dotted(node.func).rsplit(".", 1)[-1] in made for node in _calls(drawing)) or any(
        word.arg == "figsize" and dotted(node.func).rsplit(".", 1)[-1] not in made
        for node in _calls(drawing)
        for word in node.keywords
    )


def _is_several(drawing: Sequence[ast.stmt]) -> bool:
    """Whether altair puts several plots beside one another, each of which has its own size."""
    for node in _calls(drawing):
        name = dotted(node.func).rsplit(".", 1)[-1]
        if name in _SEVERAL or (
            name == "encode" and any(word.arg in ("row", "column", "facet") for word in node.keywords)
        ):
            return True
    operators = (part.op for node in drawing for part in ast.walk(node) if isinstance(part, ast.BinOp))
    return any(isinstance(operator, ast.BitOr | ast.BitAnd) for operator in operators)


def _calls(nodes: Sequence[ast.stmt]) -> Iterator[ast.Call]:
    for node in nodes:
        yield from (part for part in ast.walk(node) if isinstance(part, ast.Call))
