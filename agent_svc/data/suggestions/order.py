"""Charts of rows in an order: what happens over time, along years and months, or from one date to another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent_svc.data.bindings.errors import error_columns
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.categories import MOST_SERIES
from agent_svc.data.suggestions.facts import Facts
from agent_svc.data.suggestions.runs import clock, falling, growing

MOST_EVENTS: Final = 40  # that a line of time has names for
MOST_LINES: Final = 12  # that can be told apart where each is named
_MOST_POINTS: Final = 10_000  # of each line: about three for every pixel across
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_LEAST_OF_A_LINE: Final = 3  # records


def over_time(facts: Facts) -> Iterator[Candidate]:
    """What goes with dates; nothing without them."""
    if not facts.dates:
        return
    date = facts.dates[0]
    if not facts.numbers:
        if facts.texts and facts.rows <= MOST_EVENTS:
            yield Candidate(90, "timeline", f"Each row is an event with a date in “{date.name}”.")
        elif facts.is_daily(date) and date.unique < facts.rows:
            yield Candidate(90, "heatmap-calendar", f"How many rows each day of “{date.name}” has.")
        return
    value = facts.amounts[0]
    alike, groups = facts.comparable(facts.amounts), facts.groups
    several = len(alike) > 1
    moments = date.unique
    if error_columns(facts.columns) and moments == facts.rows <= MOST_EVENTS:
        yield Candidate(93, "errorbar", f"“{value.name}” over time in “{date.name}”, with its error.")
    if groups and moments == 2:
        yield Candidate(91, "slope", f"“{date.name}” has two moments to compare for each “{groups[0].name}”.")
    if groups and groups[0].unique > MOST_LINES and moments <= MOST_EVENTS and facts.is_crossing(groups[0], date):
        yield Candidate(92, "heatmap", f"One cell for each “{groups[0].name}” and “{date.name}”.")
    if groups and facts.are_bookings(date, groups[0], value):
        yield from _totals(groups[0], value)
    if groups and (date.unique < facts.rows or facts.rows >= _LEAST_OF_A_LINE * groups[0].unique):
        yield Candidate(90, "line-multi", f"“{value.name}” over time, one line for each “{groups[0].name}”.")
        yield _apart(facts, groups[0])
        yield Candidate(74, "area-stacked", f"The parts “{groups[0].name}” of a whole over time.")
    elif several:
        same_dates = f"{len(alike)} measures over the same dates in “{date.name}”."
        yield Candidate(90, "line-multi", same_dates, counted=_names(alike))
        yield Candidate(74, "area-stacked", "The measures as parts of a whole over time.", counted=_names(alike))
    rank = 89 if groups or several else 92
    yield Candidate(rank, "line-timeseries", f"“{value.name}” over time in “{date.name}”.")
    if facts.rows >= 90 and not groups and facts.is_daily(date):
        yield Candidate(80, "heatmap-calendar", "Many days: a calendar shows weekdays and seasons.")
    yield Candidate(70, "area", f"“{value.name}” over time, as an amount.")
    yield Candidate(60, "step", "Values that hold until the next date.")


def _apart(facts: Facts, group: ColumnProfile) -> Candidate:
    """A picture for each group, before lines in one where each has so many points that the last covers the others."""
    each = f"One small picture for each “{group.name}”"
    if group.unique <= MOST_LINES and facts.rows > _MOST_POINTS * group.unique:
        return Candidate(91, "small-multiples", f"{each}: lines of so many points would cover one another.")
    return Candidate(78, "small-multiples", f"{each}.")


def _totals(group: ColumnProfile, value: ColumnProfile) -> Iterator[Candidate]:
    """Single amounts on days of their own, which only add up to something."""
    summed = {"op": "aggregate", "by": [group.name], "values": [{"column": value.name, "how": "sum"}]}
    why = f"Single amounts add up: the total of “{value.name}” for each “{group.name}”."
    yield Candidate(91, "bar", why, steps=(summed,))


def along_order(facts: Facts) -> Iterator[Candidate]:
    """Names in an order, years, and numbers that only grow."""
    if facts.dates or not facts.amounts:
        return
    value = facts.amounts[0]
    if value in facts.years:
        yield from _events(facts, value)
        return
    if (along := clock(facts)) is not None:
        yield from _by_the_clock(facts, along)
        return
    if facts.ordered:
        order = facts.ordered[0]
        if facts.years and len(facts.amounts) == 1:
            yield Candidate(
                93, "line-multi", f"“{value.name}” along “{order.name}”, one line for each “{facts.years[0].name}”."
            )
        yield Candidate(91, "line", f"“{order.name}” has an order of its own, from “{order.order[0]}” on.")
        yield Candidate(88, "bar", f"“{value.name}” for each “{order.name}”, in the order of the calendar.")
        yield Candidate(60, "step", f"“{value.name}” along “{order.name}”.")
    if facts.rounds and not facts.ordered:
        yield from _along_rounds(facts, facts.rounds[0], value)
    if facts.years and not facts.ordered:
        year = facts.years[0]
        if facts.groups and year.unique == 2:
            yield Candidate(92, "slope", f"“{year.name}” has two years to compare for each “{facts.groups[0].name}”.")
        if facts.groups and facts.groups[0].unique > MOST_LINES and facts.is_crossing(facts.groups[0], year):
            yield Candidate(92, "heatmap", f"One cell for each “{facts.groups[0].name}” and “{year.name}”.")
        if facts.groups:
            yield Candidate(
                91, "line-multi", f"“{value.name}” along “{year.name}”, one line for each “{facts.groups[0].name}”."
            )
        alike = facts.comparable(facts.amounts)
        if len(alike) > 1 and not facts.groups:
            yield Candidate(92, "line-multi", f"{len(alike)} measures along “{year.name}”.", counted=_names(alike))
        yield Candidate(90, "line", f"“{value.name}” along “{year.name}”.")
        yield Candidate(75, "bar", f"“{value.name}” for each “{year.name}”.")
    elif len(facts.amounts) > 1 and not facts.texts:
        yield from _along_numbers(facts)
    elif len(facts.amounts) > 1 and facts.groups and _cross_once(facts, facts.measures[0], facts.groups[0]):
        each = "“$y” along “$x”, one line for each “$group”: each pair of both stands once."
        yield Candidate(88, "line-multi", each, tells_roles=True)


def _cross_once(facts: Facts, along: ColumnProfile, group: ColumnProfile) -> bool:
    """Whether, as far as is known, each group has one row for each of the numbers, such as doses or hours."""
    if along.unique < _LEAST_OF_A_LINE or group.unique > MOST_LINES or along.unique * group.unique != facts.rows:
        return False
    counts = ((along, group.unique), (group, along.unique))
    return all(top.count == count for column, count in counts for top in column.top)


def _by_the_clock(facts: Facts, along: ColumnProfile) -> Iterator[Candidate]:
    """A row for each time of a day."""
    value, alike = facts.amounts[0], facts.comparable(facts.amounts)
    if len(alike) > 1:
        measures = f"{len(alike)} measures along the clock in “{along.name}”."
        yield Candidate(93, "line-multi", measures, counted=_names(alike))
    yield Candidate(92, "line", f"“{value.name}” along the clock in “{along.name}”.")
    yield Candidate(70, "area", f"“{value.name}” along the clock, as an amount.")


def _along_numbers(facts: Facts) -> Iterator[Candidate]:
    """Numbers that go on from row to row, such as depths and wavelengths."""
    along, how = growing(facts), "only grows"
    if along is None:
        along, how = falling(facts), "falls by even steps"
    if along is None:
        return
    why = f"“{along.name}” {how}: the rows are in its order."
    yield Candidate(88, "line", why)
    if len(facts.amounts) > MOST_SERIES:
        yield Candidate(88, "line-multi", why)


def _along_rounds(facts: Facts, along: ColumnProfile, value: ColumnProfile) -> Iterator[Candidate]:
    """Numbers that count laps, weeks and the like: one row for each, for each group, or for each year."""
    if facts.groups and facts.is_crossing(facts.groups[0], along):
        each = f"one line for each “{facts.groups[0].name}”"
        yield Candidate(92, "line-multi", f"“{value.name}” along “{along.name}”, {each}.")
    elif facts.years and facts.is_crossing(facts.years[0], along):
        yield Candidate(93, "heatmap", f"One cell for each “{facts.years[0].name}” and “{along.name}”.")
    elif along.unique == facts.rows:
        alike = facts.comparable(facts.amounts)
        if len(alike) > 1:
            measures = f"{len(alike)} measures along “{along.name}”."
            yield Candidate(92, "line-multi", measures, counted=_names(alike))
        yield Candidate(91, "line", f"“{value.name}” along “{along.name}”.")


def _events(facts: Facts, year: ColumnProfile) -> Iterator[Candidate]:
    """Years beside nothing but words, each of them once."""
    events = [
        one for one in facts.texts if one.unique == facts.rows and all(_WORD.search(top.value) for top in one.top)
    ]
    if len(facts.numbers) == 1 and events and facts.rows <= MOST_EVENTS:
        yield Candidate(90, "timeline", f"“{events[0].name}” are events, each in a “{year.name}”.")


def _names(columns: Sequence[ColumnProfile]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)
