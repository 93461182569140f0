"""Suggestions: charts that fit a table, best first, each with its reason; from types, names, cardinality and order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent_svc.data.bindings import default_bindings
from agent_svc.data.dataset import Dataset
from agent_svc.data.roles import Role, columns_of
from agent_svc.data.suggest_facts import Facts, facts_of
from agent_svc.data.suggest_names import CHANGE, ENDS, ERRORS, FLOWS, OHLC, SEXES, SHARES, STAGES, VECTORS

MAX_SUGGESTIONS: Final = 6
MOST_EVENTS: Final = 40  # that a line of time has names for

_Candidate = tuple[int, str, str]  # rank (the higher, the better), chart, reason


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A chart that fits, and why in one line."""

    chart_id: str
    why: str


def suggest(dataset: Dataset, charts: Mapping[str, Sequence[Role]]) -> tuple[Suggestion, ...]:
    """At most 6 of `charts` (roles by id), best first, each of which the columns of `dataset` can fill."""
    facts = facts_of(dataset.profile)
    rules = (_named, _over_time, _along_order, _of_categories, _of_numbers, _of_texts)
    ranked: dict[str, tuple[int, str]] = {}
    for rank, chart, why in (candidate for rule in rules for candidate in rule(facts)):
        if chart in charts and ranked.get(chart, (-1, ""))[0] < rank and _shows(dataset, charts[chart], why):
            ranked[chart] = rank, why
    best = sorted(ranked, key=lambda chart: -ranked[chart][0])[:MAX_SUGGESTIONS]
    return tuple(Suggestion(chart, ranked[chart][1]) for chart in best)


def _shows(dataset: Dataset, roles: Sequence[Role], why: str) -> bool:
    """Whether the chart can be drawn at once, and shows every column that the reason names."""
    columns = dataset.profile.columns
    bound = default_bindings(columns, roles)
    shown = {name for binding in bound.values() for name in columns_of(binding)}
    is_filled = all(role.name in bound for role in roles if role.required)
    return is_filled and all(column.name in shown or f"“{column.name}”" not in why for column in columns)


def _named(facts: Facts) -> Iterator[_Candidate]:
    """What the names of the columns say all by themselves."""
    if facts.names_hold(OHLC):
        yield 100, "candlestick", "The columns are called open, high, low and close."
    if facts.names_hold(FLOWS) and facts.numbers:
        yield 98, "sankey", "Each row says from where to where, and how much."
    if facts.names_hold(VECTORS) and len(facts.numbers) >= 4:
        yield 97, "quiver", "The columns x, y, u and v are places and directions."
    if len(facts.dates) >= 2 and facts.names_hold(ENDS):
        yield 96, "gantt", "Each row has a start and an end."
        yield 80, "timeline", "Each row is something that lasts from one date to another."


def _over_time(facts: Facts) -> Iterator[_Candidate]:
    if not facts.dates:
        return
    date = facts.dates[0]
    if not facts.numbers:
        if facts.texts and facts.rows <= MOST_EVENTS:
            yield 90, "timeline", f"Each row is an event with a date in “{date.name}”."
        elif facts.is_daily(date):
            yield 90, "heatmap-calendar", f"How many rows each day of “{date.name}” has."
        return
    value = facts.amounts[0]
    alike, groups = facts.comparable(facts.amounts), facts.groups
    several = len(alike) > 1
    moments = date.unique
    if groups and moments == 2:
        yield 91, "slope", f"“{date.name}” has two moments to compare for each “{groups[0].name}”."
    if groups and date.unique < facts.rows:
        yield 90, "line-multi", f"“{value.name}” over time, one line for each “{groups[0].name}”."
        yield 78, "small-multiples", f"One small picture for each “{groups[0].name}”."
        yield 74, "area-stacked", f"The parts “{groups[0].name}” of a whole over time."
    elif several:
        yield 90, "line-multi", f"{len(alike)} measures over the same dates in “{date.name}”."
        yield 74, "area-stacked", "The measures as parts of a whole over time."
    rank = 89 if groups or several else 92
    yield rank, "line-timeseries", f"“{value.name}” over time in “{date.name}”."
    if facts.rows >= 90 and not groups and facts.is_daily(date):
        yield 80, "heatmap-calendar", "Many days: a calendar shows weekdays and seasons."
    yield 70, "area", f"“{value.name}” over time, as an amount."
    yield 60, "step", "Values that hold until the next date."


