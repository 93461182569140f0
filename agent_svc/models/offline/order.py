"""Requests for the order, and for how many are shown."""

from __future__ import annotations

from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.german import german_choices, listed
from agent_svc.models.offline.request import (
    Example,
    Heard,
    Request,
    UnfitError,
    UnmatchedError,
    Wish,
    require,
    required,
)
from agent_svc.models.offline.tokens import plain_word

_SORT: Final = "(sort|sorted|order|ordered|arrange|sorting)"
_SORTIERE: Final = "(sortiere|sortiert|sortieren|sortierung|ordne|geordnet|ordnen)"
_IT: Final = (
    "[it|them|the bars|the categories|the slices|bars|categories|es|sie|die balken|balken|die kategorien|kategorien"
    "|die säulen|säulen]"
)
_VALUE: Final = "(value|values|size|height|amount|größe|wert|werten|höhe)"
_THINGS: Final = (
    "[categories|category|bars|slices|series|columns|values|groups|kategorien|balken|säulen|serien"
    "|reihen|werte|stücke|gruppen]"
)
_ONLY: Final = "[show|keep|display|limit it to|limit to|zeige|zeig|behalte] [me] [only|just|nur] [the|die]"
_LARGEST: Final = "(largest|biggest|highest|most common|most frequent|top|größten|höchsten|häufigsten|wichtigsten)"
_NOT_ORDER: Final = "[(instead of|rather than|not|statt|anstatt) {order:before}]"


def _sort(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "sort", "order")
    order = heard.value("order") or heard.value("by") or _order_by(heard, scene)
    if order not in option.choices:
        raise UnfitError(f"the orders are {listed(option)}", f"die Reihenfolgen sind: {german_choices(option)}")
    return Wish({option.name: order})


def _order_by(heard: Heard, scene: Scene) -> str:
    """How a chart is sorted by one of the columns that it shows."""
    asked = plain_word(heard.text("column"))
    shown = {plain_word(name): role for role, names in scene.bindings.items() for name in names}
    if asked not in shown:
        raise UnfitError("the categories are sorted by their values or names", "sortiert wird nach Werten oder Namen")
    return "descending" if shown[asked] in ("y", "value") else "label"


def _top(heard: Heard, scene: Scene) -> Wish:
    count = heard.number("count")
    if count is not None and not count.is_integer():
        raise UnmatchedError
    return Wish({require(scene, "top_n"): None if count is None else int(count)})


def _rest(heard: Heard, scene: Scene) -> Wish:
    return Wish({require(scene, "other"): not heard.value("off")})


SORT: Final = Request(
    name="order",
    does="sort the categories",
    german="die Kategorien sortieren",
    english_examples=(
        Example("sort descending", "bar", Wish({"sort": "descending"})),
        Example("largest first", "bar", Wish({"sort": "descending"})),
        Example("sort by name", "box", Wish({"sort": "label"})),
        Example("don't sort", "pie", Wish({"sort": "data"})),
    ),
    german_examples=(
        Example("sortiere aufsteigend", "bar", Wish({"sort": "ascending"})),
        Example("Reihenfolge wie in den Daten", "bar", Wish({"sort": "data"})),
    ),
    phrases=(
        f"{_SORT} {_IT} [by|in|from] [{_VALUE}] [in] [a|an] {{order}} [order] {_NOT_ORDER}",
        f"[in|the|die|den] {{order}} [order|sort|{_SORT}|reihenfolge|{_SORTIERE}] {_NOT_ORDER}",
        f"{_SORTIERE} {_IT} [nach {_VALUE}] [von] {{order}}",
        f"{_IT} [nach {_VALUE}] {{order}} {_SORTIERE}",
        f"{_SORT} {_IT} by {{byvalue:by}}",
        f"{_IT} nach {{byvalue:by}} {_SORTIERE}",
        f"{_SORTIERE} {_IT} nach {{byvalue:by}}",
        f"{_SORT} {_IT} {{byname:by}}",
        f"{_IT} {{byname:by}} [{_SORTIERE}|order|{_SORT}|reihenfolge]",
        f"{_SORTIERE} {_IT} {{byname:by}}",
        "{asdata:by}",
        f"{_SORT} {_IT} by {{words:column}}",
        f"{_SORTIERE} {_IT} nach {{words:column}}",
        f"{_IT} nach {{words:column}} {_SORTIERE}",
    ),
    read=_sort,
    needs=("sort", "order"),
    related=("top",),
)

TOP: Final = Request(
    name="top",
    does="show only the largest",
    german="nur die größten zeigen",
    english_examples=(
        Example("top 10", "bar", Wish({"top_n": 10})),
        Example("only the 5 largest", "pie", Wish({"top_n": 5})),
        Example("show all categories", "bar", Wish({"top_n": None})),
    ),
    german_examples=(
        Example("nur die 8 größten", "bar", Wish({"top_n": 8})),
        Example("alle Kategorien zeigen", "bar", Wish({"top_n": None})),
    ),
    phrases=(
        f"{_ONLY} top {{number:count}} {_THINGS}",
        f"{_ONLY} {{number:count}} {_LARGEST} {_THINGS} [zeigen|anzeigen|behalten]",
        f"{_ONLY} {_LARGEST} {{number:count}} {_THINGS} [zeigen|anzeigen]",
        f"(limit|reduce|restrict|begrenze|beschränke) (it|them|the chart|es) (to|auf) {{number:count}} {_THINGS}",
        f"(show|display|zeige|zeig) [me] (all|alle) [the|die] {_THINGS}",
        "(all|alle) [the|die] (categories|bars|slices|series|kategorien|balken|serien) [zeigen|anzeigen]",
    ),
    read=_top,
    needs=("top_n",),
    related=("order",),
)

REST: Final = Request(
    name="rest",
    does="put the rest into one",
    german="den Rest zusammenfassen",
    english_examples=(
        Example("put the rest into other", "bar", Wish({"other": True})),
        Example("without other", "bar", Wish({"other": False})),
    ),
    german_examples=(
        Example("Rest zusammenfassen", "bar", Wish({"other": True})),
        Example("ohne Sonstige", "bar", Wish({"other": False})),
    ),
    phrases=(
        "(put|group|combine|collect|merge|sum up|show|lump) [the] (rest|others|remaining|remainder) [together]"
        " [(in|into|to|as) [one] [an] [other|others]]",
        "[with|mit] [an] (other|others|sonstige|sonstigen) [category|bar|zeigen|kategorie]",
        "[den] rest [als sonstige] (zusammenfassen|zeigen|bündeln) [als sonstige]",
        "fasse den rest [als sonstige] zusammen",
        "{restoff:off}",
    ),
    read=_rest,
    needs=("other",),
    related=("top",),
)

REQUESTS: Final = (
    SORT,
    TOP,
    REST,
)
