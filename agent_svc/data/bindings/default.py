"""Bindings: which columns fill the roles of a chart by default."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from agent_svc.data.bindings.columns import AMOUNT, BindingColumns, is_code, is_measured
from agent_svc.data.bindings.measures import are_of_one_size
from agent_svc.data.bindings.names import ERROR, barred_by_name, is_named_for, is_on_map, map_side
from agent_svc.data.bindings.roles import ENDS, MEASURE, Role, fewest
from agent_svc.data.bindings.sides import ACROSS, leading_time, sides_of, turn
from agent_svc.data.bindings.similarity import SIMILAR, similarity
from agent_svc.data.bindings.words import is_remark
from agent_svc.data.column import ColumnType
from agent_svc.data.profile import ColumnProfile

_MOST_SERIES: Final = 8  # of several measures for each group: as many as there are colours
_ORDERED: Final = (ColumnType.DATE, ColumnType.NUMBER)  # what an axis takes first along which something goes


def default_bindings(columns: Sequence[ColumnProfile], roles: Sequence[Role]) -> dict[str, str | list[str]]:
    """The bindings to start from: by type, then name, then place; each column once.

    Required roles come first and are all filled where types and names let them at all, together with those of amounts
    that may be left out. Then families grow by columns of the same type, unit and kind, and optional roles take what
    their name or a grouping suggests; one for an amount takes amounts.
    """
    table = BindingColumns(columns)
    required = [role for role in roles if role.required]
    chosen = _matched(table, [role for role in roles if role.required or role.name == MEASURE])
    if any(role.name not in chosen for role in required):
        chosen = _matched(table, required)
    _pair_ends(table, roles, chosen)
    turn(table, roles, chosen)
    _grow(table, roles, chosen)
    for role in roles:
        if not role.required:
            _offer(table, role, chosen)
    _keep_readable(table, roles, chosen)
    return {
        role.name: chosen[role.name] if role.family else chosen[role.name][0] for role in roles if role.name in chosen
    }


def _matched(table: BindingColumns, roles: Sequence[Role]) -> dict[str, list[str]]:
    """A matching of columns to places that leaves none empty where that is possible."""
    named = sorted(roles, key=lambda role: -_best_name(table, role))  # a name that fits goes before a place
    places = [role for role in named for _ in range(fewest(role))]
    sides = sides_of(roles)
    naming = _naming(roles)
    maps = any(role.name == ACROSS and is_measured(role) for role in roles) and is_on_map(table.columns)
    ranked = []
    for role in places:
        barred = barred_by_name(table.columns, role, roles)
        fitting = _ranked(table, role, goes_along=role in sides[:1], names=role in naming)
        if maps:
            fitting.sort(key=lambda name: map_side(name) != role.name)
        ranked.append([column for column in fitting if column not in barred])
    holder: dict[str, int] = {}

    def place(index: int, tried: set[str]) -> bool:
        """Give the place a column that is free, or else one whose holder can move on to another."""
        free = [column for column in ranked[index] if column not in holder]
        for column in free or [column for column in ranked[index] if column not in tried]:
            tried.add(column)
            if column not in holder or place(holder[column], tried):
                holder[column] = index
                return True
        return False

    for index in range(len(places)):
        place(index, set())
    chosen: dict[str, list[str]] = {}
    for column in table.columns:
        if column.name in holder:
            chosen.setdefault(places[holder[column.name]].name, []).append(column.name)
    return chosen


def _pair_ends(table: BindingColumns, roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    """Give both ends of a bar columns of one type, or leave the second without one."""
    ends = [role for role in roles if role.name in ENDS and role.name in chosen]
    types = {column.name: column.type for column in table.columns}
    if len(ends) < len(ENDS) or types[chosen[ENDS[0]][0]] is types[chosen[ENDS[1]][0]]:
        return
    others = {name for role, names in chosen.items() if role not in ENDS for name in names}
    for type_ in ends[0].types:
        free = [one for one in table.columns if one.type == type_ and one.name not in others]
        alike = _matched(BindingColumns(free), ends)
        if len(alike) == len(ENDS):
            chosen.update(alike)
            return
    del chosen[ENDS[1]]


def _best_name(table: BindingColumns, role: Role) -> float:
    fitting = [column.name for column in table.columns if column.type in set(role.types)]
    return max((similarity(role.name, name) for name in fitting), default=0)


def _ranked(table: BindingColumns, role: Role, *, goes_along: bool = False, names: bool = False) -> list[str]:
    types = [str(type_) for type_ in role.types]
    silent, measured = table.silent(role), is_measured(role)
    told = [column for column in table.columns if role.required or column.name not in silent]
    if not measured:
        told = [column for column in told if column.name not in table.spread]
    is_axis = types[0] in _ORDERED and not measured
    goes_along = goes_along or is_axis
    time = leading_time(table.columns) if is_axis and role.name == ACROSS else None
    fitting = [(place, c) for place, c in enumerate(told) if c.type in types]
    fitting.sort(
        key=lambda one: (
            one[1].name in table.labels,
            one[1].unique == 0,
            measured and _is_constant(one[1]),
            measured and one[1].name in table.sums,
            one[1].name != time,
            -_likeness(role, one[1]),
            one[1].name in silent,
            names and one[1].name in table.crowds,
            names and one[1].name not in table.names,
            goes_along and (one[1].name not in table.when or _is_constant(one[1])),
            one[1].type is ColumnType.TEXT and (is_code(one[1].name) or is_remark(one[1])),
            types.index(one[1].type),
            _is_constant(one[1]),
            one[0],
        )
    )
    return [column.name for _, column in fitting]


def _naming(roles: Sequence[Role]) -> list[Role]:
    """The role for what each mark is called; none where two are, which names of rows do not cross."""
    naming = [role for role in roles if role.required and next(iter(role.types)) == ColumnType.TEXT]
    return naming if len(naming) == 1 else []


def _is_constant(column: ColumnProfile) -> bool:
    return column.unique == 1 and column.top[0].count > 1


def _likeness(role: Role, column: ColumnProfile) -> float:
    fit = similarity(role.name, re.sub(r"\d[^\W\d]", "", column.name))  # 1Y is no y
    return max(fit, similarity(AMOUNT, column.name)) if role.name == MEASURE else fit


def _grow(table: BindingColumns, roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    for role in roles:
        if not role.family or role.name not in chosen:
            continue
        first = next(column for column in table.columns if column.name == chosen[role.name][0])
        for column in table.alike(role, first):
            full = role.max is not None and len(chosen[role.name]) >= role.max
            if not full and not _used(chosen, column.name):
                chosen[role.name].append(column.name)


def _offer(table: BindingColumns, role: Role, chosen: dict[str, list[str]]) -> None:
    free = {one.name: one for one in table.columns if one.unique > 0 and not _used(chosen, one.name)}
    ranked = [name for name in _ranked(table, role) if name in free and name not in table.silent(role)]
    named = [name for name in ranked if is_named_for(role, name) or (role.name == ERROR and name in table.errors)]
    amounts = {name for name, one in free.items() if one.type is ColumnType.NUMBER}
    offered = (
        named
        or [c for c in ranked if c in amounts and similarity(AMOUNT, role.name) >= SIMILAR]
        or [c for c in ranked if c in table.grouping and not is_measured(role)]
    )
    if len(offered) >= fewest(role):
        chosen[role.name] = offered[: fewest(role)]


def _keep_readable(table: BindingColumns, roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    """Where several measures of each group are too many or too different, leave one, or the groups out.

    Groups of rows that have a place each tear no measures apart: most places would be empty.
    """
    known = {column.name: column for column in table.columns}
    offered = [role for role in roles if not role.required and not is_measured(role) and role.name in chosen]
    groups = max((known[chosen[role.name][0]].unique for role in offered), default=0)
    named = any(role.required and table.names & set(chosen.get(role.name, [])) for role in roles)
    for role in roles:
        measures = chosen.get(role.name, []) if role.family and is_measured(role) else []
        if not groups or len(measures) <= fewest(role):
            continue
        if set(measures) <= table.spread or named:
            for other in offered:
                chosen.pop(other.name)
        elif len(measures) * groups > _MOST_SERIES or not are_of_one_size([known[name] for name in measures]):
            chosen[role.name] = measures[: fewest(role)]


def _used(chosen: Mapping[str, Sequence[str]], column: str) -> bool:
    return any(column in taken for taken in chosen.values())
