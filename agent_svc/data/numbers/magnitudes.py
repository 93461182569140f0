"""Magnitudes: amounts in thousands to trillions beside each other, `1.2B` and `340M`, written out in ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers.exact import is_currency, read_numbers
from agent_svc.data.numbers.number_reading import NumberReading, shortest

_POWERS: Final = {
    **dict.fromkeys(("k", "tsd", "thousand", "tausend"), 3),
    **dict.fromkeys(("m", "mio", "mn", "million", "millions", "millionen"), 6),
    **dict.fromkeys(("b", "mrd", "bn", "billion", "billions", "milliarde", "milliarden"), 9),
    **{"千": 3, "万": 4, "萬": 4, "만": 4, "亿": 8, "億": 8, "억": 8},
    **dict.fromkeys(("lakh", "lakhs", "lac", "lacs"), 5),
    **dict.fromkeys(("crore", "crores"), 7),
    **dict.fromkeys(("tn", "trn", "trillion", "trillions"), 12),
}
# A letter of its own stands at its number: `300 K` are kelvin. A small m alone is a metre; German billions are larger.
_WORDS: Final = "|".join(
    sorted((word for word in _POWERS if len(word) > 1 or not word.isascii()), key=len, reverse=True)
)
_UNITS: Final = ({"m"}, {"b"})  # metres and bits, where neither money nor another magnitude is beside them
_THOUSANDS: Final = 3  # their power of ten
_COUNTED: Final = frozenset("元円원人名명")  # money and people behind those of the East
_SMALL: Final = 1_000  # what is less, beside millions and no thousands, may be millions as well
_LOOKED_AT: Final = 64  # values
_WRITTEN: Final = re.compile(
    rf"(?P<before>.*[0-9])(?:(?P<letter>[kKmMbB])|\s?(?P<word>(?i:{_WORDS}))\.?)(?P<after>\s?\S{{0,4}})"
)


def read_amounts(values: Sequence[str], mark: DecimalMark, *, chosen: bool = False) -> NumberReading:
    """As `read_numbers`, in a column; different magnitudes are written out where only they keep all from being numbers.

    Letters alone, `12B` and `7K`, may be house numbers: they need decimals or a currency beside them, or a user who has
    `chosen` what the column is.
    """
    reading = read_numbers(values, mark, in_column=True, chosen=chosen)
    told = values if reading.units else reading.unread or values
    if reading.complete or not any(map(_WRITTEN.fullmatch, told[:_LOOKED_AT])):
        return reading
    return _written_out(values, mark, chosen=chosen) or reading


def _written_out(values: Sequence[str], mark: DecimalMark, *, chosen: bool) -> NumberReading | None:
    parts = {value: _WRITTEN.fullmatch(value) for value in values}
    bare = {value: match["before"] + match["after"] if match else value for value, match in parts.items()}
    ones = read_numbers(tuple(dict.fromkeys(bare.values())), mark)
    if not ones.complete or not (ones.unit is None or is_currency(ones.unit) or ones.unit in _COUNTED):
        return None
    worded = any(match["word"] for match in parts.values() if match)
    letters = {match["letter"] for match in parts.values() if match}
    if letters in _UNITS and ones.unit is None:
        return None
    worded |= {"m", "M"} <= letters  # no unit and no house is written in both ways
    if not (worded or ones.unit or chosen or any("." in digits for digits in ones.cells.values())):
        return None
    cells = {value: _times(ones.cells[bare[value]], _power(match)) for value, match in parts.items()}
    thousands = any(_power(match) <= _THOUSANDS for match in parts.values() if match)
    small = (v for v in values if not thousands and not parts[v] and 0 < abs(Decimal(cells[v])) < _SMALL)
    magnified = next(value for value in values if parts[value])
    return replace(ones, cells=cells, as_written=False, magnified=magnified, small_beside=next(small, None))


def _power(match: re.Match[str] | None) -> int:
    return _POWERS[(match["letter"] or match["word"]).casefold()] if match else 0


def _times(digits: str, power: int) -> str:
    return shortest(f"{Decimal(digits).scaleb(power):f}")
