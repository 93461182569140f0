"""Housekeeping: the statements of a script that only style, show, print or clean up, which go out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from agent_svc.code.rules.words import words
from agent_svc.foreign.dotted import dotted

_MAGIC: Final = re.compile(r"^%(?:matplotlib|config|load_ext|autoreload|reload_ext)\b.*$", re.MULTILINE)
#: What `from plotnine import *` is for; scripts name what they need.
_GRAMMAR: Final = re.compile(
    r"ggplot|aes|labs|ggtitle|[xy]lab|[xy]?lims?|after_stat|after_scale|stage|annotate|expand_limits|guides"
    r"|(?:geom|stat|scale|facet|coord|position|element|guide|label|theme)_\w+|theme"
)
_MODULES: Final = frozenset({"plt", "pyplot", "matplotlib", "mpl", "sns", "seaborn", "pylab"})
#: Functions of the plotting modules that set up a look or a window.
_LOOKS: Final = words(
    """
    close ioff ion rc rcdefaults reset_defaults reset_orig set set_color_codes set_context set_loglevel set_palette
    set_style set_theme show style switch_backend tight_layout use
    """
)
#: The beginnings of what only sets up, wherever it leads.
_SETUP: Final = (
    *("warnings.", "logging.", "logger.", "pd.options.", "pandas.options.", "np.random.seed", "plt.style."),
    *("matplotlib.style.", "mpl.style.", "style.use", "pio.", "plotly.io.", "alt.renderers.", "alt.themes."),
    *("alt.theme.", "alt.data_transformers.", "get_ipython", "gc.collect", "theme_set", "px.defaults"),
)
_SETTERS: Final = frozenset(
    {"set_option", "reset_option", "set_printoptions", "seterr", "filterwarnings", "simplefilter"}
)
_NAMED: Final = frozenset({"print", "display", "set_option", "theme_set", "use", "pprint"})
#: Methods that only look at a table, where nothing is done with what they say.
_LOOKING: Final = frozenset({"head", "tail", "info", "describe", "value_counts", "nunique", "sample", "isna", "isnull"})
_SHOWING: Final = frozenset({"show", "tight_layout", "draw_idle", "interactive"})
_CLEARING: Final = frozenset({"clf", "cla"})  # what stands before drawing, or behind saving, clears nothing
_STYLED_BLOCKS: Final = words(
    "context rc_context catch_warnings axes_style plotting_style plotting_context xkcd option_context"
)


def without_magics(source: str) -> str:
    """`source` without the lines that set up a notebook; the others keep their numbers."""
    return _MAGIC.sub("", source)


def tidied(tree: ast.Module, saving: str) -> ast.Module:
    """`tree` without its housekeeping, and without imports that nothing uses then; `saving` names the saving method."""
    tree = ast.Module(list(_kept(tree.body)), tree.type_ignores)
    saved = [place for place, node in enumerate(tree.body) if _method(node) == saving]
    drawn = next((place for place, node in enumerate(tree.body) if _draws(node)), len(tree.body))
    last = saved[-1] if saved else len(tree.body)
    body = [node for place, node in enumerate(tree.body) if _method(node) not in _CLEARING or drawn < place < last]
    return ast.Module(list(_used_imports(body)), tree.type_ignores)


def _kept(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if _is_housekeeping(node):
            continue
        if isinstance(node, ast.With) and all(_is_styled(item.context_expr) for item in node.items):
            yield from _kept(node.body)
            continue
        if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.FunctionDef) and not _tidied(node):
            continue
        yield node


def _tidied(node: ast.If | ast.For | ast.While | ast.With | ast.Try | ast.FunctionDef) -> bool:
    """Tidies what stands inside; whether anything is left of it."""
    blocks = [node, *(node.handlers if isinstance(node, ast.Try) else [])]
    for block in blocks:
        for field in ("orelse", "finalbody"):
            if getattr(block, field, None):
                setattr(block, field, list(_kept(getattr(block, field))))
        left = list(_kept(block.body))
        if not left and block is node and (isinstance(node, ast.Try) or not getattr(node, "orelse", None)):
            return isinstance(node, ast.FunctionDef) and _emptied(node)
        block.body = left or [ast.copy_location(ast.Pass(), block)]
    return True


def _emptied(node: ast.FunctionDef) -> bool:
    """A function that somebody calls stays, with nothing in it."""
    node.body = [ast.copy_location(ast.Pass(), node)]
    return True


def _is_styled(node: ast.expr) -> bool:
    name = dotted(node.func) if isinstance(node, ast.Call) else ""
    return name.rsplit(".", 1)[-1] in _STYLED_BLOCKS


def _is_housekeeping(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        target = ast.unparse(node.targets[0])
        return "rcParams" in target or target.startswith(_SETUP) or _makes_a_logger(node.value)
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    if not isinstance(node, ast.Expr):
        return isinstance(node, ast.Assert)
    if not isinstance(node.value, ast.Call):
        return not any(isinstance(part, ast.Call | ast.NamedExpr | ast.Await) for part in ast.walk(node.value))
    return _only_sets_up(node.value)


def _makes_a_logger(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) == "logging.getLogger"


def _only_sets_up(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id in _NAMED
    name = dotted(call.func)
    first, _, last = name.partition(".")[0], "", name.rsplit(".", 1)[-1]
    if name.startswith(_SETUP) or last in _SETTERS or last in _SHOWING or "rcParams" in name:
        return True
    return (first in _MODULES and name.count(".") == 1 and last in _LOOKS) or last in _LOOKING


def _method(node: ast.stmt) -> str:
    call = node.value if isinstance(node, ast.Expr) else None
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


def _draws(node: ast.stmt) -> bool:
    """Whether the statement is one that may draw: a call of its own, or a block, that is no import and no value."""
    return isinstance(node, ast.Expr | ast.For | ast.If | ast.With) and _method(node) not in _CLEARING


def _used_imports(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """An import that nothing uses once the housekeeping is gone goes as well; one of several names keeps the others."""
    used = {part.id for node in body for part in ast.walk(node) if isinstance(part, ast.Name)}
    for node in body:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            yield node
            continue
        is_star = isinstance(node, ast.ImportFrom) and node.module == "plotnine" and node.names[0].name == "*"
        names = [ast.alias(name) for name in sorted(used) if _GRAMMAR.fullmatch(name)] if is_star else node.names
        names = [alias for alias in names if alias.name == "*" or _bound(alias) in used]
        if names:
            kept = ast.Import(names) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, names, node.level)
            yield ast.copy_location(kept, node)


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.split(".")[0]
