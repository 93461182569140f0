"""Requests for another chart or another library."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue import Chart
from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.likeness import likeness, runs_of
from agent_svc.models.offline.names import CHARTS, LIBRARIES
from agent_svc.models.offline.request import Example, Heard, Request, UnfitError, UnmatchedError, Wish
from agent_svc.models.offline.tokens import plain_word

_IT: Final = "[it|this|that|them|the chart|the plot|the data|these|everything|es|das|sie|dies|die daten|das diagramm]"
_DO: Final = (
    "[make|turn|change|convert|show|draw|plot|display|have|use|try|switch|render|create|do|give me"
    "|present|id have|visualise|visualize]"
)
_INTO: Final = "[as|into|to|like|with|be|for]"
_A: Final = "[a|an|the|some]"
_MACH: Final = (
    "[mach|mache|zeig|zeige|zeichne|nimm|wechsle|wechsel|stell|stelle|verwende|plotte|erstelle"
    "|wandle|ändere|als|gib mir]"
)
_ALS: Final = "[als|zu|zum|zur|in|auf|ein|eine|einen|einem|einer|das|die|den|ein anderes]"
_DARAUS: Final = "[daraus|dar|um|zeigen|anzeigen|darstellen|zeichnen|draus|verwenden]"
_PLOT: Final = "(chart|plot|graph|diagram|diagramm|grafik)"
_OTHER: Final = (
    f"(make|turn|change|convert|show|draw|plot|switch) {_IT} {_INTO} (a|an) {{words}} {_PLOT} [instead]",
    f"as (a|an) {{words}} {_PLOT}",
    f"(switch|change) [it|this|the chart|the plot|the chart type] (to|into) [a|an|the] {{words:short}} [{_PLOT[1:-1]}]",
    f"{_MACH} {_IT} (als|zu|zum) [ein|eine|einen|einem] {{words:german}} {_DARAUS}",
    "(mach|mache) [ein|eine|einen] {words:german} daraus",
)


def _chart(heard: Heard, scene: Scene) -> Wish:
    chart_id = heard.value("chart") or heard.value("marks")
    chart = scene.charts.get(chart_id)
    if chart is None:
        raise _no_chart(chart_id, scene)
    library = scene.library
    if library and library not in chart.libraries:
        raise _not_drawn(chart, library)
    return Wish(chart_id=chart_id)


def _other_chart(heard: Heard, scene: Scene) -> Wish:
    german = heard.text("german")
    said = plain_word(german or heard.text("short") or heard.text("words"))
    found = next((one for one in scene.charts.values() if said in (one.title.casefold(), one.id)), None)
    if found is None:
        if heard.text("short") or (german and not said.endswith(("diagramm", "plot", "grafik", "karte"))):
            raise UnmatchedError
        raise _no_chart(said, scene)
    if scene.library and scene.library not in found.libraries:
        raise _not_drawn(found, scene.library)
    return Wish(chart_id=found.id)


def _library(heard: Heard, scene: Scene) -> Wish:
    library = heard.value("library")
    if library not in scene.chart.libraries:
        raise _not_drawn(scene.chart, library)
    return Wish(library=library)


def with_article(chart: Chart) -> str:
    """“a bar chart”, “an area chart”, “error bars”."""
    if chart.title.endswith("s"):
        return chart.title.lower()
    return f"{'an' if chart.title[:1].lower() in 'aeiou' else 'a'} {chart.title.lower()}"


def german_name(chart: Chart) -> str:
    """What a German calls the chart; its title where there is no German name."""
    return CHARTS[chart.id].german if chart.id in CHARTS else chart.title


def offer_of(chart: Chart) -> dict[Language, str]:
    """What to say to get this chart."""
    return {
        Language.ENGLISH: f"make it {with_article(chart)}",
        Language.GERMAN: f"als {german_name(chart)}",
    }


def _no_chart(said: str, scene: Scene) -> UnfitError:
    known = [chart for chart in scene.charts.values() if not scene.library or scene.library in chart.libraries]
    understood = [chart for chart in known if chart.id in CHARTS and _is_said(chart)]
    asked = runs_of(said)
    near = max(
        (chart for chart in understood if chart.id != scene.chart.id),
        key=lambda chart: max(likeness(asked, runs_of(word)) for word in (chart.title, german_name(chart))),
        default=None,
    )
    return UnfitError(
        "there is no such chart", "ein solches Diagramm gibt es nicht", None if near is None else offer_of(near)
    )


def _is_said(chart: Chart) -> bool:
    """Whether its title is one of the wordings, so that it can be offered."""
    return plain_word(chart.title).endswith((" chart", " plot")) or chart.id in ("histogram", "heatmap")


def _not_drawn(chart: Chart, library: str) -> UnfitError:
    there = chart.libraries
    offer = {
        Language.ENGLISH: f"use {there[0]}",
        Language.GERMAN: f"mit {there[0]}",
    }
    return UnfitError(
        f"{with_article(chart)} is not drawn with {library}, only with {', '.join(there)}",
        f"{german_name(chart)}: gezeichnet wird es nicht mit {library}, nur mit {', '.join(there)}",
        offer if there and there[0] in LIBRARIES else None,
    )


CHART: Final = Request(
    name="chart",
    does="become another chart",
    german="ein anderes Diagramm werden",
    english_examples=(
        Example("make it a bar chart", "scatter", Wish(chart_id="bar")),
        Example("show it as a line chart", "scatter", Wish(chart_id="line")),
    ),
    german_examples=(
        Example("als Liniendiagramm", "scatter", Wish(chart_id="line")),
        Example("mach ein Balkendiagramm daraus", "scatter", Wish(chart_id="bar")),
    ),
    phrases=(
        f"{_DO} {_IT} {_INTO} {_A} {{chart}} [instead|of it|of this]",
        f"(id|i would) (rather|like|prefer) [have|see] {_A} {{chart}}",
        f"rather {_A} {{chart}}",
        f"{_MACH} {_IT} {_ALS} [ein|eine|einen|einem|einer] {{chart}} {_DARAUS}",
        f"{_DO} {_IT} (as|with) {{marks}}",
        f"{_MACH} {_IT} (als|mit) {{marks}} {_DARAUS}",
    ),
    read=_chart,
)

OTHER_CHART: Final = Request(
    name="other chart",
    does="become another chart",
    german="ein anderes Diagramm werden",
    english_examples=(),
    german_examples=(),
    phrases=_OTHER,
    read=_other_chart,
    related=("chart",),
)

LIBRARY: Final = Request(
    name="library",
    does="be drawn with another library",
    german="mit einer anderen Bibliothek gezeichnet werden",
    english_examples=(Example("use seaborn", "scatter", Wish(library="seaborn")),),
    german_examples=(Example("mit seaborn", "scatter", Wish(library="seaborn")),),
    phrases=(
        f"{_DO} {_IT} [in|with|using|to|by|use|via] [the library] {{library}} [instead]",
        "(in|with|using|via) [the library] {library}",
        f"{_MACH} {_IT} [mit|in|zu|auf|per] [der bibliothek] {{library}} {_DARAUS}",
        "(mit|in|per) [der bibliothek] {library} [zeichnen]",
        "(the|die|set the) (library|bibliothek) [to|is|should be|auf|soll] {library} [sein]",
    ),
    read=_library,
)

REQUESTS: Final = (CHART, LIBRARY, OTHER_CHART)
