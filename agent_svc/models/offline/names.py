"""The names of charts, libraries and colours, as people say them in English and German."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_CHART: Final = "(chart|plot|graph|diagram)"
_STACKED: Final = "(gestapeltes|gestapelte|gestapelten|gestapelter)"
_GROUPED: Final = "(gruppiertes|gruppierte|gruppierten|gruppierter)"
_LYING: Final = "(waagerechtes|waagrechtes|liegendes|horizontales|waagerechten|waagrechten|liegenden|horizontalen)"


@dataclass(frozen=True, slots=True)
class ChartName:
    """A chart's name in German, and how either language words it."""

    german: str
    wording: str


def _chart(german: str, *wordings: str) -> ChartName:
    return ChartName(german, "|".join((german, *wordings)))


#: By the id of the chart. Charts that are not here go by their title and their id.
CHARTS: Final = {
    "area": _chart("Flächendiagramm", f"area {_CHART}"),
    "area-stacked": _chart(
        "gestapeltes Flächendiagramm", f"stacked area [{_CHART}]", f"{_STACKED} (Flächendiagramm|Flächen)"
    ),
    "bar": _chart(
        "Balkendiagramm", f"(bar|column) {_CHART}", "barchart", "barplot", "Säulendiagramm", "Stabdiagramm"
    ),
    "bar-diverging": _chart("divergierendes Balkendiagramm", f"diverging bar [{_CHART}]"),
    "bar-grouped": _chart(
        "gruppiertes Balkendiagramm",
        f"(grouped|clustered) (bar|column) [{_CHART}]",
        f"{_GROUPED} (Balkendiagramm|Säulendiagramm|Balken|Säulen)",
    ),
    "bar-horizontal": _chart(
        "waagerechtes Balkendiagramm", f"horizontal bar {_CHART}", f"{_LYING} Balkendiagramm"
    ),
    "bar-stacked": _chart(
        "gestapeltes Balkendiagramm",
        f"stacked (bar|column) [{_CHART}]",
        f"{_STACKED} (Balkendiagramm|Säulendiagramm|Balken|Säulen)",
    ),
    "box": _chart("Kastendiagramm", "boxplot", f"box {_CHART}", "box and whisker [plot]", "Boxdiagramm"),
    "boxen": _chart("Letter-Value-Plot", "boxenplot", f"boxen {_CHART}", "letter value plot"),
    "bubble": _chart("Blasendiagramm", f"bubble {_CHART}"),
    "bump": _chart("Rangfolgendiagramm", f"bump {_CHART}", f"rank {_CHART}"),
    "candlestick": _chart("Kerzendiagramm", f"candlestick [{_CHART}]", "Candlestickdiagramm"),
    "contour": _chart("Höhenliniendiagramm", f"contour {_CHART}", "Konturdiagramm"),
    "correlation": _chart("Korrelationsmatrix", "correlation (matrix|plot|chart|heatmap)"),
    "density": _chart("Dichtediagramm", f"density {_CHART}", "kde [plot]"),
    "density-2d": _chart(
        "2D-Dichtediagramm", f"(2d|two-dimensional) density [{_CHART}]", "zweidimensionales Dichtediagramm"
    ),
    "donut": _chart("Ringdiagramm", f"(donut|doughnut|ring) [{_CHART}]", "Donutdiagramm"),
    "dumbbell": _chart("Hanteldiagramm", f"dumbbell [{_CHART}]"),
    "ecdf": _chart("Verteilungsfunktion", f"(ecdf|cumulative distribution) [{_CHART}]"),
    "errorbar": _chart("Fehlerbalkendiagramm", f"(error bar|errorbar) {_CHART}", f"error bars [{_CHART}]"),
    "funnel": _chart("Trichterdiagramm", f"funnel [{_CHART}]"),
    "gantt": _chart("Gantt-Diagramm", "Ganttdiagramm", f"gantt [{_CHART}]"),
    "heatmap": _chart("Heatmap", f"heat map [{_CHART}]", "Wärmekarte"),
    "heatmap-annotated": _chart("beschriftete Heatmap", "(annotated|labelled|labeled) (heatmap|heat map)"),
    "heatmap-calendar": _chart("Kalender-Heatmap", "calendar (heatmap|heat map)", "Kalender"),
    "hexbin": _chart("Hexbin-Diagramm", f"hexbin [{_CHART}]", "hexagonal bins", f"hexagon {_CHART}"),
    "histogram": _chart("Histogramm", "histogram"),
    "line": _chart("Liniendiagramm", f"line {_CHART}", "linechart", "lineplot", "Kurvendiagramm"),
    "line-multi": _chart(
        "Liniendiagramm mit direkten Beschriftungen", f"line {_CHART} with direct labels", f"multi line {_CHART}"
    ),
    "line-timeseries": _chart("Zeitreihe", f"time series [{_CHART}]", f"timeseries [{_CHART}]", "Zeitreihendiagramm"),
    "lollipop": _chart("Lollipop-Diagramm", "Lollipopdiagramm", f"lollipop [{_CHART}]"),
    "pair": _chart("Streudiagramm-Matrix", f"pair {_CHART}", "pairplot", "scatter matrix", "scatterplot matrix"),
    "parallel-coordinates": _chart("Parallelkoordinaten", f"parallel coordinates [{_CHART}]"),
    "pareto": _chart("Paretodiagramm", f"pareto [{_CHART}]"),
    "pie": _chart("Kreisdiagramm", f"pie [{_CHART}]", "Tortendiagramm", "Kuchendiagramm"),
    "polar-bar": _chart("polares Balkendiagramm", f"polar bar [{_CHART}]"),
    "pyramid": _chart("Bevölkerungspyramide", "(population|age) pyramid", f"pyramid {_CHART}", "Alterspyramide"),
    "qq": _chart("Q-Q-Diagramm", f"(qq|q-q|quantile|quantile-quantile) {_CHART}", "Quantil-Quantil-Diagramm"),
    "quiver": _chart("Vektorfeld", f"quiver {_CHART}", "vector field"),
    "radar": _chart("Netzdiagramm", f"(radar|spider) {_CHART}", "Radardiagramm"),
    "regression": _chart("Regressionsdiagramm", f"regression [{_CHART}]", f"scatter {_CHART} with (a|the) regression"),
    "residual": _chart("Residuendiagramm", f"(residual|residuals) {_CHART}"),
    "ridgeline": _chart("Ridgeline-Diagramm", f"ridgeline [{_CHART}]", "Joyplot"),
    "sankey": _chart("Sankey-Diagramm", "Sankeydiagramm", f"sankey [{_CHART}]", "Flussdiagramm"),
    "scatter": _chart("Streudiagramm", f"scatter {_CHART}", "scatterplot", "Punktdiagramm", "Punktwolke"),
    "slope": _chart("Slope-Diagramm", f"slope {_CHART}", "slopegraph", "Steigungsdiagramm"),
    "small-multiples": _chart("Kleinserien", "small multiples", f"(facet|trellis) {_CHART}"),
    "stem": _chart("Stängeldiagramm", f"stem {_CHART}"),
    "step": _chart("Stufendiagramm", f"step {_CHART}", "Treppendiagramm"),
    "strip": _chart("Streifendiagramm", f"strip {_CHART}", "stripplot", f"jitter {_CHART}"),
    "swarm": _chart("Schwarmdiagramm", f"(swarm|beeswarm) {_CHART}", "swarmplot", "beeswarm"),
    "timeline": _chart("Zeitstrahl", f"timeline [{_CHART}]"),
    "treemap": _chart("Kacheldiagramm", f"treemap [{_CHART}]", f"tree map [{_CHART}]"),
    "violin": _chart("Violindiagramm", f"violin {_CHART}", "violinplot", "Geigendiagramm"),
    "waterfall": _chart("Wasserfalldiagramm", f"waterfall [{_CHART}]"),
}  # fmt: skip

