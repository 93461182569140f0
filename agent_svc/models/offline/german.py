"""The German of the catalogue: its options, roles and choices, for sentences that are German as a whole."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue.chart import Role
from agent_svc.catalogue.option import Option

#: By the option's name.
OPTIONS: Final = {
    "aggregation": "Zusammenfassung", "arrow_length": "Pfeillänge", "aspect": "Seitenverhältnis",
    "average": "Gleitender Mittelwert",
    "background": "Die anderen dahinter", "band": "Band", "bandwidth": "Glättung", "bins": "Klassen",
    "bubble_size": "Größter Kreis", "caption": "Bildunterschrift",
    "center": "Mitte", "center_label": "Text in der Mitte",
    "color": "Farbe", "color_by": "Farbe nach", "color_by_length": "Farbe nach Länge", "coloring": "Farben",
    "date_format": "Datumsformat", "decimals": "Nachkommastellen", "fill": "Füllung", "free_y": "Eigene y-Achsen",
    "highlight": "Hervorhebung", "indexed": "Index", "inner_radius": "Loch", "interval": "Zeitraum",
    "jitter": "Streuung", "join": "Verbindung", "legend": "Legende", "levels": "Höhenlinien",
    "line_width": "Linienbreite",
    "log_color": "Logarithmische Farbe", "log_x": "Logarithmische x-Achse", "log_y": "Logarithmische y-Achse",
    "markers": "Markierungen", "marks": "Zeichen", "method": "Methode", "negative_color": "Farbe unter null",
    "number_format": "Zahlenformat",
    "opacity": "Deckkraft", "order": "Reihenfolge", "orientation": "Ausrichtung", "other": "Rest zeigen",
    "overlap": "Überlappung", "palette": "Palette", "point_size": "Punktgröße", "points": "Punkte",
    "reference": "Referenzlinie", "reference_label": "Name der Referenzlinie", "rug": "Werte",
    "scale": "Skala", "shape": "Form", "share_colors": "Farben je Zeile", "show_counts": "Fallzahlen",
    "show_dates": "Daten zeigen", "show_equation": "Gleichung", "show_line": "Linie", "show_loss": "Schritte",
    "show_median": "Median", "show_outliers": "Ausreißer", "show_points": "Punkte", "show_values": "Werte",
    "size_label": "Größenbeschriftung", "smooth": "Glättung", "sort": "Reihenfolge", "spread": "Fehlerbalken",
    "stacking": "Stapelung", "standardise": "Standardisierung",
    "threshold": "Schwelle", "time_label": "Zeitbeschriftung",
    "title": "Titel", "today": "Datumslinie", "top_n": "Höchstzahl", "total": "Gesamtwert",
    "total_label": "Name der Summe",
    "trend": "Trend", "upper": "Obere Hälfte", "value_label": "Farbbeschriftung", "value_range": "Farbbereich",
    "week_start": "Wochenbeginn", "where": "Stufe", "width": "Ringbreite", "x_label": "x-Beschriftung",
    "x_range": "x-Bereich", "y_label": "y-Beschriftung", "y_range": "y-Bereich",
}  # fmt: skip
#: By the role's title.
ROLES: Final = {
    "Amount": "Menge", "Axes": "Achsen", "Category": "Kategorie", "Change": "Veränderung", "Class": "Klasse",
    "Close": "Schluss", "Columns": "Spalten", "Date": "Datum", "End": "Ende", "Error": "Fehler",
    "Event": "Ereignis", "From": "Von",
    "Group": "Gruppe", "High": "Hoch", "Low": "Tief", "Open": "Eröffnung", "Panels": "Felder", "Place": "Ort",
    "Places": "Orte", "Series": "Reihe", "Sides": "Seiten", "Size": "Größe", "Spokes": "Speichen", "Stage": "Stufe",
    "Start": "Beginn", "Step": "Schritt", "Task": "Aufgabe", "Time": "Zeit", "To": "Nach", "Value": "Wert",
    "Weight": "Gewicht", "X axis": "x-Achse", "X component": "x-Komponente", "Y axis": "y-Achse",
    "Y component": "y-Komponente",
}  # fmt: skip
#: Values of choices that are words. Names of colour maps, and formats of dates and numbers, are the same in both.
CHOICES: Final = {
    "above": "oben", "after": "nachher", "all": "alle", "amount": "Menge", "ascending": "aufsteigend",
    "auto": "automatisch", "before": "vorher", "blue": "blau", "both": "beides", "change": "Veränderung",
    "correlation": "Korrelation", "count": "Anzahl", "data": "wie in den Daten", "day": "Tag", "density": "Dichte",
    "descending": "absteigend", "difference": "Unterschied", "diverging": "divergierend", "end": "Ende",
    "equal": "gleich", "fraction": "Bruchteil", "full": "ganz", "gold": "gold", "green": "grün",
    "horizontal": "waagerecht", "hour": "Stunde", "label": "nach Namen", "line": "Linie", "lower": "unten",
    "max": "Maximum", "mean": "Mittelwert", "median": "Median", "middle": "Mitte", "min": "Minimum",
    "minmax": "Spannweite", "monday": "Montag", "month": "Monat", "none": "keine", "orange": "orange",
    "outside": "außen", "overlaid": "überlagert", "percent": "Prozent", "points": "Punkte", "purple": "lila",
    "quarter": "Quartal", "quartiles": "Quartile", "recorded": "wie erfasst", "reversed": "umgekehrt",
    "right": "rechts", "rose": "rosa", "rust": "rost", "sd": "Standardabweichung", "sem": "Standardfehler",
    "ci95": "Konfidenzintervall", "sequential": "fortlaufend", "series": "Reihe", "similarity": "Ähnlichkeit",
    "sky": "himmelblau", "source": "Herkunft", "stacked": "gestapelt", "start": "Beginn", "sum": "Summe",
    "sunday": "Sonntag", "target": "Ziel", "unit": "Einheit", "vertical": "senkrecht", "week": "Woche", "year": "Jahr",
    "zscore": "z-Wert",
}  # fmt: skip


def german_title(option: Option) -> str:
    """What a German calls the option; its title where there is no German name."""
    return OPTIONS.get(option.name, option.title)


def german_role(role: Role) -> str:
    """What a German calls the role; its title where there is no German name."""
    return ROLES.get(role.title, role.title)


def german_choices(option: Option) -> str:
    """The choices of the option, listed."""
    return ", ".join(CHOICES.get(choice, choice) for choice in option.choices)


def listed(option: Option) -> str:
    """The same in English."""
    return ", ".join(option.choices)
