"""The tongue: in which language a short request is worded, when its little words do not tell."""

from __future__ import annotations

from typing import Final

from agent_svc.guard.language import Language, language_of
from agent_svc.models.offline.tokens import Token

#: Beginnings of German words that requests are made of and that no English one begins with.
_GERMAN: Final = (
    "absteig", "achse", "alle", "alphabetisch", "anteil", "anzahl", "aufsteig", "ausreisser", "balken", "bereich",
    "beschrift", "blau", "breite", "datum", "deckkraft", "diagramm", "dicker", "dunkel", "dunkle", "durchschnitt",
    "duenn", "einfaerb", "farb", "fehlerbalken", "gestapelt", "gelb", "glaett", "gleitend", "groess", "gruen",
    "gruppier", "heb", "hilfe", "hell", "hervor", "hintergrund", "jaehrlich", "kannst", "kategorie", "funktionier",
    "klein", "klasse", "kreisdiagramm", "legende", "lila", "linienb", "logarithmisch", "mittelwert", "monatlich",
    "nenne", "nimm", "prozent", "punkt", "quartal", "referenzlinie", "reihenfolge", "rosa", "rueckgaengig", "saeule",
    "schrift", "senkrecht", "sortier", "standardf", "streuung", "summe", "titel", "transparenz", "ueberschrift",
    "umsatz", "unsortiert", "waagerecht", "waagrecht", "werte", "wochen", "zeichn", "zurueck", "zusammenfass",
    "entfern", "weglass", "ausblend", "blende", "verberg", "versteck", "streich", "loesch", "weg", "raus",
    "danke", "zeitreihe", "logaritmisch", "zeig", "streu", "stapel", "tausche",
)  # fmt: skip
_ENGLISH: Final = frozenset({"hello", "summer", "summers", "lilac"})  # that begin like them all the same
_ENDINGS: Final = ("diagramm", "achse", "farbe", "linie", "groesse")


def tongue_of(message: str, tokens: list[Token], locale: str) -> Language:
    """By the little words; where they are even, by German letters and words; else by the session's `locale`."""
    sure = language_of(message, "en")
    if sure is language_of(message, "de"):
        return sure
    if any(letter in message.lower() for letter in "äöüß"):
        return Language.GERMAN
    words = [token.word for token in tokens if token.word not in _ENGLISH]
    if any(word.startswith(_GERMAN) or word.endswith(_ENDINGS) for word in words):
        return Language.GERMAN
    return language_of(message, locale)
