"""Ordered names: months, weekdays, quarters, answers on a scale and ranges, which do not go by the alphabet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from agent_svc.data.classes import places_of_classes
from agent_svc.data.months import MONTHS
from agent_svc.data.scales import NO_ANSWERS, places_on_scale

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
    """The distinct values of a column in their own order, and what they are, in the plural."""

    order: tuple[str, ...]
    noun: str


def natural_order(values: Sequence[str]) -> NamesInOrder | None:
    """The order of `values` of one kind, weekdays from Monday on and scales from their low end; None otherwise.

    On scales and among ranges, answers such as “don't know” go last.
    """
    if not 2 <= len(values) <= _MOST:
        return None
    for noun, place in _KINDS:
        places = {value: place(value.casefold()) for value in values}
        if all(places.values()) and len(set(places.values())) > 1:
            return NamesInOrder(tuple(sorted(values, key=lambda value: places[value] or 0)), noun)
    answers = [value for value in values if _plain(value) not in NO_ANSWERS]
    words, rest = [_plain(value) for value in answers], [value for value in values if value not in answers]
    return _sorted(answers, places_on_scale(words), rest, "answers on a scale") or _sorted(
        answers, places_of_classes(words), rest, "ranges of numbers"
    )


def is_calendar(order: Sequence[str]) -> bool:
    """Whether an order is one of months, weekdays or quarters, which follow one another in time."""
    return any(all(place(value.casefold()) for value in order) for _, place in _KINDS)


def _sorted(values: Sequence[str], places: Sequence[int] | None, rest: Sequence[str], noun: str) -> NamesInOrder | None:
    if places is None or len(set(places)) < 2:
        return None
    ordered = sorted(range(len(values)), key=places.__getitem__)
    return NamesInOrder((*(values[index] for index in ordered), *rest), noun)


def _plain(value: str) -> str:
    return " ".join(value.split()).casefold()


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
