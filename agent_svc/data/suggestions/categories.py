"""Charts of categories: what is measured of each, or how many rows each has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from agent_svc.data.bindings.errors import error_columns
from agent_svc.data.bindings.words import numbers_ranks
from agent_svc.data.columns.directions import are_directions
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.changes import are_steps
from agent_svc.data.suggestions.facts import Facts
from agent_svc.data.suggestions.intervals import of_interval
from agent_svc.data.suggestions.names import BEFORE, STAGES
from agent_svc.data.suggestions.numbers import spread_of
from agent_svc.data.suggestions.pyramids import of_two_columns, of_two_groups

MOST_SERIES: Final = 8  # side by side, as many as there are colours
LEAST_DIRECTIONS: Final = 3  # of the compass; fewer may be regions
_MOST_ALONE: Final = 2 / 3  # different values for each row; of more, most are counted once
_MOST_BARS: Final = 100  # rows; of more, a bar each says less than how they are spread


def of_categories(facts: Facts) -> Iterator[Candidate]:
    """What is measured of each category; nothing over time, or where nothing is measured."""
    if facts.dates or not facts.texts or not facts.amounts:
        return
    category, value = facts.categories[0], facts.amounts[0]
    if facts.groups and all(map(numbers_ranks, facts.measures)):
        yield counted(facts.groups[0], 94)
    if len(facts.groups) > 1 and facts.is_crossing(facts.groups[0], facts.groups[1]):
        first, second = facts.groups[0].name, facts.groups[1].name
        if error_columns(facts.columns):
            yield Candidate(93, "errorbar", f"“{value.name}” for each “{first}” and “{second}”, with its error.")
        yield Candidate(89, "bar-grouped", f"“{value.name}” for each “{first}” and “{second}”.")
        yield Candidate(86, "heatmap", f"One cell for each “{first}” and “{second}”.")
        yield Candidate(80, "bar-stacked", f"The parts “{second}” of each “{first}”.")
        yield from of_two_groups(facts, value)
    if are_directions([top.value for top in category.top]) and category.unique > LEAST_DIRECTIONS:
        yield Candidate(92, "polar-bar", f"“{value.name}” around the compass.")
    if category.unique == facts.rows:
        yield from _one_row_each(facts)
        return
    each = facts.rows / max(category.unique, 1)
    if len(facts.amounts) >= 2 and not facts.ordered:
        yield Candidate(87, "scatter", "“$y” against “$x”, coloured by “$group”.", tells_roles=True)
    if each >= 5:
        yield Candidate(86, "box", f"About {each:.0f} values of “{value.name}” for each “{category.name}”.")
        yield Candidate(82, "violin", f"The shape of “{value.name}” for each “{category.name}”.")
        if facts.rows <= 500:
            yield Candidate(76, "swarm", f"Every value of “{value.name}” for each “{category.name}”.")
    else:
        yield Candidate(86, "strip", f"A few values of “{value.name}” for each “{category.name}”: each is shown.")
    yield Candidate(79, "bar", f"The mean of “{value.name}” for each “{category.name}”.")


def _one_row_each(facts: Facts) -> Iterator[Candidate]:
    """One row for each category."""
    category, value = facts.categories[0], facts.amounts[0]
    if facts.rows > _MOST_BARS:
        yield from spread_of(facts)
    one_each = f"One “{value.name}” for each “{category.name}”"
    alike = facts.comparable(facts.amounts)
    if error_columns(facts.columns):
        yield Candidate(93, "errorbar", f"{one_each}, with its error.")
    if len(facts.amounts) >= 2:
        yield from of_two_columns(facts, category)
        yield from of_interval(facts)
        if len(facts.amounts) == len(alike) == 2 and not facts.ordered:
            rank = 88 if facts.names_hold(BEFORE) else 86
            compared = f"Two values to compare for each “{category.name}”."
            yield Candidate(rank, "dumbbell", compared, counted=_names(alike))
    if len(alike) >= 2:
        if len(alike) <= MOST_SERIES:
            yield from _side_by_side(facts, alike)
        return
    if len(facts.amounts) >= 2:
        yield Candidate(84, "scatter", "“$y” against “$x”, two measures of each row.", tells_roles=True)
        yield Candidate(86, "bar", f"{one_each}.")
        return
    if facts.names_hold(STAGES) and not (value.minimum or "").startswith("-"):
        yield Candidate(93, "funnel", "Each row is a stage of a process.")
    if are_steps(category, value, facts.rows):
        yield Candidate(92, "waterfall", "Each row is a change of a total.")
    if facts.has_both_signs(value):
        yield Candidate(90, "bar-diverging", f"“{value.name}” is above and below zero.")
    elif facts.rows <= 6 and facts.are_parts(value):
        yield Candidate(91, "donut", f"{facts.rows} parts of one whole.")
        yield Candidate(81, "pie", f"{facts.rows} parts of one whole.")
    if facts.has_long_names(category) or category.unique > 12:
        yield Candidate(89, "bar-horizontal", f"{one_each}; the names are long or many.")
    yield Candidate(87, "bar", f"{one_each}.")
    yield Candidate(80, "lollipop", f"{one_each}, with less ink.")
    if facts.adds_up(value):
        yield Candidate(65, "pareto", f"Which “{category.name}” make up most of the total of “{value.name}”.")


def _side_by_side(facts: Facts, alike: Sequence[ColumnProfile]) -> Iterator[Candidate]:
    """Measures that can share an axis."""
    category, all_of_them = facts.categories[0].name, _names(alike)
    side_by_side = f"{len(alike)} measures side by side for each “{category}”."
    yield Candidate(87, "bar-grouped", side_by_side, counted=all_of_them)
    if facts.is_scale(alike):
        yield Candidate(93, "bar-stacked", f"The answers as parts of each “{category}”.", counted=all_of_them)
    elif not facts.says_when(alike):
        yield Candidate(75, "bar-stacked", f"The measures as parts of each “{category}”.", counted=all_of_them)
        if len(alike) >= 4 and not facts.ordered:
            yield Candidate(70, "radar", f"{len(alike)} measures of each “{category}”.", counted=all_of_them)


def _names(columns: Sequence[ColumnProfile]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)


def counted(group: ColumnProfile, rank: int) -> Candidate:
    """How many rows there are of each, whatever numbers stand beside them."""
    step = {"op": "aggregate", "by": [group.name]}
    return Candidate(rank, "bar", f"How many rows there are of each “{group.name}”.", steps=(step,))


def of_texts(facts: Facts) -> Iterator[Candidate]:
    """Nothing is measured: how many rows have what."""
    groups = [one for one in facts.groups if _MOST_ALONE * (facts.rows - one.missing) >= one.unique]
    if facts.numbers or not groups:
        return
    first = groups[0]
    if len(groups) > 1:
        pair = f"“{first.name}” and “{groups[1].name}”"
        yield Candidate(88, "bar-grouped", f"How many rows there are of each {pair}.")
        yield Candidate(86, "bar-stacked", f"How many rows there are of each {pair}, as parts.")
    each = f"How many rows there are of each “{first.name}”"
    if facts.has_long_names(first) or first.unique > 12:
        yield Candidate(87, "bar-horizontal", f"{each}; the names are long or many.")
    yield Candidate(85, "bar", f"{each}.")
    if first.unique <= 6:
        yield Candidate(75, "donut", f"Which share of the rows each “{first.name}” has.")
    yield Candidate(70, "pareto", f"Which “{first.name}” most rows have.")
