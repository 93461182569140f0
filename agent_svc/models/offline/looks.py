"""Requests for how it looks: colour, palette, legend, theme, point size, orientation, dates."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.catalogue.chart import Option
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Request, UnfitError, Wish, patterns, require
from agent_svc.models.offline.scales import number
from agent_svc.pipeline.outcome import Theme

_COLOURS: Final = {
    "blau": "blue", "grün": "green", "rosa": "rose", "pink": "rose", "gelb": "gold", "yellow": "gold",
    "lila": "purple", "violett": "purple", "violet": "purple", "hellblau": "sky", "rost": "rust", "brown": "rust",
    "braun": "rust",
}  # fmt: skip
_PLACES: Final = {"right": "right", "rechts": "right", "above": "above", "top": "above", "oben": "above"}
_COLOR: Final = (
    r"(?P<color>(?!dark|light|larger|smaller|bigger|horizontal|vertical|log|"
    r"dunkel|hell\b|größer|kleiner|waagerecht|senkrecht)\w+)"
)
_KEY: Final = r"(?:legende?|colou?r ?bar|farbleiste)"
_LYING: Final = r"(?P<lying>horizontal|lying|sideways)"
_LIEGEND: Final = r"(?P<lying>waagerechte?|liegende?|horizontale?)"
_STEP: Final = 1.6  # how much larger “larger points” are, in area


def option_of(scene: Scene, name: str) -> Option:
    """The chart's option of that name. Raises UnfitError when it has none."""
    require(scene, name)
    return next(option for option in scene.chart.options if option.name == name)


def _color(found: re.Match[str], scene: Scene) -> Wish:
    option = option_of(scene, "color")
    asked = found["color"].lower()
    color = _COLOURS.get(asked, asked)
    if color not in option.choices:
        raise UnfitError(f"the colours are {', '.join(option.choices)}")
    return Wish({"color": color})


def _palette(found: re.Match[str], scene: Scene) -> Wish:
    option = option_of(scene, "palette")
    asked = found["palette"].lower()
    if asked not in option.choices:
        raise UnfitError(f"the palettes are {', '.join(option.choices)}")
    return Wish({"palette": asked})


def _legend(found: re.Match[str], scene: Scene) -> Wish:
    option = option_of(scene, "legend")
    groups = found.groupdict()
    place = _PLACES[groups["place"].lower()] if groups.get("place") else "none" if groups.get("off") else "auto"
    if place not in option.choices:
        raise UnfitError(f"here the legend can be {', '.join(option.choices)}")
    return Wish({"legend": place})


def _theme(found: re.Match[str], _scene: Scene) -> Wish:
    dark = found["theme"].lower().startswith(("dark", "dunk"))
    return Wish(theme=Theme.DARK if dark else Theme.LIGHT)


def _point_size(found: re.Match[str], scene: Scene) -> Wish:
    option = option_of(scene, "point_size")
    groups = found.groupdict()
    if groups.get("size"):
        return Wish({"point_size": number(groups["size"])})
    before = scene.options.get("point_size")
    size = float(before) if isinstance(before, int | float) else 30.0
    wanted = size * _STEP if groups.get("larger") else size / _STEP
    return Wish({"point_size": round(min(max(wanted, option.min or 1.0), option.max or 400.0), 1)})


def _orientation(found: re.Match[str], scene: Scene) -> Wish:
    require(scene, "orientation")
    return Wish({"orientation": "horizontal" if found.groupdict().get("lying") else "vertical"})


def _date_format(found: re.Match[str], scene: Scene) -> Wish:
    option = option_of(scene, "date_format")
    asked = found["format"].strip().casefold().replace("jjjj", "yyyy").replace("tt", "dd")
    chosen = next((choice for choice in option.choices if choice.casefold() == asked), None)
    if chosen is None:
        raise UnfitError(f"dates can be written as {', '.join(option.choices)}")
    return Wish({"date_format": chosen})


COLOR: Final = Request(
    name="colour",
    does="choose the colour",
    examples=(
        Example("make it green", "scatter", Wish({"color": "green"})),
        Example("colour: purple", "bar", Wish({"color": "purple"})),
        Example("Farbe: grün", "line", Wish({"color": "green"})),
        Example("in Blau", "bar", Wish({"color": "blue"})),
    ),
    patterns=patterns(
        r"(?:set |change |use )?(?:the )?colou?r(?: to|:| =|=)? (?P<color>\w+)",
        rf"(?:make|paint|colou?r) (?:it|them|the (?:bars|points|lines?)) {_COLOR}",
        rf"(?:use |in ){_COLOR}",
        r"(?:setze )?(?:die )?farbe(?: auf|:| =|=)? (?P<color>\w+)",
        rf"(?:färbe|mache?) (?:es|sie|die (?:balken|punkte|linien?)) {_COLOR}",
    ),
    read=_color,
    needs=("color",),
)

PALETTE: Final = Request(
    name="palette",
    does="choose the palette of the colours",
    examples=(
        Example("palette viridis", "heatmap", Wish({"palette": "viridis"})),
        Example("Farbpalette: magma", "heatmap", Wish({"palette": "magma"})),
    ),
    patterns=patterns(
        r"(?:use )?(?:the )?(?:palette|colou?r ?map|farbpalette)(?: to| auf|:| =|=)? (?P<palette>\w+)",
        r"(?:use )?(?:the )?(?P<palette>\w+) (?:palette|colou?r ?map)",
    ),
    read=_palette,
    needs=("palette",),
)

