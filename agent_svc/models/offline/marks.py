"""Requests for the marks: their size, opacity and width, what is written at them, lines to compare with, highlights."""

from __future__ import annotations

from typing import Final

from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
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
from agent_svc.models.offline.settings_names import SWITCHES

#: What to say for a line through the points, which is a chart of its own.
_TREND: Final = {Language.ENGLISH: "make it a regression", Language.GERMAN: "als Regressionsdiagramm"}


def _switch(heard: Heard, scene: Scene) -> Wish:
    switch = SWITCHES[heard.value("switch")]
    wanted = not (heard.value("off") or heard.value("gone"))
    option = next((one for name in switch.options if (one := scene.chart.option(name)) is not None), None)
    if option is None:
        title = scene.chart.title
        english, german = f"a {title.lower()} cannot {switch.does}", f"das Diagramm kann nicht {switch.german}"
        raise UnfitError(english, german, _TREND if wanted and "trend" in switch.options and scene.charts else None)
    if option.kind == "choice":
        return Wish({option.name: option.choices[0] if wanted else "none"})
    return Wish({option.name: wanted})


def _reference(heard: Heard, scene: Scene) -> Wish:
    name = require(scene, "reference")
    if heard.value("noline"):
        return Wish({name: None})
    label = heard.text()
    return Wish({name: heard.required_number()} | ({"reference_label": label} if label else {}))


def _highlight(heard: Heard, scene: Scene) -> Wish:
    if heard.value("off"):
        return Wish({require(scene, "highlight"): None})
    return Wish({require(scene, "highlight"): heard.text()})


def _spread(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "spread")
    if heard.value("spread") not in option.choices:
        raise UnmatchedError
    return Wish({option.name: heard.value("spread")})


SWITCH: Final = Request(
    name="shown",
    does="show or hide a part",
    german="einen Teil zeigen oder weglassen",
    english_examples=(
        Example("show values", "bar", Wish({"show_values": True})),
        Example("hide the values", "bar", Wish({"show_values": False})),
        Example("with markers", "line", Wish({"markers": True})),
        Example("without outliers", "boxen", Wish({"show_outliers": False})),
    ),
    german_examples=(
        Example("Werte anzeigen", "bar", Wish({"show_values": True})),
        Example("ohne Fallzahlen", "box", Wish({"show_counts": False})),
    ),
    phrases=(
        "(show|with|add|display|put|write|draw|include|zeige|mit|schreibe|zeichne|füge)"
        " [the|a|its|die|das|den|ein|einen|eine] {switch} [hinzu|anzeigen|zeigen|ein]",
        "[the|die|das|den] {switch} (on|an|anzeigen|zeigen|einblenden|einzeichnen|darstellen)",
        "blende [die|das|den] {switch} ein",
        "{off} [the|any|die|das|den] {switch} [anymore|anzeigen|zeigen|mehr]",
        "[the|die|das|den] {switch} {gone}",
        "{negation:off} (show|display|add|draw) [the|any] {switch}",
        "blende [die|das|den] {switch} {aus:off}",
    ),
    read=_switch,
)

REFERENCE: Final = Request(
    name="reference line",
    does="draw a reference line",
    german="eine Referenzlinie zeichnen",
    english_examples=(
        Example("reference line at 50", "step", Wish({"reference": 50.0})),
        Example("add a line at 12 called Target", "step", Wish({"reference": 12.0, "reference_label": "Target"})),
        Example("no reference line", "step", Wish({"reference": None})),
    ),
    german_examples=(Example("Referenzlinie bei 2,5", "step", Wish({"reference": 2.5})),),
    phrases=(
        *(
            phrase.replace("{named}", named)
            for named in (
                "",
                "(called|named|labelled|labeled|with the label|namens|mit der beschriftung|genannt) {text}",
            )
            for phrase in (
                "[add|draw|show|put|set|with|insert] [a|the] [horizontal|vertical|dashed|dotted] (line"
                "|reference line|reference"
                "|target line|threshold line|rule) (at|to) [y|x|y =|x =] {number} {named}",
                "[zeichne|zeige|setze|mit|füge] [eine|die] [waagerechte|gestrichelte|senkrechte] (linie"
                "|referenzlinie|hilfslinie"
                "|ziellinie|schwellenlinie) (bei|auf) {number} [ein|hinzu] {named}",
            )
        ),
        "{noline}",
    ),
    read=_reference,
    needs=("reference",),
    related=("range", "log scale"),
)

HIGHLIGHT: Final = Request(
    name="highlight",
    does="highlight one of its names",
    german="einen Namen hervorheben",
    english_examples=(Example("highlight Berlin", "line-multi", Wish({"highlight": "Berlin"})),),
    german_examples=(Example("hebe Berlin hervor", "line-multi", Wish({"highlight": "Berlin"})),),
    phrases=(
        "(highlight|emphasise|emphasize) [the|only] {text}",
        "(hebe|heb) [die|den|das|nur] {text} hervor",
        "[die|den|das|nur] {text} hervorheben",
        "hervorheben {text}",
        "{off} [the] (highlight|highlighting|emphasis|hervorhebung)",
    ),
    read=_highlight,
    needs=("highlight",),
    related=("colour",),
)

SPREAD: Final = Request(
    name="error bars",
    does="choose what its error bars show",
    german="wählen, was die Fehlerbalken zeigen",
    english_examples=(Example("error bars show the standard deviation", "errorbar", Wish({"spread": "sd"})),),
    german_examples=(Example("Fehlerbalken als Standardfehler", "errorbar", Wish({"spread": "sem"})),),
    phrases=(
        "[use|show|zeige|nimm] [the|die] (error bars|error bar|errorbars|fehlerbalken|spread|whiskers)"
        " [show|are|as|with|to|als|zeigen|mit|should|sollen] [be|the|die|den|das] {spread} [zeigen]",
        "[use|show|nimm|zeige] [the|die|den|das] {spread} [as|als] [error bars|fehlerbalken]",
        "{spread}",
    ),
    read=_spread,
    needs=("spread",),
    related=("aggregation",),
)

REQUESTS: Final = (
    REFERENCE,
    SPREAD,
    HIGHLIGHT,
    SWITCH,
)
