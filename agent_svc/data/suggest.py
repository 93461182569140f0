"""Suggestions: charts that fit a table, best first, each with its reason; from types, names, cardinality and order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent_svc.data.bindings import default_bindings
from agent_svc.data.dataset import Dataset
from agent_svc.data.roles import Role, columns_of
from agent_svc.data.suggest_candidate import Candidate
from agent_svc.data.suggest_categories import of_categories, of_texts
from agent_svc.data.suggest_facts import facts_of
from agent_svc.data.suggest_named import named
from agent_svc.data.suggest_numbers import of_numbers
from agent_svc.data.suggest_order import along_order, over_time

MAX_SUGGESTIONS: Final = 6
_RULES: Final = (named, over_time, along_order, of_categories, of_numbers, of_texts)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A chart that fits, and why in one line."""

    chart_id: str
    why: str


def suggest(dataset: Dataset, charts: Mapping[str, Sequence[Role]]) -> tuple[Suggestion, ...]:
    """At most 6 of `charts` (roles by id), best first, each of which the columns of `dataset` can fill."""
    facts = facts_of(dataset.profile)
    best: dict[str, Candidate] = {}
    for one in (candidate for rule in _RULES for candidate in rule(facts)):
        known = best.get(one.chart_id)
        better = known is None or known.rank < one.rank
        if better and one.chart_id in charts and _shows(dataset, charts[one.chart_id], one.why):
            best[one.chart_id] = one
    ranked = sorted(best.values(), key=lambda one: -one.rank)[:MAX_SUGGESTIONS]
    return tuple(Suggestion(one.chart_id, one.why) for one in ranked)


def _shows(dataset: Dataset, roles: Sequence[Role], why: str) -> bool:
    """Whether the chart can be drawn at once, and shows every column that the reason names."""
    columns = dataset.profile.columns
    bound = default_bindings(columns, roles)
    shown = {name for binding in bound.values() for name in columns_of(binding)}
    is_filled = all(role.name in bound for role in roles if role.required)
    return is_filled and all(column.name in shown or f"“{column.name}”" not in why for column in columns)
