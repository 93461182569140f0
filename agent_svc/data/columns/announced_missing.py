"""Announced missing: numbers of which the text around a table says that they stand for a missing value."""

from __future__ import annotations

import re
from typing import Final

# Only what no count and no amount looks like: `Missing: 15` may be a row of the table.
_NUMBER: Final = r"(?P<number>[-−][0-9]{2,6}(?:\.[0-9]{1,3})?|9{3,6}(?:\.9{1,3})?)(?![.,]?[0-9])"
_NOUN: Final = (
    r"(?:missing(?:[ _-]?(?:values?|data|code))?|no[ _-]?data(?:[ _-]?values?)?|_?fill[ _-]?values?"
    r"|fehlwerte?|fehlkennung|fehlende? (?:werte?|daten|messwerte?)|keine? (?:daten|werte?|messwerte?)"
    r"|valeurs? manquantes?|données? manquantes?|缺测|缺失值?|欠測値?)"
)
_COPULA: Final = (
    r"(?: (?:are|is|sind|ist|werden|wird|est|sont))?"
    r"(?: (?:coded|marked|given|shown|codiert|kodiert|gekennzeichnet|codées?))?(?: (?:as|by|with|als|mit|durch|par))?"
)
_QUOTE: Final = "[\"'“”„(\\[]?"
_BEHIND: Final = re.compile(rf"\b{_NOUN}{_COPULA}\s?[:=：]?\s{{0,12}}{_QUOTE}{_NUMBER}", re.IGNORECASE)
_IN_FRONT: Final = re.compile(
    rf"(?<![0-9.,]){_NUMBER}{_QUOTE}\)?\s?(?:[=:：]|means?|is|for|bedeutet|steht für|für|denotes|indicates|signifie)"
    rf"\s?{_NOUN}(?![^\W\d_])",
    re.IGNORECASE,
)
_WORDS: Final = ("missing", "data", "fill", "fehl", "kein", "manquante", "缺", "欠")  # most texts have none of them
_LOOKED_AT: Final = 20_000  # characters at either end of a long text, where such words stand


def announced_missing(text: str) -> frozenset[str]:
    """The numbers, with a point and a plain minus, that `text` says are no values: `NODATA_value -9999`."""
    ends = text if len(text) <= 2 * _LOOKED_AT else f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"
    plain = ends.casefold()
    if not any(word in plain for word in _WORDS):
        return frozenset()
    found = (match["number"] for form in (_BEHIND, _IN_FRONT) for match in form.finditer(ends))
    return frozenset(number.replace("−", "-") for number in found)
