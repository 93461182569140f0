"""Requests for what was: draw it again, undo, take defaults back; and for help."""

from __future__ import annotations

from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Heard, Request, UnfitError, Wish, require

_IT: Final = "[it|this|that|the plot|the chart|a plot|plot|es|das|die grafik|das diagramm|den plot]"
_AGAIN: Final = "[again|now|once more|anew|noch einmal|nochmal|nochmals|neu|jetzt|erneut]"


def _draw(_heard: Heard, _scene: Scene) -> Wish:
    return Wish(redraw=True)


def _undo(_heard: Heard, scene: Scene) -> Wish:
    if scene.earlier is None:
        raise UnfitError("there is no earlier version", "es gibt keine frühere Version")
    return Wish(undo=True)


def _reset(heard: Heard, scene: Scene) -> Wish:
    return Wish({require(scene, heard.value("option")): None})


def _reset_all(_heard: Heard, scene: Scene) -> Wish:
    changed = [option.name for option in scene.chart.options if scene.options.get(option.name) != option.default]
    return Wish(dict.fromkeys(changed), redraw=not changed)


def _help(_heard: Heard, _scene: Scene) -> Wish:
    return Wish(help=True)


DRAW: Final = Request(
    name="draw",
    does="be drawn again",
    german="noch einmal gezeichnet werden",
    english_examples=(
        Example("plot it", "scatter", Wish(redraw=True)),
        Example("draw it again", "bar", Wish(redraw=True)),
    ),
    german_examples=(Example("zeichne es noch einmal", "bar", Wish(redraw=True)),),
    phrases=(
        f"(plot|draw|redraw|replot|refresh|update|render|create|make|try) {_IT} {_AGAIN}",
        "(nochmal|noch mal|noch einmal|once more)",
        f"(zeichne|plotte|erstelle|aktualisiere) {_IT} {_AGAIN}",
        f"{_IT} {_AGAIN} (zeichnen|plotten|erstellen|aktualisieren)",
    ),
    read=_draw,
)

UNDO: Final = Request(
    name="undo",
    does="go back to how it was",
    german="wieder wie vorher werden",
    english_examples=(
        Example("undo that", "scatter", Wish(undo=True)),
        Example("as before", "bar", Wish(undo=True)),
    ),
    german_examples=(
        Example("wie vorher", "scatter", Wish(undo=True)),
        Example("rückgängig machen", "bar", Wish(undo=True)),
    ),
    phrases=(
        "(undo|revert|take back) [it|that|this|the last change|the change|my last change|last change]",
        "take (it|that) back",
        "[please] go back [one step|to the (last|previous|earlier) version|to (how it was|what it was) [before]"
        "|a version]",
        "[make|have] [it|everything] (as|like|the way|how) [it was|it looked|it used to be] (before|earlier"
        "|previously)",
        "(it was|that was|it looked) better before",
        "[back to] [the] (previous|last|earlier) version [please|back]",
        "back",
        "[mach|mache|stell|stelle] [es|das|alles] [genau] wie (vorher|zuvor|vorhin|früher|eben)",
        "(zurück|rückgängig) [machen|bitte|zur (letzten|vorherigen|vorigen) version|zum vorherigen]",
        "(mach|mache|nimm) (es|das|die änderung|die letzte änderung) (rückgängig|zurück)",
        "[die] [letzte] änderung (rückgängig machen|zurücknehmen)",
        "(das|es) (war|sah) (vorher|zuvor|davor) besser [aus]",
        "[die] (vorherige|letzte|vorige|frühere) version",
    ),
    read=_undo,
)

RESET: Final = Request(
    name="reset",
    does="take a default back",
    german="eine Vorgabe wiederherstellen",
    english_examples=(
        Example("default title", "bar", Wish({"title": None})),
        Example("reset the colour", "bar", Wish({"color": None})),
    ),
    german_examples=(
        Example("Titel zurücksetzen", "bar", Wish({"title": None})),
        Example("Standardfarbe", "scatter", Wish({"color": None})),
    ),
    phrases=(
        "[use|set|with] [the] (default|automatic|standard|normal|original) {option}",
        "reset [the] {option} [to (default|normal|automatic)]",
        "[set] [the|die|den|das] {option} [back] [to|auf] (default|automatic|auto|standard|automatisch"
        "|zurücksetzen|zurück)",
        "(setze|stelle) [die|den|das] {option} (zurück|auf standard)",
        "(automatische|automatischer|automatisches|automatischen|normale|normaler) {option}",
        "standard {option}",
        "{standardcolor:option}",
    ),
    read=_reset,
    related=("reset all",),
)

RESET_ALL: Final = Request(
    name="reset all",
    does="take all defaults back",
    german="alle Vorgaben wiederherstellen",
    english_examples=(Example("reset everything", "bar", Wish(redraw=True)),),
    german_examples=(Example("alles zurücksetzen", "bar", Wish(redraw=True)),),
    phrases=(
        "reset [all|everything] [the] [options|settings|it|chart|plot]",
        "[set] (all|everything) [back] [to] (default|defaults|standard|normal)",
        "[use|set] [the] (default options|default settings|defaults)",
        "(alles|alle optionen|alle einstellungen|die einstellungen) (zurücksetzen|auf standard)",
        "(setze|stelle) (alles|alle einstellungen) zurück",
        "zurücksetzen",
    ),
    read=_reset_all,
)

HELP: Final = Request(
    name="help",
    does="say what it can do",
    german="sagen, was es kann",
    english_examples=(Example("what can you do?", "bar", Wish(help=True)),),
    german_examples=(Example("Was kannst du?", "bar", Wish(help=True)),),
    phrases=(
        "help [me|please]",
        "[show|tell] [me] what (can|could) (you|i) (do|say|ask|change) [here|for me]",
        "what [else] is possible [here]",
        "how does this work",
        "(hilfe|hilf mir)",
        "was (kannst du|kann ich|können sie|geht|ist möglich) [alles|hier] [tun|machen|sagen|ändern]",
        "wie (geht|funktioniert) das",
    ),
    read=_help,
)

REQUESTS: Final = (DRAW, UNDO, RESET_ALL, RESET, HELP)
