"""Requests for stacks and shares."""

from __future__ import annotations

from typing import Final

from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.german import german_choices, listed
from agent_svc.models.offline.request import (
    Example,
    Heard,
    Request,
    UnfitError,
    Wish,
    require,
    required,
)

#: The chart to offer where one cannot stack.
_STACKED: Final = {
    "bar": "bar-stacked",
    "bar-grouped": "bar-stacked",
    "bar-horizontal": "bar-stacked",
    "line": "area-stacked",
}
_STACKED_OFFERS: Final = {
    "bar-stacked": {
        Language.ENGLISH: "make it a stacked bar chart",
        Language.GERMAN: "als gestapeltes Balkendiagramm",
    },
    "area-stacked": {
        Language.ENGLISH: "make it a stacked area chart",
        Language.GERMAN: "als gestapeltes Flächendiagramm",
    },
}


def _stacking(heard: Heard, scene: Scene) -> Wish:
    if scene.chart.option("stacking") is None:
        twin = _STACKED.get(scene.chart.id, "")
        if twin in scene.charts and not heard.value("off"):
            raise UnfitError(offer=_STACKED_OFFERS[twin])
    return Wish({require(scene, "stacking"): "overlaid" if heard.value("off") else "stacked"})


def _share(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "scale")
    asked = heard.value("share") or "percent"
    wanted = "count" if asked == "amount" and "count" in option.choices else asked
    if wanted not in option.choices:
        raise UnfitError(f"the scales are {listed(option)}", f"die Skalen sind: {german_choices(option)}")
    return Wish({option.name: wanted})


STACKING: Final = Request(
    name="stacking",
    does="stack its series",
    german="die Reihen stapeln",
    english_examples=(
        Example("stack the areas", "area", Wish({"stacking": "stacked"})),
        Example("not stacked", "area", Wish({"stacking": "overlaid"})),
    ),
    german_examples=(
        Example("gestapelt", "area", Wish({"stacking": "stacked"})),
        Example("nicht gestapelt", "area", Wish({"stacking": "overlaid"})),
    ),
    phrases=(
        "[make it|show it|use] [as] (stacked|stack|stacking|gestapelt|stapeln) [it|them|the series|the areas"
        "|the bars|areas|bars]",
        "[die] (flächen|balken|reihen|serien) (stapeln|gestapelt)",
        "(staple|stapele|stapel) (sie|es|die flächen|die balken|die reihen)",
        "{stackoff:off}",
    ),
    read=_stacking,
    needs=("stacking",),
    related=("share",),
)

SHARE: Final = Request(
    name="share",
    does="show shares or amounts",
    german="Anteile oder Mengen zeigen",
    english_examples=(
        Example("show percent", "histogram", Wish({"scale": "percent"})),
        Example("as shares", "bar-stacked", Wish({"scale": "percent"})),
        Example("absolute values", "bar-stacked", Wish({"scale": "amount"})),
    ),
    german_examples=(Example("in Prozent", "area-stacked", Wish({"scale": "percent"})),),
    phrases=(
        "[show|use|display|make it|plot|zeige|nimm] [it|them|the values|es|die werte] [as|in|als] [a|the|die]"
        " {share} [values|amounts|numbers|werte|werten|zahlen|mengen|zeigen|anzeigen] [instead]",
        "(100 %|100 percent|100 prozent) (stacked|gestapelt)",
    ),
    read=_share,
    needs=("scale",),
    related=("shown", "stacking"),
)

REQUESTS: Final = (
    STACKING,
    SHARE,
)
