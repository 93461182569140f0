"""Ordered names: months, weekdays, quarters, answers on a scale and ranges, which do not go by the alphabet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from agent_svc.data.columns.ordered_periods import SEASONS, Place, order_of_periods
from agent_svc.data.columns.scales import NO_ANSWERS, places_on_scale
from agent_svc.data.dates.eastern_names import eastern_month, eastern_quarter, eastern_weekday
from agent_svc.data.dates.months import MONTHS, folded
from agent_svc.data.dates.weekdays import WEEKDAYS
from agent_svc.data.numbers.classes import places_of_classes
from agent_svc.data.numbers.signs_behind import places_of_grades

_QUARTER = re.compile(
    r"(?:q|quarter |quartal |trimestre )([1-4])|([1-4])\. ?(?:quartal|q)|([1-4])(?:st|nd|rd|th) quarter|([1-4])q"
    r"|([1-4])(?:er|ère|e|ème|º|°)? trim(?:estre|\.)"
)
_ORDINAL: Final = re.compile(r"([1-9][0-9]{0,3})(?:\.|st|nd|rd|th|er|ère|e|ème|º|ª)(?: (?:platz|place))?")
_NUMBERED: Final = re.compile(
    r"(-?[0-9]{1,3})(?:\s[-–—]\s|\s?[=:.)]\s?)[^\W\d_][^0-9]*|(?:level|stufe|grade|klasse|class|stage)\s?([0-9]{1,3})"
)
_CYCLES: Final = {"months": 12, "weeks": 52, "hours": 24}
_MOST = 64  # different spellings; more are no names of this kind


class NamesInOrder(NamedTuple):
    """The distinct values of a column in their own order, and what they are, in the plural."""

    order: tuple[str, ...]
    noun: str


def natural_order(values: Sequence[str]) -> NamesInOrder | None:
    """The order of `values` of one kind, weekdays from Monday on and scales from their low end; None otherwise.

    Months, weeks and hours that follow one another over the end of the year or day keep the order they come in. On
    scales and among ranges, answers such as “don't know” go last.
    """
    if not 2 <= len(values) <= _MOST:
        return None
    for noun, place in _KINDS:
        if not place(values[0].casefold()):
            continue
        places = {value: place(value.casefold()) for value in values}
        if all(places.values()) and len(set(places.values())) > 1:
            return _sorted(values, [places[value] or 0 for value in values], [], noun)
    periods = order_of_periods(values)
    if periods is not None:
        return _sorted(values, periods[0], [], periods[1])
    first = _plain(values[0])
    if _ordinal(first) is not None:
        ordinals = [_ordinal(value.casefold()) for value in values]
        if all(ordinals):
            return _sorted(values, [place or 0 for place in ordinals], [], "places in an order")
    grades = places_of_grades(values)
    if grades is not None:
        return _sorted(values, grades, [], "grades")
    if _NUMBERED.fullmatch(first):
        numbered = [_NUMBERED.fullmatch(_plain(value)) for value in values]
        if all(numbered):
            by_number = [int(match[1] or match[2]) for match in numbered if match]
            return _sorted(values, by_number, [], "answers with their numbers")
    answers = [value for value in values if _plain(value) not in NO_ANSWERS]
    words, rest = [_plain(value) for value in answers], [value for value in values if value not in answers]
    return _sorted(answers, places_on_scale(words), rest, "answers on a scale") or _sorted(
        answers, places_of_classes(words), rest, "ranges of numbers"
    )


def is_calendar(order: Sequence[str]) -> bool:
    """Whether an order is one of months, weekdays, quarters or other periods, which follow one another in time."""
    named = any(all(place(value.casefold()) for value in order) for _, place in _KINDS)
    return named or order_of_periods(order) is not None


def _sorted(
    values: Sequence[str], places: Sequence[int] | Sequence[Place] | None, rest: Sequence[str], noun: str
) -> NamesInOrder | None:
    if places is None or len(set(places)) < 2:
        return None
    if _turns_over(places, _CYCLES.get(noun, 0)):
        return NamesInOrder((*values, *rest), noun)
    ordered = sorted(range(len(values)), key=places.__getitem__)
    return NamesInOrder((*(values[index] for index in ordered), *rest), noun)


def _turns_over(places: Sequence[int] | Sequence[Place], cycle: int) -> bool:
    """Whether the values are in order as they come, over the end of a year or a day: `Nov, Dec, Jan`; no whole one."""
    numbers = [place if isinstance(place, int) else place[0] for place in places]
    if not 1 < len(numbers) < cycle or numbers[-1] > numbers[0]:
        return False
    ends = (cycle, cycle + 1) if cycle == _CYCLES["weeks"] else (cycle,)
    return all(b - a == 1 or (a in ends and b <= 1) for a, b in pairwise(numbers))


def _plain(value: str) -> str:
    return " ".join(value.split()).casefold()


def _month(word: str) -> int | None:
    return MONTHS.get(folded(word).rstrip(".")) or eastern_month(word)


def _weekday(word: str) -> int | None:
    return WEEKDAYS.get(folded(word).rstrip(".")) or eastern_weekday(word)


def _quarter(word: str) -> int | None:
    match = _QUARTER.fullmatch(word)
    return int(next(filter(None, match.groups()))) if match else eastern_quarter(word)


def _ordinal(word: str) -> int | None:
    match = _ORDINAL.fullmatch(word)
    return int(match[1]) if match else None


def _season(word: str) -> int | None:
    return SEASONS.get(word)


_KINDS: Final[tuple[tuple[str, Callable[[str], int | None]], ...]] = (
    ("months", _month),
    ("weekdays", _weekday),
    ("quarters", _quarter),
    ("seasons of the year", _season),
)
