"""Requests for what is shown: the order, how many, how records are aggregated, and a plain new drawing."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Request, Wish, patterns, require

_AGGREGATIONS: Final = {
    "mean": ("mean", "average", "mittelwert", "durchschnitt"),
    "sum": ("sum", "total", "summe"),
    "median": ("median",),
    "count": ("count", "number", "anzahl"),
    "min": ("min", "minimum"),
    "max": ("max", "maximum"),
}
_WORD: Final = f"(?P<word>{'|'.join(word for words in _AGGREGATIONS.values() for word in words)})"
_SORT: Final = r"(?:sort(?:ed)?|order)(?: it| them| the bars)?"
_COUNT: Final = r"(?P<count>\d{1,4})"
_THINGS: Final = r"(?: categories| bars| slices| series| kategorien| balken| serien)"


def _sort(found: re.Match[str], scene: Scene) -> Wish:
    name = require(scene, "sort")
    order = next(order for order in ("descending", "ascending", "label", "data") if found.groupdict().get(order))
    return Wish({name: order})


def _top(found: re.Match[str], scene: Scene) -> Wish:
    name = require(scene, "top_n")
    count = found.groupdict().get("count")
    return Wish({name: int(count) if count else None})


def _aggregation(found: re.Match[str], scene: Scene) -> Wish:
    name = require(scene, "aggregation")
    word = found["word"].lower()
    return Wish({name: next(choice for choice, words in _AGGREGATIONS.items() if word in words)})


def _draw(_found: re.Match[str], _scene: Scene) -> Wish:
    return Wish(redraw=True)


SORT: Final = Request(
    name="order",
    does="sort the categories",
    examples=(
        Example("sort descending", "bar", Wish({"sort": "descending"})),
        Example("largest first", "bar", Wish({"sort": "descending"})),
        Example("sort by name", "box", Wish({"sort": "label"})),
        Example("sortiere aufsteigend", "bar", Wish({"sort": "ascending"})),
        Example("Reihenfolge wie in den Daten", "bar", Wish({"sort": "data"})),
    ),
    patterns=patterns(
        rf"{_SORT}(?: by)?(?: value| size)?(?: in)? (?P<descending>descending)(?: order)?",
        rf"{_SORT}(?: by)?(?: value| size)?(?: in)? (?P<ascending>ascending)(?: order)?",
        rf"{_SORT} by (?P<descending>value|size)",
        rf"{_SORT} (?P<label>by (?:name|label|category)|alphabetically)",
        r"(?:sort |order )?(?P<descending>(?:largest|biggest|highest) first)",
        r"(?:sort |order )?(?P<ascending>(?:smallest|lowest) first)",
        r"(?P<data>(?:keep the )?(?:original|data) order|(?:do not|don't) sort|unsorted)",
        r"(?:sortiere?|sortiert)(?: nach (?:größe|wert))? (?:(?P<descending>absteigend)|(?P<ascending>aufsteigend))",
        r"(?:sortiere?|sortiert) nach (?:(?P<descending>größe|wert)|(?P<label>name|namen))",
        r"(?P<label>(?:sortiere?|sortiert)? ?alphabetisch)",
        r"(?P<descending>(?:größte|höchste) zuerst)",
        r"(?P<ascending>(?:kleinste|niedrigste) zuerst)",
        r"(?P<data>(?:reihenfolge )?wie in den daten|nicht sortieren|unsortiert)",
    ),
    read=_sort,
    needs=("sort",),
)

TOP: Final = Request(
    name="top",
    does="show only the largest",
    examples=(
        Example("top 10", "bar", Wish({"top_n": 10})),
        Example("only the 5 largest", "pie", Wish({"top_n": 5})),
        Example("die 8 größten", "bar", Wish({"top_n": 8})),
        Example("show all categories", "bar", Wish({"top_n": None})),
    ),
    patterns=patterns(
        rf"(?:show )?(?:only )?(?:the )?top[ -]?{_COUNT}{_THINGS}?",
        rf"(?:show )?(?:only )?(?:the )?{_COUNT} (?:largest|biggest|highest|most common){_THINGS}?",
        rf"(?:zeige )?(?:nur )?(?:die )?{_COUNT} (?:größten|höchsten|häufigsten){_THINGS}?",
        rf"(?:zeige )?(?:nur )?(?:die )?top[ -]?{_COUNT}",
        rf"(?:show all|zeige alle){_THINGS}?",
    ),
    read=_top,
    needs=("top_n",),
)

AGGREGATION: Final = Request(
    name="aggregation",
    does="choose how records of one place are aggregated",
    examples=(
        Example("use the median", "bar", Wish({"aggregation": "median"})),
        Example("show the sum", "bar", Wish({"aggregation": "sum"})),
        Example("Mittelwert", "bar-grouped", Wish({"aggregation": "mean"})),
        Example("zeige die Anzahl", "bar", Wish({"aggregation": "count"})),
    ),
    patterns=patterns(
        rf"(?:use |show |take |aggregate by |aggregation:? )?(?:the )?{_WORD}(?: values?)?(?: per (?:category|group))?",
        rf"(?:zeige |nimm |verwende )?(?:den |die |das )?{_WORD}(?: (?:verwenden|zeigen|nehmen))?",
    ),
    read=_aggregation,
    needs=("aggregation",),
)

DRAW: Final = Request(
    name="draw",
    does="draw it again",
    examples=(
        Example("plot it", "scatter", Wish(redraw=True)),
        Example("draw it again", "bar", Wish(redraw=True)),
        Example("zeichne es noch einmal", "bar", Wish(redraw=True)),
    ),
    patterns=patterns(
        r"(?:plot|draw|redraw|make|create)(?: it| this| the plot| a plot| plot)?(?: again| now)?",
        r"(?:zeichne|plotte|erstelle)(?: es| das| die grafik| den plot)?(?: noch einmal| nochmal| neu| jetzt)?",
    ),
    read=_draw,
)

REQUESTS: Final = (SORT, TOP, AGGREGATION, DRAW)
