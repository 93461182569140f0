"""Degrees: `33.86 S` and `33°51'31"S`, places on the globe with their half of it behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.columns.map_words import LATITUDES, LONGITUDES

DEGREES: Final = re.compile(
    r"(?P<degrees>[0-9]{1,3}(?:[.,][0-9]{1,9})?)\s?°?\s?"
    r"(?:(?P<minutes>[0-5]?[0-9](?:\.[0-9]{1,6})?)\s?['′’]\s?(?:(?P<seconds>[0-5]?[0-9](?:\.[0-9]{1,6})?)\s?(?:\"|″|”|'')\s?)?)?"
    r"(?P<side>[NSEWO])"
)
_HALVES: Final = ((LATITUDES, "NS"), (LONGITUDES, "EW"), (LONGITUDES, "OW"))  # the second one is below zero
_DIGITS: Final = 7  # a centimetre; so many decimals are no thousands either


def signed_degrees(values: Sequence[str], name: str) -> dict[str, str] | None:
    """Each of `values` with a sign for its half of the globe, in decimals; None unless `name` is one of degrees."""
    named = [sides for names, sides in _HALVES if name.casefold() in names]
    sides = next((one for one in named if all(value[-1:] in one for value in values)), None)
    parts = {value: match for value in values if (match := DEGREES.fullmatch(value))} if sides else {}
    if sides is None or len(parts) < len(values):
        return None
    return {value: f"{'-' if match['side'] == sides[1] else ''}{_decimal(match)}" for value, match in parts.items()}


def _decimal(match: re.Match[str]) -> str:
    if match["minutes"] is None:
        return match["degrees"]
    whole = float(match["degrees"].replace(",", "."))
    return f"{whole + float(match['minutes']) / 60 + float(match['seconds'] or 0) / 3600:.{_DIGITS}f}"
