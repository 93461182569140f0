"""Requests for columns: which of them a role shows."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue.chart import Role
from agent_svc.data.column import Column, ColumnType
from agent_svc.models.chat_model import Bindings, Scene
from agent_svc.models.offline.german import german_role
from agent_svc.models.offline.named_columns import both_lists, named_columns
from agent_svc.models.offline.request import Example, Heard, Request, UnfitError, Wish

_USE: Final = (
    "[use|put|take|plot|show|set|draw|move|place|with|want|nimm|nehme|setze|lege|zeige|verwende|mit|stelle|trage]"
    " [the column|column|columns|the columns|die spalte|spalte|spalten]"
)
_ON: Final = "(on|onto|to|as|for|along|in|at|auf|als|für|an|in) [the|die|der|dem|den|das]"
_DE_TYPES: Final = {
    ColumnType.NUMBER: "eine Zahl", ColumnType.DATE: "ein Datum",
    ColumnType.TEXT: "Text", ColumnType.BOOLEAN: "ja oder nein",
}  # fmt: skip
_EN_TYPES: Final = {
    ColumnType.NUMBER: "a number", ColumnType.DATE: "a date", ColumnType.TEXT: "text", ColumnType.BOOLEAN: "yes or no",
}  # fmt: skip
_ROLES: Final = {
    "value": ("value", "y", "size"),
    "category": ("category", "x"),
    "group": ("group", "category"),
    "size": ("size",),
    "x": ("x", "category"),
    "y": ("y", "value"),
}


def _bind(heard: Heard, scene: Scene) -> Wish:
    said = heard.value("axis") or heard.value("role")
    return _shown(scene, _role(said, scene), named_columns(heard, "columns", scene))


def _against(heard: Heard, scene: Scene) -> Wish:
    upper, lower = both_lists(heard, scene)
    above, below = _role("y", scene), _role("x", scene)
    bindings = dict(_bound(scene, scene.bindings, above, upper))
    bindings |= dict(_bound(scene, {**scene.bindings, **bindings}, below, lower))
    return Wish(bindings=bindings, gave_way=frozenset(bindings) - {above.name, below.name})


def _group(heard: Heard, scene: Scene) -> Wish:
    if heard.value("ungroup"):
        role = _role("group", scene)
        if role.required:
            raise UnfitError(f"“{role.title}” needs a column", f"„{german_role(role)}“ braucht eine Spalte")
        return Wish(bindings={role.name: ()})
    return _shown(scene, _role("group", scene), named_columns(heard, "columns", scene))


def _swap(_heard: Heard, scene: Scene) -> Wish:
    upper, lower = _role("y", scene), _role("x", scene)
    ups, downs = scene.bindings.get(upper.name, ()), scene.bindings.get(lower.name, ())
    if not ups or not downs:
        raise UnfitError("the axes have no columns yet", "die Achsen haben noch keine Spalten")
    known = {column.name: column for column in scene.columns}
    for role, names in ((upper, downs), (lower, ups)):
        _check(role, tuple(known[name] for name in names if name in known))
    return Wish(bindings={upper.name: downs, lower.name: ups})


def _shown(scene: Scene, role: Role, columns: tuple[Column, ...]) -> Wish:
    bindings = _bound(scene, scene.bindings, role, columns)
    return Wish(bindings=bindings, gave_way=frozenset(bindings) - {role.name})


def _role(said: str, scene: Scene) -> Role:
    for name in _ROLES[said]:
        role = scene.chart.role(name)
        if role is not None:
            return role
    listed = ", ".join(f"“{role.title}”" for role in scene.chart.roles)
    raise UnfitError(
        f"a {scene.chart.title.lower()} takes columns for {listed}",
        f"das Diagramm nimmt Spalten für {', '.join(f'„{german_role(role)}“' for role in scene.chart.roles)}",
    )


def _bound(scene: Scene, before: Bindings, role: Role, columns: tuple[Column, ...]) -> Bindings:
    """The roles that change when `role` gets `columns`; one that loses its column to it gets what was there before."""
    _check(role, columns)
    names = tuple(column.name for column in columns)
    changed: dict[str, tuple[str, ...]] = {role.name: names}
    known = {column.name: column for column in scene.columns}
    freed = [name for name in before.get(role.name, ()) if name not in names]
    for other in scene.chart.roles:
        held = before.get(other.name, ())
        if other.name == role.name or not set(held) & set(names):
            continue
        kept = [name for name in held if name not in names]
        fitting = [name for name in freed if name in known and known[name].type.value in other.types]
        if not kept and fitting:
            kept = [fitting[0]]
            freed.remove(fitting[0])
        changed[other.name] = tuple(kept)
    return changed


def _check(role: Role, columns: tuple[Column, ...]) -> None:
    most = role.max if role.family else 1
    if len(columns) > most:
        raise UnfitError(
            f"“{role.title}” takes at most {most} {'column' if most == 1 else 'columns'}",
            f"„{german_role(role)}“ nimmt höchstens {most} {'Spalte' if most == 1 else 'Spalten'}",
        )
    for column in columns:
        if column.type.value not in role.types:
            types = [ColumnType(name) for name in role.types]
            english = " or ".join(_EN_TYPES[one] for one in types)
            german = " oder ".join(_DE_TYPES[one] for one in types)
            raise UnfitError(
                f"“{column.name}” is {_EN_TYPES[column.type]}; “{role.title}” takes {english}",
                f"„{column.name}“ ist {_DE_TYPES[column.type]}; „{german_role(role)}“ nimmt {german}",
            )


BIND: Final = Request(
    name="column",
    does="show other columns",
    german="andere Spalten zeigen",
    english_examples=(
        Example("use price on the y axis", "scatter", Wish(bindings={"y": ("Price",)})),
        Example("x = Menge", "scatter", Wish(bindings={"x": ("Menge",)})),
    ),
    german_examples=(Example("nimm Umsatz auf die y-Achse", "scatter", Wish(bindings={"y": ("Umsatz",)})),),
    phrases=(
        f"{_USE} {{list:columns}} {_ON} {{axis}} [nehmen|zeigen|setzen|legen]",
        f"{_USE} {{list:columns}} (as|for|als|für) [the|a|den|die|das] {{role}} [nehmen|column|spalte]",
        "{axis} = {list:columns}",
        "{letter:axis} : {list:columns}",
        "{role} = {list:columns}",
        "[let] [the] {axis} [should] (show|shows) {list:columns}",
        "[die] {axis} (zeigt|soll) {list:columns} [zeigen]",
        "(for|auf|für|on) [the|die|der] {axis} (use|nimm|take|put|setze) {list:columns}",
    ),
    read=_bind,
)

AGAINST: Final = Request(
    name="columns",
    does="show one column against another",
    german="eine Spalte über einer anderen zeigen",
    english_examples=(
        Example("plot price against unit cost", "scatter", Wish(bindings={"y": ("Price",), "x": ("Unit cost",)})),
    ),
    german_examples=(
        Example("zeige Umsatz über Menge", "scatter", Wish(bindings={"y": ("Umsatz",), "x": ("Menge",)})),
    ),
    phrases=(
        "[plot|show|draw|use|zeige|plotte|zeichne] {list:upper} (against|versus|vs|vs.|over|by|gegen|über|nach)"
        " {list:lower}",
    ),
    read=_against,
)

GROUP: Final = Request(
    name="groups",
    does="colour by a column",
    german="nach einer Spalte einfärben",
    english_examples=(
        Example("colour by region", "scatter", Wish(bindings={"group": ("Region",)})),
        Example("don't group", "scatter", Wish(bindings={"group": ()})),
    ),
    german_examples=(
        Example("nach Region einfärben", "scatter", Wish(bindings={"group": ("Region",)})),
        Example("ohne Gruppierung", "scatter", Wish(bindings={"group": ()})),
    ),
    phrases=(
        "(color|colour|group|split|break down|separate|coloured|colored|grouped) [it|them|the points|the bars"
        "|the lines|up|the data]"
        " (by|according to|after|for) {list:columns}",
        "one (line|series|color|colour|bar) (per|for each) {list:columns}",
        "[es|die punkte|die linien|die balken] nach {list:columns} (einfärben|färben|gruppieren|aufteilen"
        "|gruppiert|eingefärbt|trennen)",
        "(färbe|gruppiere|teile) [es|sie|die punkte|die linien|die balken] nach {list:columns} [ein|auf]",
        "eine (linie|reihe|farbe) (je|pro) {list:columns}",
        "{ungroup}",
    ),
    read=_group,
)

SWAP: Final = Request(
    name="swap",
    does="swap its axes",
    german="die Achsen tauschen",
    english_examples=(),
    german_examples=(),
    phrases=(
        "(swap|switch|exchange|flip) [the] (axes|x and y [axes|axis])",
        "[die] (achsen|x und y) (tauschen|vertauschen|wechseln)",
        "(tausche|vertausche) [die] (achsen|x und y)",
    ),
    read=_swap,
    related=("orientation", "column"),
)

REQUESTS: Final = (BIND, GROUP, SWAP, AGAINST)
