"""Suggestions: charts that fit a table, best first, each with its reason; from types, names, cardinality and order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from agent_svc.data.bindings.columns import numbers_rows
from agent_svc.data.bindings.roles import Role
from agent_svc.data.column import ColumnType
from agent_svc.data.dataset import Dataset
from agent_svc.data.dates.years import holds_years
from agent_svc.data.errors import TableError
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.steps import Applied, Stepped, apply_step, read_step
from agent_svc.data.suggestions.candidate import Candidate, Steps
from agent_svc.data.suggestions.categories import of_categories, of_texts
from agent_svc.data.suggestions.facts import facts_of
from agent_svc.data.suggestions.melted import of_wide
from agent_svc.data.suggestions.moments import moments_of
from agent_svc.data.suggestions.named import named
from agent_svc.data.suggestions.numbers import of_numbers
from agent_svc.data.suggestions.order import along_order, over_time
from agent_svc.data.suggestions.shown import as_shown
from agent_svc.data.suggestions.wide import wide_of
from agent_svc.errors import InvalidError

MAX_SUGGESTIONS: Final = 6
_JOINED: Final = 10  # in rank, for dates over their parts
_RULES: Final = (named, over_time, along_order, of_categories, of_numbers, of_texts)
_Tables: TypeAlias = dict[str, Stepped | None]  # after steps, by these
#: For tables that no rule knows, but that have numbers.
_WHATEVER_FITS: Final = (
    Candidate(3, "scatter", "“$y” against “$x”.", tells_roles=True),
    Candidate(2, "bar", "“$y” for each “$x”.", tells_roles=True),
    Candidate(1, "histogram", "How the values of “$x” are spread.", tells_roles=True),
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A chart that fits, why in one line, and the data steps that have to be taken first, in their order."""

    chart_id: str
    why: str
    steps: tuple[Applied, ...] = ()


def suggest(stepped: Stepped, charts: Mapping[str, Sequence[Role]]) -> tuple[Suggestion, ...]:
    """At most 6 of `charts` (roles by id), best first, each of which the columns of `stepped` can fill.

    Steps of a suggestion have been tried: they apply to this table, and leave columns that fill the chart.
    """
    best: dict[str, tuple[Candidate, tuple[Applied, ...]]] = {}
    tables: _Tables = {}
    for one in (*_candidates(stepped.dataset), *_of_moments(stepped, tables)):
        known = best.get(one.chart_id)
        if one.chart_id not in charts or (known is not None and known[0].rank >= one.rank):
            continue
        table = _after(stepped, one.steps, tables)
        shown = table and as_shown(one, table.dataset.profile.columns, charts[one.chart_id])
        if table and shown and (known is None or known[0].rank < shown.rank):
            best[one.chart_id] = shown, table.applied[len(stepped.applied) :]
    columns = stepped.dataset.profile.columns
    for one in _WHATEVER_FITS if not best and any(map(_measures, columns)) else ():
        if one.chart_id in charts and (shown := as_shown(one, columns, charts[one.chart_id])):
            best[one.chart_id] = shown, ()
    ranked = sorted(best.values(), key=lambda found: -found[0].rank)[:MAX_SUGGESTIONS]
    return tuple(Suggestion(one.chart_id, one.why, steps) for one, steps in ranked)


def _candidates(dataset: Dataset) -> Iterator[Candidate]:
    facts = facts_of(dataset.profile)
    for rule in _RULES:
        yield from rule(facts)
    wide = wide_of(dataset)
    if wide is not None:
        yield from of_wide(wide)


def _of_moments(stepped: Stepped, tables: _Tables) -> Iterator[Candidate]:
    """What goes over dates that lie in columns for their years, months and days, where all parts make one."""
    moments = moments_of(stepped.dataset)
    joined = moments and _after(stepped, moments.steps, tables)
    if moments is None or not joined:
        return
    columns = joined.dataset.profile.columns
    if any(one.name == moments.name and one.missing for one in columns):
        return
    become = f"“{moments.parts[0]}” to “{moments.parts[-1]}” become dates."
    for one in over_time(facts_of(joined.dataset.profile)):
        yield one._replace(rank=one.rank + _JOINED, why=f"{become} {one.why}", steps=(*moments.steps, *one.steps))


def _measures(column: ColumnProfile) -> bool:
    """Whether a column says how much, and not the same of all rows."""
    is_number = column.type is ColumnType.NUMBER and column.unique > 1
    return is_number and not holds_years(column) and not numbers_rows(column)


def _after(stepped: Stepped, steps: Steps, tables: _Tables) -> Stepped | None:
    """The table after `steps`, from `tables` where it is known; None where they do not fit."""
    if (key := repr(steps)) not in tables:
        tables[key] = _tried(stepped, steps)
    return tables[key]


def _tried(stepped: Stepped, steps: Steps) -> Stepped | None:
    try:
        for arguments in steps:
            stepped = apply_step(stepped, read_step(arguments))
    except (InvalidError, TableError):
        return None
    return stepped
