"""Sentinels: numbers such as -9999 that loggers and surveys write where a value is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_SENTINELS: Final = frozenset({"-999", "-9999", "-99999", "-999.9", "-999.99", "-9999.9", "-9999.99"})
#: Codes of surveys: they tell themselves from measurements only where nothing else is negative.
_CODES: Final = frozenset({"-77", "-88", "-97", "-98", "-99"})
_OTHERS = 2  # so many other values are needed to compare with
_FAR = 5  # times the largest other value


def sentinels(cells: Mapping[str, str]) -> tuple[str, ...]:
    """The written values among `cells` (written to canonical number) that are sentinels: far from all others, or
    codes of surveys and alone in being negative."""
    known = _SENTINELS | _CODES
    if known.isdisjoint(cells.values()):
        return ()
    coded = [written for written, digits in cells.items() if digits in known]
    if len(cells) - len(coded) < _OTHERS:
        return ()
    if not any(digits.startswith("-") for digits in cells.values() if digits not in known):
        return tuple(coded)
    found = [written for written, digits in cells.items() if digits in _SENTINELS]
    if not found:
        return ()
    least = min(abs(float(cells[written])) for written in found)
    others = max(abs(float(digits)) for digits in cells.values() if digits not in _SENTINELS)
    return tuple(found) if others * _FAR <= least else ()
