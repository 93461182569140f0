"""Requests for the size, the opacity and the width of the marks."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue.option import Option
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import (
    Example,
    Heard,
    Request,
    Wish,
    required,
)

_GROWTH: Final = 1.6  # how much larger “larger points” are, in area
_THICKER: Final = 1.5
_AUTOMATIC_AREA: Final = 30.0  # what is enlarged where the size is automatic
_AUTOMATIC_WIDTH: Final = 1.8
_AUTOMATIC_OPACITY: Final = 0.8
_SET: Final = "[set|change|make|use|setze|stelle|ändere]"
_TO: Final = "[to|of|is|at|auf|von|in|mit]"
_POINTS: Final = "(points|dots|markers|circles|bubbles|punkte|marker|kreise|blasen)"
_IT: Final = f"[it|them|the {_POINTS}|{_POINTS}|die {_POINTS}|the bars|es|sie|everything]"
_MAKE: Final = "[make|use|show|with|draw|mach|mache|zeige|mit|nimm]"
_SIZE: Final = (
    "((point|marker|dot|circle|bubble) size|size of the {points}|punktgröße|markergröße|kreisgröße|größe der {points})"
).replace("{points}", _POINTS)
_LINES: Final = "(line|lines|curve|curves|linie|linien|kurven)"


def _point_size(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "point_size", "bubble_size")
    size = heard.number()
    if size is None:
        factor = {"up": _GROWTH, "down": 1 / _GROWTH, "double": 2.0, "half": 0.5}[heard.value("step")]
        size = _scaled(option, scene, factor, _AUTOMATIC_AREA)
    return Wish({option.name: size})


def _opacity(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "opacity")
    if heard.value("clarity"):
        factor = {"less": 1 / _GROWTH, "more": _GROWTH}[heard.value("clarity")]
        return Wish({option.name: _scaled(option, scene, factor, _AUTOMATIC_OPACITY, digits=2)})
    if heard.value("halfway"):
        return Wish({option.name: 0.5})
    part = heard.required_number() / (100 if heard.value("percent") else 1)
    return Wish({option.name: round(1 - part, 4) if heard.value("seethrough") else part})


def _line_width(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "line_width")
    width = heard.number()
    if width is None:
        factor = {"up": _THICKER, "down": 1 / _THICKER}[heard.value("thickness")]
        width = _scaled(option, scene, factor, _AUTOMATIC_WIDTH)
    return Wish({option.name: width})


def _scaled(option: Option, scene: Scene, factor: float, automatic: float, digits: int = 1) -> float:
    now = scene.options.get(option.name)
    wanted = (float(now) if isinstance(now, int | float) else automatic) * factor
    return round(min(max(wanted, option.min or wanted), option.max or wanted), digits)


POINT_SIZE: Final = Request(
    name="point size",
    does="have larger or smaller points",
    german="größere oder kleinere Punkte haben",
    english_examples=(
        Example("point size 50", "scatter", Wish({"point_size": 50.0})),
        Example("larger points", "scatter", Wish({"point_size": 48.0})),
    ),
    german_examples=(
        Example("kleinere Punkte", "scatter", Wish({"point_size": 18.8})),
        Example("Punktgröße 50", "scatter", Wish({"point_size": 50.0})),
    ),
    phrases=(
        f"{_SET} [the|die] {_SIZE} {_TO} {{number}}",
        f"{_MAKE} {_IT} {{step}} [{_POINTS}]",
        f"{_MAKE} [the|die] {_POINTS} {{step}} [zeichnen|machen]",
    ),
    read=_point_size,
    needs=("point_size", "bubble_size"),
    related=("line width", "opacity"),
)

OPACITY: Final = Request(
    name="opacity",
    does="be more or less transparent",
    german="mehr oder weniger durchsichtig sein",
    english_examples=(
        Example("opacity 0.4", "scatter", Wish({"opacity": 0.4})),
        Example("30 % transparent", "scatter", Wish({"opacity": 0.7})),
    ),
    german_examples=(Example("Deckkraft 40 %", "scatter", Wish({"opacity": 0.4})),),
    phrases=(
        f"{_SET} [the|die] (opacity|alpha|deckkraft) {_TO} {{number}} [{{percent}}]",
        f"[{_MAKE[1:-1]}] {_IT} {{number}} [{{percent}}] (opacity|opaque|deckkraft|deckend)",
        f"{_SET} [the|die] {{seethrough}} {_TO} {{number}} [{{percent}}]",
        f"{_MAKE} {_IT} {{number}} [{{percent}}] {{seethrough}}",
        f"{_MAKE} {_IT} {{halfway}} [{_POINTS}]",
        f"{_MAKE} {_IT} {{clarity}} [{_POINTS}]",
    ),
    read=_opacity,
    needs=("opacity",),
    related=("point size",),
)

LINE_WIDTH: Final = Request(
    name="line width",
    does="have thicker or thinner lines",
    german="dickere oder dünnere Linien haben",
    english_examples=(
        Example("line width 2.5", "line", Wish({"line_width": 2.5})),
        Example("thicker lines", "line", Wish({"line_width": 2.7})),
    ),
    german_examples=(Example("dünnere Linien", "line", Wish({"line_width": 1.2})),),
    phrases=(
        f"{_SET} [the|die] ({_LINES} (width|thickness)|(width|thickness) of the {_LINES}|linienbreite"
        f"|linienstärke|liniendicke)"
        f" {_TO} {{number}} [pt|points|punkt]",
        f"{_MAKE} [the|a|die|eine] {{thickness}} {_LINES}",
        f"{_MAKE} [it|them|es|sie] {{thickness}}",
        f"{_MAKE} [the|die] {_LINES} {{thickness}} [zeichnen|machen]",
    ),
    read=_line_width,
    needs=("line_width",),
    related=("point size",),
)

REQUESTS: Final = (
    POINT_SIZE,
    OPACITY,
    LINE_WIDTH,
)