#: What is drawn, where it is said for the chart: “as bars”.
MARKS: Final = {
    "bar": "bars|columns|Balken|Säulen",
    "line": "(lines|a line|Linien|Linie|eine Linie)",
    "scatter": "points|dots|Punkte",
    "area": "areas|Flächen",
    "box": "boxes|Boxen|Kästen",
}

LIBRARIES: Final = {
    "matplotlib": "matplotlib|pyplot",
    "seaborn": "seaborn",
    "plotnine": "plotnine",
    "plotly": "plotly",
    "altair": "altair|vega-altair",
    "bokeh": "bokeh",
    "holoviews": "holoviews",
    "lets-plot": "lets-plot|letsplot",
    "pygal": "pygal",
    "echarts": "echarts|pyecharts",
    "chartjs": "chartjs|chart . js",
    "d3": "d3",
    "vega-lite": "vega lite|vega",
    "ggplot2": "ggplot|ggplot2",
}

#: The palette's colours.
COLORS: Final = {
    "blue": "blue|blau|blaue|blauen|blaues|blauer",
    "orange": "orange|orangen|orangene|orangefarben",
    "green": "green|grün|grüne|grünen|grünes|grüner",
    "rose": "rose|rosa|rosé",
    "gold": "gold|golden|goldene|goldenen",
    "purple": "purple|lila|violett|violette|violetten|purpur",
    "sky": "sky|sky blue|himmelblau|himmelblaue|himmelblauen",
    "rust": "rust|rost|rostrot|rostbraun",
}

#: Other colours by the palette's nearest: offered, never taken.
OTHER_COLORS: Final = {
    "rose": "red|rot|rote|roten|rotes|roter|pink|crimson|magenta|fuchsia|maroon|weinrot|dunkelrot|karminrot|dark red",
    "gold": "yellow|gelb|gelbe|gelben|gelbes|mustard|ocker|beige|khaki|senfgelb|olive|oliv",
    "green": "teal|mint|turquoise|türkis|petrol|dark green|light green|dunkelgrün|hellgrün|lime|emerald|smaragd",
    "sky": "cyan|aqua|light blue|hellblau|azure",
    "blue": "navy|dark blue|dunkelblau|marineblau|indigo|royal blue|königsblau|grey|gray|grau|black|schwarz|schwarze",
    "purple": "violet|lavender|lavendel|plum|pflaume|mauve|flieder",
    "rust": "brown|braun|braune|braunen|sienna|chocolate|kupfer|copper|terracotta",
    "orange": "coral|koralle|salmon|lachs|apricot|peach|pfirsich|amber|bernstein",
}
