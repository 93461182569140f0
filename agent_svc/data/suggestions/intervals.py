"""Intervals: an estimate of each row between its bounds, such as an odds ratio with the ends of its confidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from agent_svc.data.bindings.words import words_of
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.facts import Facts

_LOW: Final = frozenset({"lower", "low", "lo", "lwr", "lcl", "ll", "lb", "untere", "unten", "untergrenze", "inf"})
_HIGH: Final = frozenset({"upper", "high", "hi", "upr", "ucl", "ul", "ub", "obere", "oben", "obergrenze", "sup"})
_QUANTILE: Final = re.compile(
    r"[qpx][._]?(?P<named>[0-9]{1,2}(?:[.,]5)?)(?![0-9])|(?<![0-9.,])(?P<share>[0-9]{1,2}(?:[.,]5)?)\s?(?:%|th\b)",
    re.IGNORECASE,
)
_LOW_QUANTILES: Final = frozenset({"2.5", "5", "10"})
_HIGH_QUANTILES: Final = frozenset({"97.5", "95", "90"})
_MOST_ROWS: Final = 40  # with a name each


class Interval(NamedTuple):
    """The columns of an estimate and of both bounds around it."""

    estimate: ColumnProfile
    low: ColumnProfile
    high: ColumnProfile


def of_interval(facts: Facts) -> Iterator[Candidate]:
    """Dots of an estimate and its bounds, joined, for each name; what is measured beside them is left out."""
    found = interval_in(facts) if facts.rows <= _MOST_ROWS else None
    if found is None:
        return
    left = [one.name for one in facts.numbers if one not in found]
    steps = ({"op": "drop", "columns": left},) if left else ()
    why = f"“{found.estimate.name}” between “{found.low.name}” and “{found.high.name}”: an interval for each row."
    if left:
        why += f" {_listed(left)} left out."
    yield Candidate(94, "dumbbell", why, steps=steps)


def interval_in(facts: Facts) -> Interval | None:
    """The only interval among the numbers: bounds that are called so in one way, and an estimate between them."""
    lows = [one for one in facts.numbers if _side(one.name) < 0]
    highs = [one for one in facts.numbers if _side(one.name) > 0]
    if len(lows) != 1 or len(highs) != 1 or lows[0].unit != highs[0].unit:
        return None
    between = [one for one in facts.numbers if one not in (lows[0], highs[0]) and one.unit == lows[0].unit]
    estimate = next((one for one in between if _lies_between(facts, lows[0], one, highs[0])), None)
    return Interval(estimate, lows[0], highs[0]) if estimate else None


def _side(name: str) -> int:
    """-1 for the name of a lower bound, 1 for that of an upper one, 0 for others."""
    words = words_of(name)
    if bool(words & _LOW) != bool(words & _HIGH):
        return -1 if words & _LOW else 1
    quantile = _QUANTILE.search(name)
    place = (quantile["named"] or quantile["share"]).replace(",", ".").lstrip("0") if quantile else ""
    return (place in _HIGH_QUANTILES) - (place in _LOW_QUANTILES)


def _lies_between(facts: Facts, *columns: ColumnProfile) -> bool:
    """Whether the values of the columns grow from one to the next, in all rows that are known."""
    places = [facts.place_of(one) for one in columns]
    ends = [[float(end or 0) for end in ends] for ends in zip(*((c.minimum, c.maximum) for c in columns), strict=True)]
    rows = [[row[place] for place in places] for row in facts.profile.sample]
    return all(map(_grows, [*ends, *([float(cell) for cell in row] for row in rows if all(row))]))


def _grows(values: Sequence[float]) -> bool:
    return all(a <= b for a, b in pairwise(values)) and values[0] < values[-1]


def _listed(names: Sequence[str]) -> str:
    return f"“{names[0]}” is" if len(names) == 1 else f"{len(names)} other columns of numbers are"
