"""Bindings: which columns fill the roles of a chart by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent_svc.data.column import ColumnType
from agent_svc.data.moment_parts import moment_parts
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.roles import ENDS, MEASURE, Role, fewest
from agent_svc.data.row_labels import row_labels
from agent_svc.data.similarity import SIMILAR, counts_rows, similarity
from agent_svc.data.spread import spread_columns
from agent_svc.data.years import holds_years

_AMOUNT = "value"  # a role of this name, or a similar one, is for whatever is measured: wedges without it only count
_MOST_SERIES = 8  # of several measures for each group: as many as there are colours
_MOST_GROUPS = 12  # different values of a text column that is worth an optional role by its type alone


def default_bindings(columns: Sequence[ColumnProfile], roles: Sequence[Role]) -> dict[str, str | list[str]]:
    """The bindings to start from: by type, then name, then place; each column once.

    Required roles come first and are all filled where that is possible at all, together with those of amounts that may
    be left out. Then families grow by columns of the same type and unit, and optional roles take what their name or a
    grouping suggests; one for an amount takes amounts.
    """
    required = [role for role in roles if role.required]
    chosen = _matched(columns, [role for role in roles if role.required or role.name == MEASURE])
    if any(role.name not in chosen for role in required):
        chosen = _matched(columns, required)
    _pair_ends(columns, roles, chosen)
    _grow(columns, roles, chosen)
    for role in roles:
        if not role.required:
            _offer(columns, role, chosen)
    _keep_readable(columns, roles, chosen)
    return {
        role.name: chosen[role.name] if role.family else chosen[role.name][0] for role in roles if role.name in chosen
    }


def _matched(columns: Sequence[ColumnProfile], roles: Sequence[Role]) -> dict[str, list[str]]:
    """A matching of columns to places that leaves none empty where that is possible."""
    named = sorted(roles, key=lambda role: -_best_name(columns, role))  # a name that fits goes before a place
    places = [role for role in named for _ in range(fewest(role))]
    ranked = [_ranked(columns, role) for role in places]
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
    for column in columns:
        if column.name in holder:
            chosen.setdefault(places[holder[column.name]].name, []).append(column.name)
    return chosen


def _pair_ends(columns: Sequence[ColumnProfile], roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    """Give both ends of a bar columns of one type, or leave the second without one."""
    ends = [role for role in roles if role.name in ENDS and role.name in chosen]
    types = {column.name: column.type for column in columns}
    if len(ends) < len(ENDS) or types[chosen[ENDS[0]][0]] is types[chosen[ENDS[1]][0]]:
        return
    others = {name for role, names in chosen.items() if role not in ENDS for name in names}
    for type_ in ends[0].types:
        alike = _matched([one for one in columns if one.type == type_ and one.name not in others], ends)
        if len(alike) == len(ENDS):
            chosen.update(alike)
            return
    del chosen[ENDS[1]]


def _best_name(columns: Sequence[ColumnProfile], role: Role) -> float:
    return max((similarity(role.name, column.name) for column in columns if column.type in set(role.types)), default=0)


def _ranked(columns: Sequence[ColumnProfile], role: Role) -> list[str]:
    types = [str(type_) for type_ in role.types]
    silent = _silent(columns, role)
    told = [column for column in columns if role.required or column.name not in silent]
    if not _measured(role):  # a measure spread over years says how much, not where
        spread = spread_columns(columns)
        told = [column for column in told if column.name not in spread]
    fitting = [(place, c) for place, c in enumerate(told) if c.type in types]
    labels = row_labels(columns)
    fitting.sort(
        key=lambda one: (
            one[1].name in labels,
            *_rank(role, one[1]),
            one[1].name in silent,
            types.index(one[1].type),
            one[0],
        )
    )
    return [column.name for _, column in fitting]


def _rank(role: Role, column: ColumnProfile) -> tuple[bool, float]:
    fit = similarity(role.name, column.name)
    if role.name == MEASURE:
        fit = max(fit, similarity(_AMOUNT, column.name))
    return column.unique == 0, -fit


def _silent(columns: Sequence[ColumnProfile], role: Role) -> frozenset[str]:
    """The columns that say nothing in this role: those that number rows, and those of when instead of how much."""
    parts = moment_parts(columns)
    when = {one.name for one in columns if holds_years(one) or one.name in parts} if _measured(role) else set[str]()
    return frozenset(one.name for one in columns if counts_rows(one.name) or one.name in when)


def _measured(role: Role) -> bool:
    """Whether the role is for how much, not for when or which."""
    types = [str(type_) for type_ in role.types]
    is_for_numbers = types[:1] == [ColumnType.NUMBER] and ColumnType.TEXT not in types
    return (
        (role.name == MEASURE and types[0] == ColumnType.NUMBER)
        or is_for_numbers
        or similarity(_AMOUNT, role.name) >= SIMILAR
    )


def _grow(columns: Sequence[ColumnProfile], roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    for role in roles:
        if not role.family or role.name not in chosen:
            continue
        first = next(column for column in columns if column.name == chosen[role.name][0])
        silent = _silent(columns, role)
        for column in columns:
            full = role.max is not None and len(chosen[role.name]) >= role.max
            alike = column.type is first.type and column.unit == first.unit and column.unique > 0
            if not full and alike and column.name not in silent and not _used(chosen, column.name):
                chosen[role.name].append(column.name)


def _offer(columns: Sequence[ColumnProfile], role: Role, chosen: dict[str, list[str]]) -> None:
    free = [column for column in columns if column.unique > 0 and not _used(chosen, column.name)]
    silent = _silent(columns, role)
    ranked = [column for column in _ranked(free, role) if column not in silent]
    named = [column for column in ranked if similarity(role.name, column) >= SIMILAR]
    grouping = {c.name for c in free if c.type in (ColumnType.TEXT, ColumnType.BOOLEAN) and _groups(c)}
    grouping -= moment_parts(columns)
    amounts = {one.name for one in free if one.type is ColumnType.NUMBER}
    offered = (
        named
        or [c for c in ranked if c in amounts and similarity(_AMOUNT, role.name) >= SIMILAR]
        or [c for c in ranked if c in grouping and not _measured(role)]
    )
    if len(offered) >= fewest(role):
        chosen[role.name] = offered[: fewest(role)]


def _keep_readable(columns: Sequence[ColumnProfile], roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    different = {column.name: column.unique for column in columns}
    offered = [role for role in roles if not role.required and not _measured(role) and role.name in chosen]
    groups = max((different[chosen[role.name][0]] for role in offered), default=0)
    for role in roles:
        measures = chosen.get(role.name, []) if role.family else []
        if groups and len(measures) * groups > _MOST_SERIES:
            chosen[role.name] = measures[: fewest(role)]


def _groups(column: ColumnProfile) -> bool:
    """Whether the values repeat, so that they make groups of rows."""
    return 1 < column.unique <= _MOST_GROUPS and any(top.count > 1 for top in column.top)


def _used(chosen: Mapping[str, Sequence[str]], column: str) -> bool:
    return any(column in taken for taken in chosen.values())
