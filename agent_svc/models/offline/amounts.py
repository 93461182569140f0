"""Requests for what is shown: the order, how many, how records are aggregated, in what unit, and how finely."""

from __future__ import annotations

from typing import Final

from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import (
    Example,
    Heard,
    Request,
    UnfitError,
    Wish,
    require,
    required,
)

_USE: Final = (
    "[use|show|take|plot|display|aggregate|aggregated|summarise|summarize|combine|with|as|zeige|nimm|verwende|zeig|mit|als]"
    " [by|with|it by|nach] [the|den|die|das]"
)
_OF: Final = "[of [all] [the] (values|rows|records)|values|value|der werte]"
_PER: Final = "[per|in each|for each|by|je|pro] [category|group|bar|kategorie|gruppe]"
_INSTEAD: Final = "[(instead of|rather than|not|statt|anstatt|anstelle von) [the|des|der|dem] {aggregate:before}]"
_MERGE: Final = "(zusammenfassen|zusammengefasst|gruppieren|bündeln|verdichten)"


def _aggregation(heard: Heard, scene: Scene) -> Wish:
    wish: dict[str, object] = {require(scene, "aggregation"): heard.value("aggregate") or "count"}
    if heard.value("period"):
        wish[require(scene, "interval")] = heard.value("period")
    return Wish(wish)


def _interval(heard: Heard, scene: Scene) -> Wish:
    return Wish({require(scene, "interval"): heard.value("period")})


def _bins(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "bins")
    if heard.value("automatic"):
        return Wish({option.name: None})
    count = heard.number()
    if count is None:
        before = scene.options.get(option.name)
        if not isinstance(before, int):
            offer = {Language.ENGLISH: "30 bins", Language.GERMAN: "30 Klassen"}
            raise UnfitError(
                "their number is automatic; say how many", "ihre Zahl ist automatisch; sagen Sie wie viele", offer
            )
        count = float(round(before * {"up": 1.5, "down": 2 / 3, "double": 2, "half": 0.5}[heard.value("amount")]))
        count = min(max(count, option.min or 1.0), option.max or count)
    return Wish({option.name: int(count) if count.is_integer() else count})


def _smooth(heard: Heard, scene: Scene) -> Wish:
    name = require(scene, "smooth")
    if heard.value("off"):
        return Wish({name: None})
    count = heard.number()
    if count is None:
        offer = {Language.ENGLISH: "smooth over 7 points", Language.GERMAN: "glätte über 7 Punkte"}
        raise UnfitError("say over how many points", "sagen Sie, über wie viele Punkte", offer)
    return Wish({name: int(count) if count.is_integer() else count})


AGGREGATION: Final = Request(
    name="aggregation",
    does="aggregate records",
    german="Datensätze zusammenfassen",
    english_examples=(
        Example("use the median", "bar", Wish({"aggregation": "median"})),
        Example("show the sum instead of the mean", "bar", Wish({"aggregation": "sum"})),
        Example("monthly averages", "line-timeseries", Wish({"aggregation": "mean", "interval": "month"})),
    ),
    german_examples=(
        Example("nimm den Mittelwert", "bar-grouped", Wish({"aggregation": "mean"})),
        Example("zeige die Anzahl", "bar", Wish({"aggregation": "count"})),
    ),
    phrases=(
        f"{_USE} {{aggregate}} {_OF} {_PER} {_INSTEAD}",
        f"[den|die|das] {{aggregate}} [verwenden|zeigen|nehmen|anzeigen] {_INSTEAD}",
        f"[show|use|zeige] {_INSTEAD[1:-1]} [the|den|die] {{aggregate}}",
        f"{_USE} {{period}} {{aggregate}}",
        f"{_USE} {{aggregate}} (per|by|je|pro) {{period}}",
        "count [the|all] (rows|records|entries|values)",
        "(zähle|zähl) [die] (zeilen|einträge|datensätze|werte)",
    ),
    read=_aggregation,
    needs=("aggregation",),
)

INTERVAL: Final = Request(
    name="interval",
    does="collect dates into months or other intervals",
    german="Daten nach Monaten oder anderen Zeiträumen zusammenfassen",
    english_examples=(
        Example("monthly", "line-timeseries", Wish({"interval": "month"})),
        Example("group by week", "line-timeseries", Wish({"interval": "week"})),
    ),
    german_examples=(Example("pro Monat", "line-timeseries", Wish({"interval": "month"})),),
    phrases=(
        "[show|group|aggregate|aggregated|grouped|combine|summarise|summarize|plot] [it|data|the data|values]"
        " [by|per|each|to] {period} [values|data|intervals]",
        "one (point|value|bar) (per|a|each) {period}",
        f"[zeige|nach|je|pro] {{period}} [werte|daten] [{_MERGE}|zeigen]",
        f"(pro|je|nach) {{period}} {_MERGE}",
        "fasse [die daten|es] (pro|je|nach) {period} zusammen",
    ),
    read=_interval,
    needs=("interval",),
    related=("aggregation",),
)

BINS: Final = Request(
    name="bins",
    does="choose the number of bins",
    german="die Zahl der Klassen wählen",
    english_examples=(
        Example("30 bins", "histogram", Wish({"bins": 30})),
        Example("automatic bins", "histogram", Wish({"bins": None})),
    ),
    german_examples=(Example("20 Klassen", "histogram", Wish({"bins": 20})),),
    phrases=(
        "[use|show|with|set|make|nimm|zeige|mit|verwende] [it] {number} (bins|bars|buckets|klassen|balken)",
        "[set] [the] number of (bins|bars) [to|is] {number}",
        "[use|make] {amount} (bins|bars|klassen|balken)",
        "{automaticbins:automatic}",
    ),
    read=_bins,
    needs=("bins",),
)

SMOOTH: Final = Request(
    name="smoothing",
    does="smooth its lines",
    german="die Linien glätten",
    english_examples=(
        Example("smooth over 7 days", "line-timeseries", Wish({"smooth": 7})),
        Example("12-point moving average", "line-timeseries", Wish({"smooth": 12})),
        Example("no smoothing", "line-timeseries", Wish({"smooth": None})),
    ),
    german_examples=(Example("glätte über 7 Punkte", "line-timeseries", Wish({"smooth": 7})),),
    phrases=tuple(
        phrase.replace("{over}", "[over|with|by|of|across|über|mit] [a window of|the last|die letzten] {number} {unit}")
        .replace(
            "{unit}",
            "[day|days|point|points|value|values|week|weeks|month|months|tage|tag|tagen|punkte|punkten|werte|wochen|monate]",
        )
        .replace(
            "{mean}",
            "(moving average|rolling average|rolling mean|running mean|gleitender durchschnitt"
            "|gleitenden durchschnitt|gleitender mittelwert|gleitenden mittelwert)",
        )
        for phrase in (
            "(smooth|smoothed|smoothen|glätte|glätten|geglättet) [it|them|the lines|the line|the curve|es|die"
            " linien|die linie|die kurve]"
            " [{over}] [glätten]",
            "[die linien|die linie|die kurve] {over} glätten",
            "[add|use|show|with|zeige|mit|nimm] [a|an|the|einen|ein|den] {mean} [{over}]",
            "[add|use|show|with|zeige|mit|nimm] [a|an|the|einen|ein|den] {number} {unit} {mean}",
            "{smoothoff:off}",
        )
    ),
    read=_smooth,
    needs=("smooth",),
    related=("interval", "aggregation"),
)

REQUESTS: Final = (
    AGGREGATION,
    INTERVAL,
    BINS,
    SMOOTH,
)
