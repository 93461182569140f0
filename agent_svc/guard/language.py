"""The language: which of the two that Plotlane speaks a message is answered in."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Language(StrEnum):
    """A language that texts are written in."""

    ENGLISH = "en"
    GERMAN = "de"


_WORD: Final = re.compile(r"[a-zäöüß]+")
# fmt: off
_GERMAN: Final = frozenset({
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "und", "oder", "nicht", "kein",
    "keine", "ist", "sind", "bitte", "mach", "mache", "zeig", "zeige", "auf", "als", "mit", "ohne", "für", "über",
    "wie", "vorher", "zurück", "nach", "von", "zu", "zum", "zur", "im", "am", "achse", "titel", "farbe", "größer",
    "kleiner", "nur",
})
_ENGLISH: Final = frozenset({
    "the", "a", "an", "and", "or", "not", "no", "is", "are", "please", "make", "show", "on", "as", "with",
    "without", "for", "over", "like", "before", "back", "after", "of", "to", "in", "at", "axis", "title", "color",
    "colour", "bigger", "smaller", "only", "it", "this", "that",
})
# fmt: on


def language_of(text: str, locale: str) -> Language:
    """The language of `text` by its little words; the session's `locale` decides when they do not."""
    words = _WORD.findall(text.lower())
    german, english = sum(word in _GERMAN for word in words), sum(word in _ENGLISH for word in words)
    if german != english:
        return Language.GERMAN if german > english else Language.ENGLISH
    return Language.GERMAN if locale.lower().startswith("de") else Language.ENGLISH