def _along_order(facts: Facts) -> Iterator[_Candidate]:
    """Names in an order, years, and numbers that only grow."""
    if facts.dates or not facts.amounts:
        return
    value = facts.amounts[0]
    if facts.ordered:
        order = facts.ordered[0]
        if facts.years and len(facts.amounts) == 1:
            yield 93, "line-multi", f"“{value.name}” along “{order.name}”, one line for each “{facts.years[0].name}”."
        yield 91, "line", f"“{order.name}” has an order of its own, from “{order.order[0]}” on."
        yield 88, "bar", f"“{value.name}” for each “{order.name}”, in the order of the calendar."
        yield 60, "step", f"“{value.name}” along “{order.name}”."
    if facts.years and not facts.ordered:
        year = facts.years[0]
        if facts.groups and year.unique == 2:
            yield 92, "slope", f"“{year.name}” has two years to compare for each “{facts.groups[0].name}”."
        if facts.groups:
            yield 91, "line-multi", f"“{value.name}” along “{year.name}”, one line for each “{facts.groups[0].name}”."
        yield 90, "line", f"“{value.name}” along “{year.name}”."
        yield 75, "bar", f"“{value.name}” for each “{year.name}”."
    elif facts.ascending and len(facts.amounts) > 1 and not facts.texts:
        yield 88, "line", f"“{facts.ascending.name}” only grows: the rows are in its order."


def _of_categories(facts: Facts) -> Iterator[_Candidate]:
    if facts.dates or not facts.texts or not facts.amounts:
        return
    category, value = facts.categories[0], facts.amounts[0]
    if len(facts.groups) > 1 and facts.is_crossing(facts.groups[0], facts.groups[1]):
        first, second = facts.groups[0].name, facts.groups[1].name
        yield 89, "bar-grouped", f"“{value.name}” for each “{first}” and “{second}”."
        yield 86, "heatmap", f"One cell for each “{first}” and “{second}”."
        yield 80, "bar-stacked", f"The parts “{second}” of each “{first}”."
    if category.unique == facts.rows:
        yield from _one_row_each(facts)
        return
    each = facts.rows / max(category.unique, 1)
    if len(facts.amounts) >= 2 and not facts.ordered:
        yield 87, "scatter", f"“{facts.amounts[1].name}” against “{value.name}”, coloured by “{category.name}”."
    if each >= 5:
        yield 86, "box", f"About {each:.0f} values of “{value.name}” for each “{category.name}”."
        yield 82, "violin", f"The shape of “{value.name}” for each “{category.name}”."
        if facts.rows <= 500:
            yield 76, "swarm", f"Every value of “{value.name}” for each “{category.name}”."
    else:
        yield 86, "strip", f"A few values of “{value.name}” for each “{category.name}”: each is shown."
    yield 79, "bar", f"The mean of “{value.name}” for each “{category.name}”."


