"""Requests for the colour and the palette."""

from __future__ import annotations

from typing import Final

from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.german import CHOICES, german_choices, listed
from agent_svc.models.offline.names import COLORS, OTHER_COLORS
from agent_svc.models.offline.request import (
    Example,
    Heard,
    Request,
    UnfitError,
    UnmatchedError,
    Wish,
    required,
)
from agent_svc.models.offline.spelling import slips, slips_forgiven
from agent_svc.models.offline.tokens import plain_word

_THINGS: Final = "(bars|points|dots|lines|line|areas|boxes|markers|balken|säulen|punkte|linien|linie|flächen|boxen)"
_IT: Final = (
    f"(it|them|this|that|everything|the plot|the chart|[the] {_THINGS}|es|sie|das|alles|[die] {_THINGS}|das diagramm)"
)
_PAINT: Final = "(make|paint|color|colour|turn|draw|show|have|färbe|mach|mache|male|zeichne)"
_COLOR: Final = "(color|colour|farbe)"
_OF_PALETTE: Final = {
    wording: color for color, wordings in COLORS.items() for wording in map(plain_word, wordings.split("|"))
}
_NEAR: Final = {
    wording: color for color, wordings in OTHER_COLORS.items() for wording in map(plain_word, wordings.split("|"))
}


def _color(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "color")
    color = heard.value("color")
    if not color:
        raise _no_color(plain_word(heard.text("words") or heard.text("named")), sure=bool(heard.raw("named")))
    if color not in option.choices:
        raise UnfitError(f"the colours are {listed(option)}", f"die Farben sind {german_choices(option)}")
    return Wish({option.name: color})


def _foreign_color(heard: Heard, scene: Scene) -> Wish:
    required(scene, "color")
    raise _offering(heard.value("foreign"))


def _no_color(said: str, *, sure: bool) -> UnfitError | UnmatchedError:
    """What to say of a word that is no colour of the palette; `sure`: it was said to be a colour."""
    said = said.split()[0] if said else ""
    near = _NEAR.get(said)
    if near is None:
        slipped = sorted((slips(said, word), word) for word in _OF_PALETTE if abs(len(word) - len(said)) < 3)
        if slipped and slipped[0][0] <= slips_forgiven(said):
            near = _OF_PALETTE[slipped[0][1]]
    if near is not None:
        return _offering(near)
    return _offering(None) if sure else UnmatchedError()


def _offering(near: str | None) -> UnfitError:
    offer = None
    if near is not None:
        offer = {Language.ENGLISH: f"make it {near}", Language.GERMAN: f"Farbe {CHOICES[near]}"}
    return UnfitError(
        f"the colours are {', '.join(COLORS)}",
        f"die Farben sind {', '.join(CHOICES[color] for color in COLORS)}",
        offer,
    )


def _not_a_color(_heard: Heard, scene: Scene) -> Wish:
    required(scene, "color")
    raise UnfitError("say which colour you want instead", "sagen Sie, welche Farbe es stattdessen sein soll")


def _palette(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "palette")
    asked = plain_word(heard.text("words"))
    if asked not in option.choices:
        raise UnfitError(f"the palettes are {listed(option)}", f"die Paletten sind {german_choices(option)}")
    return Wish({option.name: asked})


COLOR: Final = Request(
    name="colour",
    does="be given a colour",
    german="eine Farbe bekommen",
    english_examples=(
        Example("make it green", "scatter", Wish({"color": "green"})),
        Example("colour: purple", "bar", Wish({"color": "purple"})),
    ),
    german_examples=(
        Example("Farbe: grün", "line", Wish({"color": "green"})),
        Example("in Blau", "bar", Wish({"color": "blue"})),
    ),
    phrases=(
        f"[set|change|use|make|setze|ändere|nimm] [the|die|als] {_COLOR} [to|of|is|be|auf|in|zu] {{color}}"
        f" [ändern|setzen|wechseln]",
        f"{_PAINT} {_IT} [in|be] [a] {{color}}",
        f"[{_IT}] [in|use|with|should be|mit|soll] {{color}} {_THINGS} [sein]",
        f"[{_IT}] (in|use|as|with|nimm|mit|be|sollen|soll|should be) {{color}} [sein]",
        f"{_IT} {{color}}",
        "(only|just|but|nur|aber) in {color}",
        f"[set|change|use|make|setze|ändere|nimm] [the|die|als] {_COLOR} [to|of|is|be|auf|in|zu] {{words:named}}",
        f"{_PAINT} {_IT} [in] [a] {{words}}",
    ),
    read=_color,
    needs=("color",),
    related=("palette",),
)

FOREIGN_COLOR: Final = Request(
    name="other colour",
    does="be given a colour",
    german="eine Farbe bekommen",
    english_examples=(),
    german_examples=(),
    phrases=(
        f"[set|change|use|setze|ändere|nimm] [the|die|als] {_COLOR} [to|of|is|auf|in|zu] {{foreign}}",
        f"{_PAINT} {_IT} [in] [a] {{foreign}}",
        f"[{_IT}] [in|use|with|mit] {{foreign}} {_THINGS}",
        f"[{_IT}] (in|use|nimm) {{foreign}}",
        f"{_IT} {{foreign}}",
    ),
    read=_foreign_color,
    needs=("color",),
    related=("colour", "palette"),
)

NOT_A_COLOR: Final = Request(
    name="not a colour",
    does="be given a colour",
    german="eine Farbe bekommen",
    english_examples=(),
    german_examples=(),
    phrases=(
        f"(not|nicht|no|kein) [so] [in|in der farbe] {{color}} [{_THINGS}]",
        f"(dont|do not) {_PAINT} {_IT} [in] {{color}}",
        f"[{_PAINT}] [{_IT}] nicht {{color}}",
    ),
    read=_not_a_color,
    needs=("color",),
    related=("colour", "palette"),
)

PALETTE: Final = Request(
    name="palette",
    does="be given a palette",
    german="eine Farbpalette bekommen",
    english_examples=(Example("palette viridis", "heatmap", Wish({"palette": "viridis"})),),
    german_examples=(Example("Farbpalette: magma", "heatmap", Wish({"palette": "magma"})),),
    phrases=(
        "[use|set|nimm|setze] [the|die] (palette|colormap|colourmap|color map|colour map|color palette"
        "|farbpalette|farbskala"
        "|farbschema|color scheme|colour scheme) [to|auf] {words}",
        "[use|nimm|with|mit] [the|die] {words} (palette|colormap|colourmap|color map|colour map|colors|colours"
        "|farbpalette|farbskala|farben)",
    ),
    read=_palette,
    needs=("palette",),
    related=("colour",),
)

REQUESTS: Final = (
    COLOR,
    FOREIGN_COLOR,
    NOT_A_COLOR,
    PALETTE,
)
