"""The request that names an option of the chart and its value, for whatever has no words of its own."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.catalogue.chart import Option
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Request, UnfitError, Wish, patterns
from agent_svc.models.offline.scales import number
from agent_svc.models.offline.texts import unquoted

_ON: Final = frozenset({"on", "yes", "true", "an", "ja"})
_OFF: Final = frozenset({"off", "no", "false", "aus", "nein"})
_AUTOMATIC: Final = frozenset({"auto", "automatic", "default", "automatisch", "standard"})


def _setting(found: re.Match[str], scene: Scene) -> Wish:
    option = _named(found["name"], scene)
    return Wish({option.name: _value(option, unquoted(found["value"]))})


def _switch(found: re.Match[str], scene: Scene) -> Wish:
    names = [option.name for option in scene.chart.options if option.kind == "boolean"]
    asked = found["name"].casefold().replace(" ", "_")
    name = next((name for name in names if name in (asked, f"show_{asked}")), None)
    if name is None:
        raise UnfitError
    return Wish({name: not found.groupdict().get("off")})


def _named(name: str, scene: Scene) -> Option:
    asked = name.casefold().replace("_", " ").strip()
    for option in scene.chart.options:
        if asked in (option.title.casefold(), option.name.replace("_", " ")):
            return option
    raise UnfitError


def _value(option: Option, text: str) -> object:
    asked = text.casefold()
    if asked in _AUTOMATIC and option.default is None:
        return None
    if option.kind == "boolean" and asked in _ON | _OFF:
        return asked in _ON
    if option.kind == "choice":
        return next((choice for choice in option.choices if choice.casefold() == asked), text)
    if option.kind in ("integer", "number") and re.fullmatch(r"-?\d+(?:[.,]\d+)?", text):
        value = number(text)
        return int(value) if option.kind == "integer" and value.is_integer() else value
    return text


_NAME: Final = r"(?P<name>[^\W\d][\w ]*?)"

SETTING: Final = Request(
    name="option",
    does="set any option by its name",
    examples=(
        Example("bins: 30", "histogram", Wish({"bins": 30})),
        Example("set opacity to 0.4", "scatter", Wish({"opacity": 0.4})),
        Example("line width 2,5", "line", Wish({"line_width": 2.5})),
        Example("interval: month", "line-timeseries", Wish({"interval": "month"})),
    ),
    patterns=patterns(
        rf"(?:set |setze |change )?(?:the )?{_NAME}(?: to |: ?| = ?|=| auf )(?P<value>\S.*)",
        rf"(?:set )?{_NAME} (?P<value>-?\d+(?:[.,]\d+)?|on|off|an|aus)",
    ),
    read=_setting,
)

SWITCH: Final = Request(
    name="switch",
    does="switch an option on or off",
    examples=(
        Example("show values", "bar", Wish({"show_values": True})),
        Example("hide values", "bar", Wish({"show_values": False})),
        Example("with markers", "line", Wish({"markers": True})),
    ),
    patterns=patterns(
        r"(?:with|add|mit) (?:the |die )?(?P<name>\w[\w ]*)",
        r"(?P<name>show \w+)",
        r"(?P<off>no|without|hide|remove|ohne|keine) (?:the |die )?(?P<name>\w[\w ]*)",
    ),
    read=_switch,
)

REQUESTS: Final = (SWITCH, SETTING)
