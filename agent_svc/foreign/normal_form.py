"""The normal form: a clean foreign script in the shape of our own, so that it is bound, drawn and judged like them."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from agent_svc.code.normalise import Size, normalise
from agent_svc.code.saves import SAVES
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.syntax_tree import syntax_tree
from agent_svc.foreign.captions import without_captions
from agent_svc.foreign.channel_titles import with_titles
from agent_svc.foreign.column_names import assigned_columns, made_columns, mentions
from agent_svc.foreign.housekeeping import without_magics
from agent_svc.foreign.our_look import GRID, in_our_look, lines_before, lines_behind, makes_a_grid
from agent_svc.foreign.preparation import prepared
from agent_svc.foreign.readiness import SAVING
from agent_svc.foreign.reading import is_data_load
from agent_svc.foreign.shorthand import shorthand

_FIGURE: Final = {"matplotlib": "fig", "seaborn": "fig", "plotly": "fig", "plotnine": "plot", "altair": "chart"}
_SQUARE: Final = 1.2  # a figure up to so many times as wide as it is high becomes a square
_MODULES: Final = frozenset({"plt", "matplotlib", "mpl", "sns", "pyplot"})
#: altair takes a name apart at dots, brackets and colons unless they are escaped.
_FIELDS: Final = (
    'fields = {role: name.translate({ord(mark): "\\\\" + mark for mark in ".[]:"}) for role, name in roles.items()}'
)

#: A column that the script makes is called as it says, unless a column of the user's that is drawn has that name.
_MADE: Final = "made = {{name: name + ' (2)' if name in roles.values() else name for name in {}}}"


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A script with our placeholders, the size of its picture, and the columns that its author had, by role name."""

    source: str
    size: Size
    roles: dict[str, str]


def normal_form(source: str, library: str, columns: Sequence[str]) -> NormalForm:
    """`source`, which is clean and reads `columns`, as a catalogue script. Raises ScriptShapeError where it cannot be.

    The columns become roles, the placeholders go in, what sets up a theme or a window goes out, and the picture is
    saved in our way. Comments are lost: it is written anew from its tree.
    """
    tree = prepared(source, SAVING[library])
    tree = with_titles(without_captions(tree, [*columns, *made_columns(tree)]), columns)
    size = _size(tree)
    roles = role_names(columns)
    body = list(tree.body)
    load = _only_load(body)
    saves = [place for place, node in enumerate(body) if _is_saving(node, library)]
    if len(saves) != 1 or saves[0] < load:
        raise ScriptShapeError("the picture must be saved once, at top level, after the data have been read")
    imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    head = [node for node in body[:load] if node not in imports]
    figure = _named_figure(body[saves[0]], library, body)
    drawing = [node for place, node in enumerate(body) if place > load and place not in saves and node not in imports]
    drawing += figure
    assigned = assigned_columns(tree) - set(columns)
    names = _Renamed(tree, roles, assigned)
    in_our_look(library, drawing)
    statements = [ast.fix_missing_locations(names.visit(node)) for node in [*head, *drawing]]
    lines = [
        _docstring(source),
        *map(ast.unparse, _with_ours(imports)),
        "",
        "use_theme()",
        "df = load_user_data()",
        "roles = load_roles()",
        "options = load_options()",
        *([_FIELDS] if names.uses_fields else []),
        *([_MADE.format(sorted(assigned))] if assigned else []),
        *lines_before(library, drawing),
        "",
        *map(ast.unparse, statements),
        *lines_behind(library, size, drawing),
        "",
        _save(library, size),
    ]
    text = "\n".join(line for place, line in enumerate(lines) if line or place) + "\n"
    return NormalForm(normalise(text, size).source, size, roles)


def role_names(columns: Sequence[str]) -> dict[str, str]:
    """A role for each column, called after it: role name to column, in their order, none twice."""
    roles: dict[str, str] = {}
    for column in columns:
        word = re.sub(r"[^a-z0-9]+", "_", column.lower()).strip("_")[:36] or "column"
        name = word if word[0].isalpha() else f"c_{word}"
        number = 2
        while name in roles:
            name, number = f"{word}_{number}", number + 1
        roles[name] = column
    return roles


