"""Requests for texts: the title and the labels of the axes."""

from __future__ import annotations

from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.names import COLORS, OTHER_COLORS
from agent_svc.models.offline.request import Example, Heard, Request, UnmatchedError, Wish, require
from agent_svc.models.offline.tokens import plain_word

_SET: Final = "[set|change|make|put|use|add|give it|write|setze|ändere|schreibe|mach|füge]"
_THE: Final = "[the|a|an|den|die|der|das|einen|ein|eine|als]"
_IS: Final = "[to|as|is|saying|auf|ist|in|mit|zu]"
_TITLE: Final = "(title|heading|titel|überschrift|plot title|chart title|diagrammtitel)"
_NO: Final = "(no|without|remove|delete|drop|hide|ohne|kein|keinen|keine|entferne|lösche|i dont want|i dont need)"
_OFF: Final = "(weglassen|entfernen|löschen|weg|ausblenden)"
_MARKS: Final = ":;,.=-–— "
_LABEL: Final = "(label|title|name|caption|beschriftung|titel|achsenbeschriftung)"

# fmt: off
_STYLES: Final = frozenset({
    "bigger", "larger", "smaller", "bold", "italic", "centered", "centred", "left", "right", "shorter", "longer",
    "nicer", "better", "groesser", "kleiner", "fett", "kursiv", "zentriert", "links", "rechts", "kuerzer",
    "laenger", "schoener",
})
_REMARKS: Final = frozenset({
    "wrong", "incorrect", "missing", "fine", "ugly", "good", "bad", "off", "away", "gone", "on", "visible", "too long",
    "too small", "too big", "too large", "cut off", "falsch", "verkehrt", "weg", "gut", "schlecht", "haesslich", "aus",
    "an", "abgeschnitten", "zu lang", "zu klein", "zu gross", "sichtbar", "unsichtbar",
})
#: Words after which whatever comes is the text.
_GIVEN: Final = frozenset({":", "=", "to", "as", "auf", "in", "zu", "als", "saying", "read", "say", "it", "es"})
# fmt: on
_COLORS: Final = frozenset(
    plain_word(word) for wordings in (*COLORS.values(), *OTHER_COLORS.values()) for word in wordings.split("|")
)


def is_no_text(heard: Heard, slot: str) -> bool:
    """Whether the words of a slot are none to be written: only the mark before a text (“title:”), how one should look
    (“make the title bigger”), or what is said of it (“the title is wrong”)."""
    raw = heard.raw(slot)
    said = plain_word(raw)
    if (raw and not raw.strip(_MARKS)) or said in _STYLES:
        return True
    first = heard.found.spans[slot][0] if raw else 0
    follows = heard.tokens[first - 1].word if first else ""
    return follows not in _GIVEN and (said in _REMARKS or said in _COLORS)


def _title(heard: Heard, scene: Scene) -> Wish:
    return Wish({require(scene, "title"): _text(heard)})


def _label(heard: Heard, scene: Scene) -> Wish:
    return Wish({require(scene, f"{heard.value('axis')}_label"): _text(heard)})


def _text(heard: Heard) -> str | None:
    """What was said; None for none. Raises UnmatchedError for what is no text."""
    if is_no_text(heard, "text"):
        raise UnmatchedError
    return heard.text() or None


TITLE: Final = Request(
    name="title",
    does="have a title",
    german="einen Titel haben",
    english_examples=(
        Example("title: Dose response", "scatter", Wish({"title": "Dose response"})),
        Example('call it "Yield, by soil"', "bar", Wish({"title": "Yield, by soil"})),
        Example("no title", "line", Wish({"title": None})),
    ),
    german_examples=(
        Example("Titel: Ertrag und Boden", "bar", Wish({"title": "Ertrag und Boden"})),
        Example("ohne Titel", "line", Wish({"title": None})),
    ),
    phrases=(
        f"{_SET} {_THE} {_TITLE} {_IS} {{text}}",
        "(call|name|title) (it|this|the plot|the chart|the figure) {text}",
        f"[the|der] {_TITLE} (should|shall|must|soll|sollte) (be|read|say|sein) {{text}}",
        f"[der] {_TITLE} soll {{text}} (heißen|sein|lauten)",
        f"[use|nimm|set|setze] {{text}} as [the|a] {_TITLE}",
        f"[nimm|setze|verwende] {{text}} als {_TITLE}",
        f"{_THE} {_TITLE} (auf|in|zu) {{text}} (setzen|ändern|umbenennen)",
        "nenne (es|das|das diagramm|die grafik) {text}",
        f"{_NO} {_THE} {_TITLE}",
        f"{_THE} {_TITLE} {_OFF}",
    ),
    read=_title,
    needs=("title",),
)

LABEL: Final = Request(
    name="axis label",
    does="label an axis",
    german="eine Achse beschriften",
    english_examples=(
        Example("x label: Dose (mg)", "scatter", Wish({"x_label": "Dose (mg)"})),
        Example('label the y axis "Yield (t/ha)"', "scatter", Wish({"y_label": "Yield (t/ha)"})),
    ),
    german_examples=(
        Example("y-Achse: Ertrag (t/ha)", "bar", Wish({"y_label": "Ertrag (t/ha)"})),
        Example("beschrifte die x-Achse mit Dosis", "scatter", Wish({"x_label": "Dosis"})),
    ),
    phrases=(
        f"{_SET} {_THE} {{axis}} {_LABEL} {_IS} {{text}}",
        f"{_SET} {_THE} {_LABEL} (of|on|for|der|für) [the|die] {{axis}} {_IS} {{text}}",
        "[the|die] {axis} : {text}",
        "(label|name|call|rename|title) [the] {axis} [as|to|with] {text}",
        "[the] {axis} [label|title] (should|shall|must) (be|read|say) [called|named] {text}",
        "(beschrifte|nenne|benenne) [die] {axis} [mit|als|in] {text} [um]",
        "[die] {axis} soll {text} (heißen|sein)",
        f"{_THE} {{axis}} {_LABEL} (auf|in|zu) {{text}} (setzen|ändern|umbenennen)",
        "[die] {axis} (in|zu|mit) {text} (umbenennen|beschriften)",
        "[die] {axis} (heißt|heiße|heisse) {text}",
        f"{_NO} {_THE} {{axis}} {_LABEL}",
        f"{_NO} {_THE} {_LABEL} (of|on|for|der|an der|für) [the|die] {{axis}}",
        f"{_THE} {{axis}} {_LABEL} {_OFF}",
    ),
    read=_label,
    needs=("x_label", "y_label"),
    related=("title",),
)

REQUESTS: Final = (TITLE, LABEL)
