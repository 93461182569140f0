"""Ordered names: months, weekdays and quarters without a year, which go by the calendar and not by the alphabet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from agent_svc.data.months import MONTHS

_WEEKDAYS: Final = (
    "mon monday mo montag lundi lunes lunedì maandag",
    "tue tues tuesday di dienstag mardi martes martedì dinsdag",
    "wed wednesday mi mittwoch mercredi miércoles mercoledì woensdag",
    "thu thur thurs thursday do donnerstag jeudi jueves giovedì donderdag",
    "fri friday fr freitag vendredi viernes venerdì vrijdag",
    "sat saturday sa samstag sonnabend samedi sábado sabato zaterdag",
    "sun sunday so sonntag dimanche domingo domenica zondag",
)
WEEKDAYS: Final = MappingProxyType({n: place for place, names in enumerate(_WEEKDAYS, 1) for n in names.split()})
_QUARTER = re.compile(
    r"(?:q|quarter |quartal )([1-4])|([1-4])\. ?(?:quartal|q)|([1-4])(?:st|nd|rd|th) quarter|([1-4])q"
)
_MOST = 64  # different spellings; more are no names of this kind


class NamesInOrder(NamedTuple):
    """The distinct values of a column as the calendar orders them, and what they are, in the plural."""

    order: tuple[str, ...]
    noun: str


def natural_order(values: Sequence[str]) -> NamesInOrder | None:
    """The order of `values` that are all months, all weekdays (from Monday on) or all quarters; None otherwise."""
    if not 2 <= len(values) <= _MOST:
        return None
    for noun, place in _KINDS:
        places = {value: place(value.casefold()) for value in values}
        if all(places.values()) and len(set(places.values())) > 1:
            return NamesInOrder(tuple(sorted(values, key=lambda value: places[value] or 0)), noun)
    return None


def _month(word: str) -> int | None:
    return MONTHS.get(word.rstrip("."))


def _weekday(word: str) -> int | None:
    return WEEKDAYS.get(word.rstrip("."))


def _quarter(word: str) -> int | None:
    match = _QUARTER.fullmatch(word)
    return int(next(filter(None, match.groups()))) if match else None


_KINDS: Final[tuple[tuple[str, Callable[[str], int | None]], ...]] = (
    ("months", _month),
    ("weekdays", _weekday),
    ("quarters", _quarter),
)
