"""Western signs: `m³`, `£5` and `Nº`, whose bytes are the letters ł, Ł and ş of Windows-1250.

No word ends in `mł` but the Polish `mł.`, whose point tells it from a unit.
"""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final = "[cdhkµnMNS]?m|fm|rm|in|ft|yd|s"  # also cubic metres of gas and of wood


def signs(text: str) -> frozenset[int]:
    """Where signs stand in `text`, decoded as Windows-1252, as only they do."""
    return frozenset(found.end() - 1 for found in _SIGNS.finditer(text))


def letters_for_signs(text: str) -> frozenset[int]:
    """Where letters stand in `text`, decoded as Windows-1250, as only those signs do."""
    return frozenset(found.end() - 1 for found in _LETTERS.finditer(text))


def _pattern(cubed: str, pound: str, ordinal: str) -> re.Pattern[str]:
    """Units and powers of ten, amounts and units of money, and numbers in an order, each with its sign at its end."""
    letter = r"[^\W\d_]"
    return re.compile(
        rf"(?<!{letter})(?:{_UNITS}){cubed}(?![^\W_]|\.)"
        rf"|(?<=[0-9]){cubed}(?![^\W_]|\.)"
        rf"|(?<![^\W_]){pound}(?=[0-9])|(?<=[(\[]){pound}(?=[)\]])"
        rf"|(?<!{letter})[Nn]{ordinal}(?![^\W_])|(?<=[0-9]){ordinal}(?![^\W_])"
    )


_SIGNS: Final = _pattern("³", "£", "º")
_LETTERS: Final = _pattern("ł", "Ł", "ş")
