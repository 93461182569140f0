"""Requests for the axes: logarithmic or linear, and from where to where."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Request, Wish, patterns, require

_NUMBER: Final = r"-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?"
_LOW: Final = rf"(?P<low>{_NUMBER})"
_HIGH: Final = rf"(?P<high>{_NUMBER})"
_AXIS: Final = r"(?P<axis>[xy])(?:[ -]?(?:axis|achse))?"
_LOG: Final = r"log(?:arithmic|arithmisch(?:e[rn]?)?)?"
_LINEAR: Final = r"(?P<linear>linear(?:e[rn]?)?|no log|not logarithmic|nicht logarithmisch)"
_KIND: Final = rf"(?:{_LINEAR}|{_LOG})"


def number(text: str) -> float:
    """A number with a point or a comma before its decimals."""
    return float(text.replace(",", "."))


def _log(found: re.Match[str], scene: Scene) -> Wish:
    axis = found.groupdict().get("axis")
    name = require(scene, f"log_{axis.lower()}") if axis else require(scene, "log_y", "log_x")
    return Wish({name: not found.groupdict().get("linear")})


def _range(found: re.Match[str], scene: Scene) -> Wish:
    name = require(scene, f"{(found.groupdict().get('axis') or 'y').lower()}_range")
    low, high = (found.groupdict().get(side) for side in ("low", "high"))
    if low is None and high is None:
        return Wish({name: None})
    before = scene.options.get(name)
    kept = before if isinstance(before, list | tuple) and len(before) == 2 else (None, None)
    return Wish({name: [number(low) if low else kept[0], number(high) if high else kept[1]]})


LOG: Final = Request(
    name="log scale",
    does="make an axis logarithmic or linear",
    examples=(
        Example("log scale", "scatter", Wish({"log_y": True})),
        Example("make the x axis logarithmic", "scatter", Wish({"log_x": True})),
        Example("linear y axis", "line", Wish({"log_y": False})),
        Example("y-Achse logarithmisch", "bar", Wish({"log_y": True})),
        Example("logarithmische x-Achse", "scatter", Wish({"log_x": True})),
    ),
    patterns=patterns(
        rf"(?:use |with )?(?:a )?{_KIND}[ -]?(?:scale|axis|skala|achse)?",
        rf"(?:use )?(?:a )?{_KIND}[ -](?:scale )?(?:on |for |for the |on the )?{_AXIS}",
        rf"(?:make )?(?:the )?{_AXIS} (?:on (?:a )?)?{_KIND}(?:[ -]scale)?",
        rf"{_KIND}[ -]?(?:skala )?(?:auf |für )?(?:der |die )?{_AXIS}",
        rf"(?:mache? )?(?:die )?{_AXIS} {_KIND}",
    ),
    read=_log,
    needs=("log_x", "log_y"),
)

RANGE: Final = Request(
    name="range",
    does="say from where to where an axis goes",
    examples=(
        Example("y from 0 to 100", "scatter", Wish({"y_range": [0.0, 100.0]})),
        Example("x range 1.5 to 20", "scatter", Wish({"x_range": [1.5, 20.0]})),
        Example("start the y axis at 0", "line", Wish({"y_range": [0.0, None]})),
        Example("y-Achse von 0 bis 2,5", "bar", Wish({"y_range": [0.0, 2.5]})),
        Example("automatic y range", "scatter", Wish({"y_range": None})),
    ),
    patterns=patterns(
        rf"(?:set )?(?:the )?{_AXIS}(?: range| limits)?(?: to|:)?(?: from)? {_LOW} ?(?:to|-|–|\.\.) ?{_HIGH}",
        rf"(?:start|begin) (?:the )?{_AXIS} (?:at|from) {_LOW}",
        rf"(?:the )?{_AXIS} (?:starts?|begins?|from|min(?:imum)?) (?:at |from )?{_LOW}",
        rf"(?:end|stop) (?:the )?{_AXIS} at {_HIGH}",
        rf"(?:the )?{_AXIS} (?:ends?|up to|to|max(?:imum)?) (?:at )?{_HIGH}",
        rf"(?:die )?{_AXIS}(?:bereich)? von {_LOW} bis {_HIGH}",
        rf"(?:die )?{_AXIS} (?:ab|von) {_LOW}",
        rf"(?:die )?{_AXIS} bis {_HIGH}",
        rf"(?:automatic|auto|reset the) {_AXIS}[ -]?(?:range|limits)?",
        rf"automatische[rn]? (?:bereich (?:der )?)?{_AXIS}(?:[ -]?bereich)?",
    ),
    read=_range,
    needs=("x_range", "y_range"),
)

REQUESTS: Final = (LOG, RANGE)
