"""Requests for texts: the title and the labels of the axes."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Request, Wish, patterns, require

_VALUE: Final = r"(?P<value>\S.*)"
_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "„": "“", "«": "»", "‘": "’"}
_AXIS: Final = r"(?P<axis>[xy])[ -]?"


def unquoted(text: str) -> str:
    """`text` without the quotes around it."""
    stripped = text.strip()
    closing = _QUOTES.get(stripped[:1])
    if closing and len(stripped) > 1 and stripped[-1] in (closing, '"', "”"):
        return stripped[1:-1].strip()
    return stripped


def _title(found: re.Match[str], scene: Scene) -> Wish:
    return Wish({require(scene, "title"): unquoted(found["value"]) if "value" in found.groupdict() else None})


def _label(found: re.Match[str], scene: Scene) -> Wish:
    name = require(scene, f"{found['axis'].lower()}_label")
    return Wish({name: unquoted(found["value"]) if "value" in found.groupdict() else None})


TITLE: Final = Request(
    name="title",
    does="set or remove the title",
    examples=(
        Example("title: Dose response", "scatter", Wish({"title": "Dose response"})),
        Example('call it "Yield, by soil"', "bar", Wish({"title": "Yield, by soil"})),
        Example("Titel: Ertrag und Boden", "bar", Wish({"title": "Ertrag und Boden"})),
        Example("ohne Titel", "line", Wish({"title": None})),
    ),
    patterns=patterns(
        r"no title|without (?:a )?title|(?:remove|delete|drop) the title",
        r"(?:ohne|entferne den|kein(?:en)?) titel",
        rf"(?:set |change |make )?(?:the )?title(?: to| as| is|:| =|=)? {_VALUE}",
        rf"title:{_VALUE}",
        rf"(?:call|name) it {_VALUE}",
        rf"(?:setze )?(?:den |als )?(?:titel|überschrift)(?: auf| ist|:| =|=)? {_VALUE}",
        rf"(?:titel|überschrift):{_VALUE}",
        rf"nenne es {_VALUE}",
    ),
    read=_title,
    needs=("title",),
    free_text=True,
)

LABEL: Final = Request(
    name="axis label",
    does="label an axis",
    examples=(
        Example("x label: Dose (mg)", "scatter", Wish({"x_label": "Dose (mg)"})),
        Example('label the y axis "Yield (t/ha)"', "scatter", Wish({"y_label": "Yield (t/ha)"})),
        Example("y-Achse: Ertrag (t/ha)", "bar", Wish({"y_label": "Ertrag (t/ha)"})),
        Example("beschrifte die x-Achse mit Dosis", "scatter", Wish({"x_label": "Dosis"})),
    ),
    patterns=patterns(
        rf"(?:set |change )?(?:the )?{_AXIS}(?:axis )?(?:label|title|name)(?: to| as| is|:| =|=)? {_VALUE}",
        rf"(?:the )?{_AXIS}axis(?::| =|=) ?{_VALUE}",
        rf"(?:label|name|call) (?:the )?{_AXIS}axis(?: as|:)? {_VALUE}",
        rf"(?:no|remove the) {_AXIS}(?:axis )?label",
        rf"(?:die )?{_AXIS}achse(?::| =|=| heißt) ?{_VALUE}",
        rf"(?:beschrifte|nenne|benenne) (?:die )?{_AXIS}achse(?: mit| als| in|:)? {_VALUE}",
        rf"{_AXIS}(?:achsen)?beschriftung(?: auf|:| =|=)? {_VALUE}",
    ),
    read=_label,
    needs=("x_label", "y_label"),
    free_text=True,
)

REQUESTS: Final = (TITLE, LABEL)