class _Renamed(ast.NodeTransformer):
    """`df["mass"]` becomes `df[roles["mass"]]`, and so does the column's name wherever else it is meant."""

    def __init__(self, tree: ast.AST, roles: dict[str, str], made: Collection[str]) -> None:
        self._role_of = {column: role for role, column in roles.items()}
        meant = mentions(tree, {*self._role_of, *made})
        self._meant = {id(use.node): use for use in meant if use.column in self._role_of or not use.is_short}
        self.uses_fields = any(use.is_short for use in self._meant.values())

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        use = self._meant.get(id(node))
        if use is None:
            return node
        if use.column not in self._role_of:
            made = ast.Subscript(ast.Name("made", ast.Load()), ast.Constant(use.column), ast.Load())
            return ast.copy_location(made, node)
        role = ast.Constant(self._role_of[use.column])
        if not use.is_short:
            return ast.copy_location(ast.Subscript(ast.Name("roles", ast.Load()), role, ast.Load()), node)
        field = ast.Subscript(ast.Name("fields", ast.Load()), role, ast.Load())
        parts = shorthand(str(node.value))
        assert parts is not None
        texts = [ast.Constant(parts.before), ast.FormattedValue(field, -1), ast.Constant(parts.after)]
        return ast.copy_location(ast.JoinedStr([text for text in texts if getattr(text, "value", None) != ""]), node)


def _size(tree: ast.Module) -> Size:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "figsize":
            try:
                width, height = ast.literal_eval(node.value)
                return Size.SQUARE if width / height < _SQUARE else Size.WIDE
            except (ValueError, TypeError, ZeroDivisionError):
                return Size.WIDE
    return Size.WIDE


def _only_load(body: Sequence[ast.stmt]) -> int:
    places = [
        place
        for place, node in enumerate(body)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and is_data_load(node.value)
    ]
    if len(places) != 1 or ast.unparse(body[places[0]]).partition(" = ")[0] != "df":
        raise ScriptShapeError("the data must be read once, at top level, as df")
    return places[0]


def _call(node: ast.stmt) -> ast.Call | None:
    return node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None


def _is_saving(node: ast.stmt, library: str) -> bool:
    call = _call(node)
    return call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == SAVING[library]


def _named_figure(save: ast.stmt, library: str, body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements that give the figure that is saved its name; none where it has it."""
    call = _call(save)
    assert call is not None
    assert isinstance(call.func, ast.Attribute)
    saved = call.func.value
    if ast.unparse(saved) == _FIGURE[library]:
        return []
    statements: list[ast.stmt] = []
    if library in ("matplotlib", "seaborn"):
        is_current = ast.unparse(saved) in _MODULES
        grid = _grid(body) if is_current else saved if _is_grid(saved, body) else None
        if grid is not None:
            statements.append(ast.Assign([ast.Name(GRID, ast.Store())], grid))
            saved = ast.Attribute(ast.Name(GRID, ast.Load()), "figure", ast.Load())
        elif is_current:
            saved = ast.Call(ast.Attribute(saved, "gcf", ast.Load()), [], [])
    statements.append(ast.Assign([ast.Name(_FIGURE[library], ast.Store())], saved))
    return [ast.copy_location(node, save) for node in statements]


def _grid(body: Sequence[ast.stmt]) -> ast.expr | None:
    """The grid that is drawn before `plt.savefig()`; one without a name gets one."""
    for place, node in enumerate(body):
        if isinstance(node, ast.Assign) and makes_a_grid(node.value) and isinstance(node.targets[0], ast.Name):
            return ast.Name(node.targets[0].id, ast.Load())
        if isinstance(node, ast.Expr) and makes_a_grid(node.value) and isinstance(body, list):
            body[place] = ast.copy_location(ast.Assign([ast.Name(GRID, ast.Store())], node.value), node)
            return ast.Name(GRID, ast.Load())
    return None


def _is_grid(saved: ast.expr, body: Sequence[ast.stmt]) -> bool:
    values = (
        node.value
        for node in body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == ast.unparse(saved)
    )
    return any(makes_a_grid(made) for made in (saved, *values))


def _save(library: str, size: Size) -> str:
    texts = SAVES[library]
    return texts[0] if size is Size.WIDE else texts[-1]


def _docstring(source: str) -> str:
    text = ast.get_docstring(syntax_tree(without_magics(source)))
    return repr(" ".join(text.split())[:200]) if text else ""


def _with_ours(imports: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The imports of a script and those of our lines, none twice."""
    needed = [*imports, *syntax_tree("import numpy as np\nimport pandas as pd").body]
    return list({ast.unparse(node): node for node in needed}.values())
