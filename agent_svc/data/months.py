"""Months: their names and short forms in English and German."""

from __future__ import annotations

from typing import Final

_NAMES = (
    "jan januar january jänner jaenner",
    "feb februar february feber",
    "mar mär mrz march märz maerz",
    "apr april",
    "may mai",
    "jun june juni",
    "jul july juli",
    "aug august",
    "sep sept september",
    "oct okt october oktober",
    "nov november",
    "dec dez december dezember",
)
MONTHS: Final = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}


def is_month(word: str) -> bool:
    """Whether `word` is the name of a month, in any case, with or without a full stop."""
    return word.casefold().rstrip(".") in MONTHS
