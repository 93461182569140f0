"""Requests for how it looks: colour, palette, legend, theme, orientation, dates."""

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
from agent_svc.pipeline.outcome import Theme

_THINGS: Final = "(bars|points|dots|lines|line|areas|boxes|markers|balken|säulen|punkte|linien|linie|flächen|boxen)"
_IT: Final = (
    f"(it|them|this|that|everything|the plot|the chart|[the] {_THINGS}|es|sie|das|alles|[die] {_THINGS}|das diagramm)"
)
_KEY: Final = "(legend|legende|color bar|colour bar|colorbar|colourbar|farbleiste|farbbalken|key)"
_THE: Final = "[the|a|an|any|die|der|das|eine|den]"
_SURE: Final = "[theme|mode|background|version|style|design|modus|hintergrund|version|thema|darstellung|variante]"


def _legend(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "legend")
    place = heard.value("place") or ("none" if heard.value("hidden") else "auto")
    if place not in option.choices:
        offer = {Language.ENGLISH: "legend on the right", Language.GERMAN: "Legende rechts"}
        raise UnfitError(
            f"the legend can be {listed(option)}",
            f"die Legende kann so stehen: {german_choices(option)}",
            offer if "right" in option.choices else None,
        )
    return Wish({option.name: place})


def _theme(heard: Heard, _scene: Scene) -> Wish:
    dark = (heard.value("brightness") == "dark") is not bool(heard.value("negated"))
    return Wish(theme=Theme.DARK if dark else Theme.LIGHT)


def _orientation(heard: Heard, scene: Scene) -> Wish:
    direction = heard.value("direction") or "horizontal"
    if heard.value("negated"):
        direction = {"horizontal": "vertical", "vertical": "horizontal"}[direction]
    return Wish({require(scene, "orientation"): direction})


def _date_format(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "date_format")
    asked = heard.value("dates") or heard.text("words").casefold().replace("jjjj", "yyyy").replace("tt", "dd")
    chosen = next((choice for choice in option.choices if choice.casefold() == asked.casefold()), None)
    if chosen is None:
        raise UnfitError(
            f"dates can be written as {listed(option)}", f"Daten lassen sich so schreiben: {german_choices(option)}"
        )
    return Wish({option.name: chosen})


LEGEND: Final = Request(
    name="legend",
    does="place or hide a legend",
    german="eine Legende setzen oder weglassen",
    english_examples=(
        Example("no legend", "scatter", Wish({"legend": "none"})),
        Example("legend on the right", "line", Wish({"legend": "right"})),
        Example("show the legend", "scatter", Wish({"legend": "auto"})),
    ),
    german_examples=(
        Example("ohne Legende", "scatter", Wish({"legend": "none"})),
        Example("Legende oben", "area", Wish({"legend": "above"})),
    ),
    phrases=(
        "{nokey:hidden}",
        f"[move|put|place|set|show|have|setze|verschiebe|zeige|stelle] {_THE} {_KEY} [to|on|at|in|nach|above|über]"
        " [the|dem|das|diagramm] {place} [side|hand side|plot|chart|anzeigen|setzen]",
        f"{{place}} {_KEY}",
        f"(show|with|automatic|display|add|bring back|zeige|mit|zeig) {_THE} {_KEY}",
        f"{_THE} {_KEY} (einblenden|anzeigen|zeigen|on|an|automatic|automatisch)",
        f"blende {_THE} {_KEY} ein",
    ),
    read=_legend,
    needs=("legend",),
)

THEME: Final = Request(
    name="theme",
    does="be drawn light or dark",
    german="hell oder dunkel sein",
    english_examples=(
        Example("dark theme", "scatter", Wish(theme=Theme.DARK)),
        Example("make it light", "pie", Wish(theme=Theme.LIGHT)),
        Example("not dark", "pie", Wish(theme=Theme.LIGHT)),
    ),
    german_examples=(
        Example("dunkles Design", "bar", Wish(theme=Theme.DARK)),
        Example("bitte hell", "bar", Wish(theme=Theme.LIGHT)),
    ),
    phrases=(
        "[make|draw|show|have|turn|use|switch to|change to|go|mach|mache|zeichne|zeige|nimm] [it|this|the plot"
        "|the chart|es|das]"
        f" [in|on|to|with|im|auf|vor|mit] [the|a|an|das|ein|einen|einem] {{brightness}} {_SURE}",
        "[set|use] [the] (theme|mode|background|design|hintergrund) [to|is|soll|auf] {brightness} [sein]",
        "{negation:negated} [make|have|use|machen] [it|es] [so|too|zu] [a|the] {brightness} " + _SURE,
    ),
    read=_theme,
)

ORIENTATION: Final = Request(
    name="orientation",
    does="be laid down or stood up",
    german="waagerecht oder senkrecht sein",
    english_examples=(
        Example("horizontal bars", "bar", Wish({"orientation": "horizontal"})),
        Example("make it vertical", "box", Wish({"orientation": "vertical"})),
    ),
    german_examples=(
        Example("waagerechte Balken", "bar", Wish({"orientation": "horizontal"})),
        Example("senkrecht", "bar", Wish({"orientation": "vertical"})),
    ),
    phrases=(
        f"[make|turn|use|draw|show|put|lay|flip|mach|mache|zeichne|zeige|lege] [{_IT}] {{direction}}"
        " [bars|columns|boxes|violins|orientation|balken|säulen|boxen|kästen|violinen]",
        "[set|make] [the] (orientation|ausrichtung) [to|is|auf] {direction}",
        "[die] (balken|säulen|boxen|kästen|violinen) {direction} [zeichnen|zeigen|legen]",
        "{negation:negated} [make|machen] [it|them|the bars] {direction} [bars|balken]",
        f"(turn|flip|lay|put) {_IT} (on its side|on their side|on the side|down|over|around)",
        f"(drehe|dreh|kippe) {_IT} [um]",
    ),
    read=_orientation,
    needs=("orientation",),
    related=("order",),
)

DATE_FORMAT: Final = Request(
    name="date format",
    does="write dates",
    german="Daten schreiben",
    english_examples=(
        Example("date format DD.MM.YYYY", "line-timeseries", Wish({"date_format": "DD.MM.YYYY"})),
        Example("dates as month and year", "line-timeseries", Wish({"date_format": "Mon YYYY"})),
    ),
    german_examples=(
        Example("Datumsformat TT.MM.JJJJ", "line-timeseries", Wish({"date_format": "DD.MM.YYYY"})),
        Example("nur das Jahr anzeigen", "line-timeseries", Wish({"date_format": "YYYY"})),
    ),
    phrases=(
        *(
            phrase.replace("{format}", wanted)
            for wanted in ("{dates}", "{words}")
            for phrase in (
                "[set|change|use|setze] [the|das] (date format|format of the dates|dateformat|datumsformat) [to"
                "|auf|as|als] {format}",
                "[write|show|format|display|schreibe|zeige] [the|das|die] (dates|date|datum|daten"
                "|datumsangaben) (as|like|with|in|als|im format)"
                " [only] [the|das] {format} [format|only|schreiben|anzeigen]",
            )
        ),
        "(only|just) [show] [the] {dates}",
        "show (only|just) [the] {dates}",
        "[zeige] nur [das|die|den] {dates} [anzeigen|zeigen]",
        "[use|in|with|show] {dates} (dates|date format|datumsformat|datum|datumsangaben|format)",
    ),
    read=_date_format,
    needs=("date_format",),
)

REQUESTS: Final = (
    LEGEND,
    THEME,
    ORIENTATION,
    DATE_FORMAT,
)