LEGEND: Final = Request(
    name="legend",
    does="place, hide or show the legend",
    examples=(
        Example("no legend", "scatter", Wish({"legend": "none"})),
        Example("legend on the right", "line", Wish({"legend": "right"})),
        Example("Legende oben", "area", Wish({"legend": "above"})),
        Example("ohne Legende", "scatter", Wish({"legend": "none"})),
        Example("show the legend", "scatter", Wish({"legend": "auto"})),
    ),
    patterns=patterns(
        rf"(?P<off>no|without(?: a| the)?|(?:hide|remove|drop)(?: the)?) {_KEY}",
        rf"(?P<off>ohne|keine|(?:entferne|verstecke) die) {_KEY}",
        r"(?:move |put |place )?(?:the )?legend(?: to| on| at)?(?: the)? (?P<place>right|above|top)",
        r"(?:setze )?(?:die )?legende (?:nach )?(?P<place>rechts|oben)",
        rf"(?:show|with|automatic) (?:the |a )?{_KEY}",
        rf"(?:zeige (?:die )?|mit ){_KEY}",
    ),
    read=_legend,
    needs=("legend",),
)

THEME: Final = Request(
    name="theme",
    does="draw it light or dark",
    examples=(
        Example("dark theme", "scatter", Wish(theme=Theme.DARK)),
        Example("make it light", "pie", Wish(theme=Theme.LIGHT)),
        Example("dunkles Design", "bar", Wish(theme=Theme.DARK)),
        Example("bitte hell", "bar", Wish(theme=Theme.LIGHT)),
    ),
    patterns=patterns(
        r"(?:make it |use |in |switch to )?(?:the |a )?(?P<theme>dark|light)(?: theme| mode| background| version)?",
        r"(?:theme|mode)(?: to|:| =|=)? (?P<theme>dark|light)",
        r"(?:mache? es |in |im )?(?P<theme>dunkel|dunkle[snr]?|hell|helle[snr]?)(?: design| modus| hintergrund)?",
    ),
    read=_theme,
)

POINT_SIZE: Final = Request(
    name="point size",
    does="make the points larger or smaller",
    examples=(
        Example("point size 50", "scatter", Wish({"point_size": 50.0})),
        Example("larger points", "scatter", Wish({"point_size": 48.0})),
        Example("kleinere Punkte", "scatter", Wish({"point_size": 18.8})),
        Example("Punktgröße 50", "scatter", Wish({"point_size": 50.0})),
    ),
    patterns=patterns(
        r"(?:set )?(?:the )?(?:point|marker|dot)s? ?size(?: to|:| =|=)? (?P<size>\d+(?:[.,]\d+)?)",
        r"(?:punkt|marker)größe(?: auf|:| =|=)? (?P<size>\d+(?:[.,]\d+)?)",
        r"(?:make the points |use )?(?:(?P<larger>larger|bigger)|smaller)(?: points| dots| markers)?",
        r"(?:mache? die punkte )?(?:(?P<larger>größere?)|kleinere?)(?: punkte| marker)?",
    ),
    read=_point_size,
    needs=("point_size",),
)

ORIENTATION: Final = Request(
    name="orientation",
    does="lay the bars down or stand them up",
    examples=(
        Example("horizontal bars", "bar", Wish({"orientation": "horizontal"})),
        Example("make it vertical", "box", Wish({"orientation": "vertical"})),
        Example("waagerechte Balken", "bar", Wish({"orientation": "horizontal"})),
        Example("senkrecht", "bar", Wish({"orientation": "vertical"})),
    ),
    patterns=patterns(
        rf"(?:make (?:it|them|the bars) |use )?(?:{_LYING}|vertical|upright)(?: bars| boxes| orientation)?",
        rf"orientation(?: to|:| =|=)? (?:{_LYING}|vertical)",
        rf"(?:mache? (?:es|sie|die balken) )?(?:{_LIEGEND}|senkrechte?|vertikale?)(?: balken| säulen| boxen)?",
    ),
    read=_orientation,
    needs=("orientation",),
)

DATE_FORMAT: Final = Request(
    name="date format",
    does="choose how dates are written",
    examples=(
        Example("date format DD.MM.YYYY", "line-timeseries", Wish({"date_format": "DD.MM.YYYY"})),
        Example("dates as Mon YYYY", "line-timeseries", Wish({"date_format": "Mon YYYY"})),
        Example("Datumsformat TT.MM.JJJJ", "line-timeseries", Wish({"date_format": "DD.MM.YYYY"})),
    ),
    patterns=patterns(
        r"(?:set )?(?:the )?date[ -]?format(?: to|:| =|=)? (?P<format>\S.*)",
        r"(?:write |show )?(?:the )?dates as (?P<format>\S.*)",
        r"datumsformat(?: auf|:| =|=)? (?P<format>\S.*)",
        r"(?:daten|datum) als (?P<format>\S.*)",
    ),
    read=_date_format,
    needs=("date_format",),
)

REQUESTS: Final = (LEGEND, THEME, POINT_SIZE, ORIENTATION, DATE_FORMAT, PALETTE, COLOR)
