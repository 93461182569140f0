"""Classes: ranges of numbers such as 18-29, under 18 and 60+, from the lowest to the highest."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

_NUMBER: Final = r"\d{1,3}(?:[.,'\u2019 ]\d{3})+|\d+(?:[.,]\d+)?"
_UNIT: Final = (
    r"(?: ?(?:[€$£%]|years?|yrs?|jahren?|kg|g|km|m|cm|mm|h|min|k|mio\.?|ans|岁|歳|级|元|分|人|万))?(?: old| alt)?"
)
_SIGN: Final = r"[€$£]?"
_BETWEEN: Final = re.compile(
    rf"{_SIGN}({_NUMBER}){_UNIT} ?(?:-|–|—|to|bis|bis unter|to under) ?{_SIGN}({_NUMBER}){_UNIT}", re.IGNORECASE
)
_BELOW: Final = re.compile(
    rf"(?:<|≤|<=|under|below|less than|up to|unter|weniger als|bis|bis zu|moins de) ?{_SIGN}({_NUMBER}){_UNIT}"
    rf"|({_NUMBER}){_UNIT}(?:及?以下|以内|未満|미만|이하)",
    re.IGNORECASE,
)
_ABOVE: Final = re.compile(
    rf"(?:>|≥|>=|over|above|more than|über|mehr als|ab|älter als|plus de) ?{_SIGN}({_NUMBER}){_UNIT}"
    rf"|{_SIGN}({_NUMBER}){_UNIT} ?"
    rf"(?:\+|(?:and|or) (?:over|older|more|above)|(?:und|oder) (?:mehr|älter|darüber)|et plus){_UNIT}"
    rf"|({_NUMBER}){_UNIT}(?:及?以上|이상)",
    re.IGNORECASE,
)


def places_of_classes(words: Sequence[str]) -> list[int] | None:
    """Where each of `words` stands among them, from 0; None unless all are ranges and one of them has two ends."""
    ends = [_ends(word) for word in words]
    found = [pair for pair in ends if pair is not None]
    if len(found) < len(ends) or not any(math.isfinite(low) and math.isfinite(high) for low, high in found):
        return None
    places = {pair: place for place, pair in enumerate(sorted(set(found)))}
    return [places[pair] for pair in found]


def _ends(word: str) -> tuple[float, float] | None:
    if match := _BETWEEN.fullmatch(word):
        low, high = _number(match[1]), _number(match[2])
        return (low, high) if low < high else None
    if match := _BELOW.fullmatch(word):
        return -math.inf, _number(match[1] or match[2])
    if match := _ABOVE.fullmatch(word):
        return _number(match[1] or match[2] or match[3]), math.inf
    return None


def _number(text: str) -> float:
    if re.fullmatch(r"\d{1,3}(?:[.,'\u2019 ]\d{3})+", text):
        return float(re.sub(r"\D", "", text))
    return float(text.replace(",", "."))
