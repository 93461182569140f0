"""The request that names an option of the chart and its value, for whatever has no words of its own."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue.option import Option
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.german import german_title
from agent_svc.models.offline.numbers import number_of
from agent_svc.models.offline.request import Example, Heard, Request, UnfitError, UnmatchedError, Wish
from agent_svc.models.offline.texts import is_no_text
from agent_svc.models.offline.tokens import plain_word
from agent_svc.models.offline.views import german_name, with_article

_ON: Final = frozenset({"on", "yes", "true", "an", "ja", "ein"})
_OFF: Final = frozenset({"off", "no", "false", "aus", "nein"})
_AUTOMATIC: Final = frozenset({"auto", "automatic", "default", "automatisch", "standard"})
_CHOICES: Final = {
    "woche": "week", "monat": "month", "quartal": "quarter", "jahr": "year", "tag": "day", "stunde": "hour",
    "mittelwert": "mean", "durchschnitt": "mean", "average": "mean", "summe": "sum", "anzahl": "count", "keine": "none",
    "prozent": "percent", "anteile": "percent", "menge": "amount", "anzahlen": "count", "dichte": "density",
    "absteigend": "descending", "aufsteigend": "ascending",
    "rechts": "right", "oben": "above", "waagerecht": "horizontal",
    "senkrecht": "vertical", "gestapelt": "stacked", "nachher": "after", "vorher": "before", "mitte": "middle",
}  # fmt: skip


def _setting(heard: Heard, scene: Scene) -> Wish:
    name = heard.value("option")
    option = scene.chart.option(name)
    if option is None:
        raise _lacking(name, scene)
    return Wish({option.name: _value(option, heard)})


def _lacking(name: str, scene: Scene) -> UnfitError:
    """What the option is called is said by a chart that has it."""
    elsewhere = next((one for chart in scene.charts.values() if (one := chart.option(name)) is not None), None)
    english, german = (name, name) if elsewhere is None else (elsewhere.title, german_title(elsewhere))
    return UnfitError(
        f"{with_article(scene.chart)} has no option “{english}”",
        f"{german_name(scene.chart)}: die Einstellung „{german}“ gibt es nicht",
    )


def _named_setting(heard: Heard, scene: Scene) -> Wish:
    asked = plain_word(heard.text("named")).replace("_", " ")
    for option in scene.chart.options:
        if asked in _names(option):
            return Wish({option.name: _value(option, heard)})
    raise UnmatchedError


def _named_switch(heard: Heard, scene: Scene) -> Wish:
    asked = plain_word(heard.text("named"))
    for option in scene.chart.options:
        if option.kind == "boolean" and asked in _names(option):
            return Wish({option.name: not (heard.value("off") or heard.value("gone"))})
    raise UnmatchedError


def _names(option: Option) -> tuple[str, ...]:
    """What the option may be called, beside the wordings that are its own."""
    name = option.name.replace("_", " ")
    return plain_word(option.title), plain_word(german_title(option)), name, name.removeprefix("show ")


def _value(option: Option, heard: Heard) -> object:
    text = heard.text("words")
    asked = plain_word(text)
    if asked in _AUTOMATIC and "auto" not in option.choices:
        return None
    if option.kind == "boolean" and asked in _ON | _OFF:
        return asked in _ON
    if option.kind == "choice":
        return _choice(option, asked, text)
    if option.kind in ("integer", "number"):
        return _number(option, heard, asked)
    if option.kind == "range" or is_no_text(heard, "words"):
        raise UnmatchedError  # a range has wordings of its own
    return text


def _choice(option: Option, asked: str, text: str) -> str:
    wanted = _CHOICES.get(asked, asked)
    chosen = next((choice for choice in option.choices if choice.casefold() in (asked, wanted)), None)
    if chosen is None and len(asked.split()) > 1:
        raise UnmatchedError
    return text if chosen is None else chosen


def _number(option: Option, heard: Heard, asked: str) -> object:
    bare = asked.rstrip("%").removesuffix("percent").removesuffix("prozent").strip()
    value = number_of(bare, heard.language)
    if value is None:
        return asked
    if bare != asked and option.max is not None and option.max <= 1:
        value /= 100
    return int(value) if option.kind == "integer" and value.is_integer() else value


SETTING: Final = Request(
    name="option",
    does="set an option by its name",
    german="eine Einstellung beim Namen setzen",
    english_examples=(
        Example("set jitter to 0.1", "strip", Wish({"jitter": 0.1})),
        Example("threshold = 90", "pareto", Wish({"threshold": 90.0})),
        Example("interval: month", "line-timeseries", Wish({"interval": "month"})),
    ),
    german_examples=(Example("Streuung 0,2", "strip", Wish({"jitter": 0.2})),),
    phrases=(
        "[set|change|make|use|setze|stelle|ändere] [the|die|den|das] {option} [to|as|is|at|auf|ist|be|in|zu] {words}",
    ),
    read=_setting,
)

NAMED_SETTING: Final = Request(
    name="named option",
    does="set an option by its name",
    german="eine Einstellung beim Namen setzen",
    english_examples=(Example("Band: off", "residual", Wish({"band": False})),),
    german_examples=(),
    phrases=("[set|change|setze|stelle] [the|die|den|das] {words:named} (to|:|=|auf) {words}",),
    read=_named_setting,
)

NAMED_SWITCH: Final = Request(
    name="named switch",
    does="switch an option on or off by its name",
    german="eine Einstellung beim Namen an- oder ausschalten",
    english_examples=(
        Example("with rug", "density", Wish({"rug": True})),
        Example("no median", "ecdf", Wish({"show_median": False})),
    ),
    german_examples=(Example("Median anzeigen", "ecdf", Wish({"show_median": True})),),
    phrases=(
        "(show|with|add|mit|zeige) [the|a|die|das|den] {words:named}",
        "[die|das|den] {words:named} (anzeigen|zeigen|an|on)",
        "{off} [the|any|die|das|den] {words:named} [anzeigen|zeigen]",
        "[the|die|das|den] {words:named} {gone}",
    ),
    read=_named_switch,
)

REQUESTS: Final = (SETTING, NAMED_SETTING, NAMED_SWITCH)
