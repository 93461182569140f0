"""Pyramids: women and men of each age, back to back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agent_svc.data.profile import ColumnProfile
from agent_svc.data.steps.tokens import written_column
from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.facts import Facts
from agent_svc.data.suggestions.names import SEXES, is_of_ages, is_of_sexes


def of_two_columns(facts: Facts, category: ColumnProfile) -> Iterator[Candidate]:
    """A column for either side; one whose amounts are all below zero, as spreadsheets need it, loses their sign."""
    if not facts.names_hold(SEXES) or not is_of_ages(category):
        return
    below = [one for one in facts.amounts if (one.minimum or "").startswith("-")]
    why = f"Two sides to compare for each “{category.name}”."
    if not below:
        yield Candidate(92, "pyramid", why)
    elif len(below) == 1 and float(below[0].maximum or 0) <= 0:
        why = f"{why} “{below[0].name}” loses its minus: a side lies to the left anyhow."
        # Both sides keep one unit: a column that is computed has none.
        sides = below if below[0].unit is None else [one for one in facts.amounts if one.unit == below[0].unit]
        yield Candidate(92, "pyramid", why, steps=tuple(_without_sign(one.name) for one in sides))


def of_two_groups(facts: Facts, value: ColumnProfile) -> Iterator[Candidate]:
    """Women and men under one another, each age once: a side for either."""
    sexes = [one for one in facts.groups if is_of_sexes([top.value for top in one.top])]
    others = [one for one in facts.groups if one not in sexes]
    if len(sexes) != 1 or not others or 2 * others[0].unique != facts.rows or not is_of_ages(others[0]):
        return
    if (value.minimum or "").startswith("-"):
        return
    step = {"op": "pivot", "rows": [others[0].name], "columns": sexes[0].name, "values": value.name, "how": "sum"}
    yield Candidate(92, "pyramid", f"Two sides to compare for each “{others[0].name}”.", steps=(step,))


def _without_sign(name: str) -> Mapping[str, str]:
    return {"op": "derive", "name": name, "expression": f"abs({written_column(name)})"}