def _one_row_each(facts: Facts) -> Iterator[_Candidate]:
    """One row for each category."""
    category, value = facts.categories[0], facts.amounts[0]
    one_each = f"One “{value.name}” for each “{category.name}”"
    alike = facts.comparable(facts.amounts)
    if len(facts.amounts) >= 2:
        if facts.names_hold(ERRORS):
            yield 93, "errorbar", f"{one_each}, with its error."
        if facts.names_hold(SEXES):
            yield 92, "pyramid", f"Two sides to compare for each “{category.name}”."
        if len(facts.amounts) == len(alike) == 2 and not facts.ordered:
            yield 86, "dumbbell", f"Two values to compare for each “{category.name}”."
        if len(alike) >= 4 and not facts.ordered:
            yield 70, "radar", f"{len(alike)} measures of each “{category.name}”."
    if len(alike) >= 2:
        yield 87, "bar-grouped", f"{len(alike)} measures side by side for each “{category.name}”."
        yield 75, "bar-stacked", f"The measures as parts of each “{category.name}”."
        return
    if len(facts.amounts) >= 2:
        second = facts.amounts[1].name
        yield 84, "scatter", f"“{second}” against “{value.name}”, two measures of each row."
        yield 86, "bar", f"{one_each}."
        return
    if facts.names_hold(STAGES):
        yield 93, "funnel", "Each row is a stage of a process."
    if facts.names_hold(CHANGE):
        yield 92, "waterfall", "Each row is a change of a total."
    if facts.has_both_signs(value):
        yield 90, "bar-diverging", f"“{value.name}” is above and below zero."
    elif facts.rows <= 6 and (facts.names_hold(SHARES) or facts.is_share(value)):
        yield 91, "donut", f"{facts.rows} parts of one whole."
        yield 81, "pie", f"{facts.rows} parts of one whole."
    if facts.has_long_names(category) or category.unique > 12:
        yield 89, "bar-horizontal", f"{one_each}; the names are long or many."
    yield 87, "bar", f"{one_each}."
    yield 80, "lollipop", f"{one_each}, with less ink."
    if not facts.has_both_signs(value):
        yield 65, "pareto", f"Which “{category.name}” make up most of the total."


def _of_numbers(facts: Facts) -> Iterator[_Candidate]:
    if facts.dates or facts.texts:
        return
    numbers = facts.measures
    if len(numbers) == 1:
        yield 86, "histogram", f"How the values of “{numbers[0].name}” are spread."
        yield 75, "density", f"The shape of “{numbers[0].name}”."
        yield 72, "ecdf", f"Which share of “{numbers[0].name}” is below a value."
        yield 60, "qq", f"Whether “{numbers[0].name}” is normally distributed."
    elif numbers:
        first, second = numbers[0].name, numbers[1].name
        if len(numbers) == 2 and facts.rows > 2_000:
            yield 88, "hexbin", f"{facts.rows:,} points of “{first}” and “{second}”: cells show how many."
            yield 80, "density-2d", f"Where the points of “{first}” and “{second}” are dense."
        if len(numbers) >= 3 and facts.is_grid:
            yield 89, "contour", f"“{numbers[2].name}” on a grid of “{first}” and “{second}”."
        if len(numbers) >= 4:
            yield 87, "correlation", f"How {len(numbers)} measures go together."
            yield 84, "pair", f"{len(numbers)} measures against one another."
            yield 82, "parallel-coordinates", f"{len(numbers)} measures of each row."
        if len(numbers) == 3:
            yield 86, "bubble", f"“{second}” against “{first}”, sized by “{numbers[2].name}”."
        yield 85, "scatter", f"“{second}” against “{first}”."
        yield 76, "regression", f"How “{second}” depends on “{first}”."


def _of_texts(facts: Facts) -> Iterator[_Candidate]:
    """Nothing is measured: how many rows have what."""
    if facts.numbers or not facts.groups:
        return
    first = facts.groups[0]
    if len(facts.groups) > 1:
        pair = f"“{first.name}” and “{facts.groups[1].name}”"
        yield 88, "bar-grouped", f"How many rows there are of each {pair}."
        yield 86, "bar-stacked", f"How many rows there are of each {pair}, as parts."
    each = f"How many rows there are of each “{first.name}”"
    if facts.has_long_names(first) or first.unique > 12:
        yield 87, "bar-horizontal", f"{each}; the names are long or many."
    yield 85, "bar", f"{each}."
    if first.unique <= 6:
        yield 75, "donut", f"Which share of the rows each “{first.name}” has."
    yield 70, "pareto", f"Which “{first.name}” most rows have."
