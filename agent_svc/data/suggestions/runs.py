"""Runs: columns that go on from row to row, as far as the sampled rows tell: growing, falling, or by the clock."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from agent_svc.data.bindings.even_steps import are_even, begins_by_the_clock, follow_the_clock
from agent_svc.data.profile import ColumnProfile, sampled_places
from agent_svc.data.suggestions.facts import Facts

_LEAST: Final = 4  # rows


def growing(facts: Facts) -> ColumnProfile | None:
    """The first measure, where it grows from row to row."""
    sampled = _sampled(facts)
    return facts.measures[0] if sampled and all(a < b for a, b in pairwise(sampled)) else None


def falling(facts: Facts) -> ColumnProfile | None:
    """The first measure, where it falls by even steps, as wavelengths do; what is sorted by size falls unevenly."""
    sampled = _sampled(facts)
    falls = bool(sampled) and sampled[0] > sampled[-1]
    return facts.measures[0] if falls and are_even(sampled, sampled_places(facts.rows)) else None


def clock(facts: Facts) -> ColumnProfile | None:
    """The first text of times of day in even steps, each of which one row has."""
    if facts.rows < _LEAST:
        return None
    for column in facts.profile.columns:
        if column.unique == facts.rows and begins_by_the_clock(column):
            place = facts.place_of(column)
            if follow_the_clock([row[place] for row in facts.profile.sample], sampled_places(facts.rows)):
                return column
    return None


def _sampled(facts: Facts) -> list[float]:
    if not facts.measures or facts.measures[0].unique != facts.rows or facts.rows < _LEAST:
        return []
    place = facts.place_of(facts.measures[0])
    return [float(row[place]) for row in facts.profile.sample if row[place]]
