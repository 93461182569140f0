"""The numbers of a message: digits as the language writes them, words up to twelve, and percents."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.guard.language import Language

_WORDS: Final = (
    ("zero", "null"), ("one", "eins", "ein", "eine", "einen"), ("two", "zwei"), ("three", "drei"), ("four", "vier"),
    ("five", "fuenf"), ("six", "sechs"), ("seven", "sieben"), ("eight", "acht"), ("nine", "neun"), ("ten", "zehn"),
    ("eleven", "elf"), ("twelve", "zwoelf"),
)  # fmt: skip
NUMBER_WORDS: Final = {word: value for value, words in enumerate(_WORDS) for word in words}
_GROUPED: Final = {
    Language.ENGLISH: re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
    Language.GERMAN: re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"),
}
_PLAIN: Final = re.compile(r"\d+(?:[.,]\d+)?(?:e[+-]?\d+)?", re.IGNORECASE)


def number_of(text: str, language: Language) -> float | None:
    """The number that `text` writes; None when it is none, or too large to be one.

    A single comma or point stands before decimals, unless the language writes thousands so: 1,000 in English and
    1.000 in German.
    """
    word = NUMBER_WORDS.get(text)
    if word is not None:
        return float(word)
    sign = -1.0 if text[:1] in ("-", "−") else 1.0
    digits = text.lstrip("+-−")
    if _GROUPED[language].fullmatch(digits):
        group, decimals = (",", ".") if language is Language.ENGLISH else (".", ",")
        digits = digits.replace(group, "").replace(decimals, ".")
    if not _PLAIN.fullmatch(digits):
        return None
    value = sign * float(digits.replace(",", "."))
    return value if abs(value) < float("inf") else None
