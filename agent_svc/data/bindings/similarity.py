"""Similarity: how well the name of a column fits the name of a role."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+")
# Words of English and German headers that say the same as a role's name.
_SAME = (
    {"date", "time", "day", "month", "year", "datum", "zeit", "tag", "monat", "jahr", "zeitpunkt", "timestamp"}
    | {
        "année",
        "mois",
        "jour",
        "fecha",
        "año",
        "mes",
        "anno",
        "mese",
        "giorno",
        "rok",
        "år",
        "год",
        "дата",
        "年",
        "日期",
    },
    {"category", "name", "label", "kategorie", "bezeichnung", "art", "item"},
    {
        "group",
        "series",
        "color",
        "colour",
        "class",
        "gruppe",
        "sorte",
        "variety",
        "treatment",
        "variante",
        "typ",
        "type",
    },
    {"value", "amount", "wert", "betrag", "menge", "anzahl", "count", "total", "summe", "points", "pts", "punkte"},
    {"start", "begin", "beginn", "anfang", "from", "von"},
    {"end", "ende", "finish", "until", "bis"},
    {"size", "weight", "größe", "groesse", "gewicht"},
    {"error", "sd", "se", "sem", "std", "fehler", "standardabweichung"},
)
_COUNTER = re.compile(
    r"(?:.*[\s_-](?:id|nr|#)|id|nr|no|nummer|number|index|#|lfd\.?\s*nr|unnamed.*|probe|sample"
    r"|plz|postleitzahl|zip(?:[ _-]?code)?|postcode|postal[ _-]?code|code postal|código postal|codice postale|postnr"
    r"|[^\W\d_]*nummer|(?:kunden|konto|bestell|rechnungs|artikel|start|haus|matrikel|auftrags|beleg|personal)nr"
    r"|(?:bank |customer |client )?(?:account|customer|client|order|invoice|phone|telephone|mobile|serial|bib|ticket"
    r"|room|house|flight|case|passport|registration|employee|student|member|patient|lot|batch|part|article|item|booking"
    r"|transaction|tracking|policy|contract|card)[ _-]?(?:number|no|num|nr|id)"
    r"|account|konto|bib|iban|isbn|issn|ean|gtin|upc|sku|uuid|guid|imei|vin|fips(?:[ _-]?code)?|ags|phone|telefon|fax"
    r"|code|matricule|stn|wmo|usaf|wban)\.?",
    re.IGNORECASE,
)
_TESTS = {"p", "q", "t", "z", "f", "pr"}  # before "value"
_CAMEL = re.compile(r".*[a-z0-9](?:Id|ID|Nr|No)")  # PassengerId

SIMILAR = 0.5  # from here on a column is worth an optional role


def similarity(role: str, column: str) -> float:
    """0 (nothing in common) to 1 (the same name)."""
    role, column = role.casefold(), column.casefold().strip()
    if role == column:
        return 1.0
    words, wanted = set(_WORD.findall(column)), set(_WORD.findall(role))
    if wanted == {"value"} and words & _TESTS:
        return 0.0  # a p-value is no value that was measured
    if wanted and wanted <= words:
        return 0.8
    if any(words & same and wanted & same for same in _SAME):
        return 0.6
    return 0.0


def counts_rows(column: str) -> bool:
    """Whether the name says that the column only numbers or names the rows, or is a code: nothing to measure by."""
    name = column.strip()
    return _COUNTER.fullmatch(name) is not None or _CAMEL.fullmatch(name) is not None
