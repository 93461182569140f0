"""The names of options, as people say them in English and German."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_X: Final = "(x [axis|achse|achsen])"
_Y: Final = "(y [axis|achse|achsen])"
_LABEL: Final = "(label|title|beschriftung|achsenbeschriftung|titel)"
_COLOR: Final = "(color|colour|farbe)"

#: Every option by its name. Options that are not here go by their title and their name.
OPTIONS: Final = {
    "title": "title|heading|titel|überschrift",
    "x_label": f"{_X} {_LABEL}",
    "y_label": f"{_Y} {_LABEL}",
    "x_range": f"{_X} (range|limits|bereich)",
    "y_range": f"{_Y} (range|limits|bereich)",
    "value_range": f"{_COLOR} range|value range|wertebereich|farbbereich",
    "value_label": f"{_COLOR} label|farbbeschriftung",
    "size_label": "size label|größenbeschriftung",
    "caption": "caption|unterschrift|bildunterschrift",
    "center_label": "(centre|center) label|label in the (centre|center|middle)|beschriftung in der mitte|mitte",
    "center": "centre|center|mittelpunkt",
    "reference_label": "reference label|name of the reference line",
    "total_label": "(name of the total|total label|name der summe)",
    "sort": "order|sorting|sort order|reihenfolge|sortierung",
    "order": "ranking|rangfolge",
    "top_n": "top n|most (categories|series|slices)|number of (categories|bars|slices|series)|anzahl der kategorien",
    "other": "rest|other|sonstige|others",
    "aggregation": "aggregation|aggregate|zusammenfassung",
    "interval": "interval|intervall|zeitraum|period",
    "smooth": "smoothing|moving average|rolling average|rolling mean|glättung|gleitender durchschnitt"
    "|gleitenden durchschnitt|gleitender mittelwert|gleitenden mittelwert",
    "bins": "bins|number of bins|klassen|anzahl der klassen|bin count|klassenzahl",
    "scale": "scale|skala|skalierung",
    "stacking": "stacking|stapelung",
    "color": f"{_COLOR}|{_COLOR} of gains|standardfarbe",
    "negative_color": f"negative {_COLOR}|{_COLOR} (below zero|of losses|for losses)|negative farbe",
    "color_by": f"{_COLOR} by",
    "palette": f"palette|{_COLOR} (map|palette|scheme)|colormap|farbpalette|farbschema|farbskala",
    "legend": "legend|legende",
    "date_format": "date format|dates|datumsformat",
    "number_format": "number format|zahlenformat",
    "orientation": "orientation|ausrichtung",
    "point_size": "(point|points|marker|dot|dots) size|size of the (points|dots|markers)|punktgröße|markergröße"
    "|größe der punkte",
    "bubble_size": "largest circle|bubble size|blasengröße|kreisgröße",
    "opacity": "opacity|alpha|deckkraft",
    "line_width": "(line|lines) (width|thickness)|width of the lines|linienbreite|linienstärke|liniendicke",
    "width": "(ring|ring's) width|width of the ring|ringbreite",
    "jitter": "jitter|streuung",
    "reference": "reference line|reference|referenzlinie|referenz|hilfslinie",
    "highlight": "highlight|hervorhebung",
    "spread": "spread|error bars|error bar|fehlerbalken",
    "threshold": "threshold|schwelle|schwellenwert",
    "where": "step|stufe|stufen",
    "log_x": f"(log|logarithmic) {_X}",
    "log_y": f"(log|logarithmic) {_Y}",
    "show_values": "values|show values|werte",
    "markers": "markers|marker|markierungen",
    "trend": "trend|trend line|trendlinie",
    "band": "band|confidence band|konfidenzband|vertrauensbereich",
    "fill": "fill|füllung",
    "indexed": "index|indexed|indexiert",
    "join": "join|joined|verbunden",
    "total": "total|the total|gesamtwert",
}


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that is shown or not: the options that do it, the chart's first one counts, and its wordings."""

    options: tuple[str, ...]
    wording: str
    does: str
    german: str


_ON_MARKS: Final = (
    "[(on|to|at|in|above|an|auf|in|über) [the|each|every|all|den|die|jedem|jeder|jedes]"
    " (bar|bars|slice|slices|points|marks|lines|cells|balken|säulen|säule|stücken|punkten|linien|zellen)]"
)
SWITCHES: Final = {
    "values": Switch(
        ("show_values",),
        f"(value|values|numbers|data labels|value labels|amounts|werte|werten|zahlen|zahlenwerte"
        f"|wertbeschriftungen) {_ON_MARKS}",
        "write numbers at the marks",
        "Zahlen an die Werte schreiben",
    ),
    "points": Switch(
        ("show_points", "markers"),
        "(individual|single|data|einzelne|die einzelnen|raw) (points|dots|punkte)|points|dots|punkte|datenpunkte",
        "show the points",
        "die Punkte zeigen",
    ),
    "markers": Switch(
        ("markers", "show_points"),
        "markers|marker|point markers|markierungen|punktmarkierungen",
        "mark the points",
        "die Punkte markieren",
    ),
    "counts": Switch(
        ("show_counts",),
        "counts|sample sizes|group sizes|n|anzahlen|fallzahlen|stichprobengrößen",
        "show how many records there are",
        "die Fallzahlen zeigen",
    ),
    "outliers": Switch(("show_outliers",), "outliers|ausreißer", "show outliers", "Ausreißer zeigen"),
    "equation": Switch(
        ("show_equation",), "equation|formula|gleichung|formel", "show the equation", "die Gleichung zeigen"
    ),
    "band": Switch(
        ("band",),
        "[confidence] band|konfidenzband|vertrauensbereich|band|uncertainty",
        "draw a band",
        "ein Band zeichnen",
    ),
    "trend": Switch(
        ("trend", "show_equation"), "trend [line]|trendline|trendlinie", "draw a trend", "einen Trend zeichnen"
    ),
    "loss": Switch(("show_loss",), "losses|steps|verluste|schritte|drop off", "show the steps", "die Schritte zeigen"),
    "total": Switch(
        ("total",), "total bar|the total|gesamtwert|gesamtbalken|endsumme", "show the total", "die Summe zeigen"
    ),
    "fill": Switch(("fill",), "fill|filling|füllung", "fill the area", "die Fläche füllen"),
    "index": Switch(("indexed",), "index|indexing|indexierung", "show an index", "einen Index zeigen"),
    "join": Switch(
        ("join",),
        "joining lines|connecting lines|verbindungslinien|verbindungen",
        "join the points",
        "die Punkte verbinden",
    ),
}
