"""What a suggested chart shows once it is taken: its reason has to say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log10
from string import Template
from typing import Final

from agent_svc.data.bindings.columns import BindingColumns
from agent_svc.data.bindings.default import default_bindings
from agent_svc.data.bindings.roles import MEASURE, Role, columns_of
from agent_svc.data.column import ColumnType
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.candidate import Candidate

LOGARITHMIC: Final = frozenset(
    {"bar", "bar-grouped", "bar-horizontal", "errorbar", "line", "line-multi", "line-timeseries", "scatter", "step"}
    | {"small-multiples", "strip", "swarm", "box", "violin"}
)
"""The charts whose y axis can be logarithmic, that a table may be offered."""
_POWERS: Final = 5  # of ten, from the least amount to the largest
_LESS: Final = 5  # in rank, for a chart that has no room for all measures


def as_shown(candidate: Candidate, columns: Sequence[ColumnProfile], roles: Sequence[Role]) -> Candidate | None:
    """The candidate with a reason that is true of `columns` as they are bound; None where it cannot be true.

    Every required role is filled, and every column that the reason names or counts is shown; or there is no room for
    more, which the reason says then, and the candidate ranks lower.
    """
    bound = default_bindings(columns, roles)
    if any(role.required and role.name not in bound for role in roles):
        return None
    try:
        why = _told(candidate, bound)
    except KeyError:
        return None
    shown = {name for binding in bound.values() for name in columns_of(binding)}
    cut = _without_room(columns, roles, bound)
    left = {name for names in cut.values() for name in names}
    if any(column.name not in shown and f"“{column.name}”" in why for column in columns):
        return None
    if not set(candidate.counted) <= shown | left:
        return None
    for role, names in cut.items():
        kept = [column.name for column in columns if column.name in columns_of(bound[role])]
        why += f" There is room for {len(kept)} of the {len(kept) + len(names)} measures: {_listed(kept)}."
    if candidate.chart_id in LOGARITHMIC:
        why += _over_powers(columns, bound)
    return candidate._replace(why=why, rank=candidate.rank - (_LESS if cut else 0))


def _over_powers(columns: Sequence[ColumnProfile], bound: Mapping[str, str | list[str]]) -> str:
    """That a logarithmic axis shows more, where the amounts run over so many powers of ten that most are at zero."""
    names = columns_of(bound.get(MEASURE, ()))
    for column in columns:
        if column.type is not ColumnType.NUMBER or column.name not in names:
            continue
        low, high = float(column.minimum or 0), float(column.maximum or 0)
        if low > 0 and low * 10**_POWERS <= high < inf:
            powers = round(log10(high) - log10(low))
            return f" “{column.name}” runs over {powers} powers of ten: a logarithmic y axis shows all of them."
    return ""


def _told(candidate: Candidate, bound: Mapping[str, str | list[str]]) -> str:
    if not candidate.tells_roles:
        return candidate.why
    return Template(candidate.why).substitute({role: columns_of(binding)[0] for role, binding in bound.items()})


def _without_room(
    columns: Sequence[ColumnProfile], roles: Sequence[Role], bound: Mapping[str, str | list[str]]
) -> dict[str, list[str]]:
    """For each role that is full: the columns that could stand beside those that it has, but for its bound."""
    table, cut = BindingColumns(columns), {}
    used = {name for binding in bound.values() for name in columns_of(binding)}
    for role in roles:
        names = columns_of(bound.get(role.name, ()))
        if not role.family or not names or len(names) != role.max:
            continue
        first = next(column for column in columns if column.name == names[0])
        left = [one.name for one in table.alike(role, first) if one.name not in used]
        if left:
            cut[role.name] = left
    return cut


def _listed(names: Sequence[str]) -> str:
    return f"“{names[0]}” to “{names[-1]}”" if len(names) > 1 else f"“{names[0]}”"
