"""Bindings: which columns fill the roles of a chart, by default and as refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from agent_svc.data.column import Column, ColumnType
from agent_svc.data.months import is_month
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.roles import Bindings, Role, columns_of, fewest
from agent_svc.data.similarity import SIMILAR, counts_rows, similarity
from plotlane_kit.errors import Violation

_AMOUNT = "value"  # a role of this name, or a similar one, is for whatever is measured: wedges without it only count
_YEAR = re.compile(r"(?:1[5-9]|20|21)[0-9]{2}")
_LEAST_SPREAD = 3  # so many years or months side by side are one measure
_MOST_GROUPS = 12  # different values of a text column that is worth an optional role by its type alone


def default_bindings(columns: Sequence[ColumnProfile], roles: Sequence[Role]) -> dict[str, str | list[str]]:
    """The bindings to start from: by type, then name, then place; each column once.

    Required roles come first and are all filled where that is possible at all. Then families grow by columns of the
    same type and unit, and optional roles take what their name or a grouping suggests; one for an amount takes amounts.
    """
    chosen = _required(columns, [role for role in roles if role.required])
    _grow(columns, roles, chosen)
    for role in roles:
        if not role.required:
            _offer(columns, role, chosen)
    return {
        role.name: chosen[role.name] if role.family else chosen[role.name][0] for role in roles if role.name in chosen
    }


def _required(columns: Sequence[ColumnProfile], roles: Sequence[Role]) -> dict[str, list[str]]:
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


def _best_name(columns: Sequence[ColumnProfile], role: Role) -> float:
    return max((similarity(role.name, column.name) for column in columns if column.type in set(role.types)), default=0)


def _ranked(columns: Sequence[ColumnProfile], role: Role) -> list[str]:
    types = [str(type_) for type_ in role.types]
    fitting = [(place, c) for place, c in enumerate(columns) if c.type in types]
    spread = frozenset[str]() if _measured(role) else _spread(columns)
    fitting.sort(key=lambda one: (*_rank(role, one[1]), one[1].name in spread, types.index(one[1].type), one[0]))
    return [column.name for _, column in fitting]


def _rank(role: Role, column: ColumnProfile) -> tuple[bool, float, bool]:
    return column.unique == 0, -similarity(role.name, column.name), _says_nothing(role, column)


def _says_nothing(role: Role, column: ColumnProfile) -> bool:
    return counts_rows(column.name) or (_measured(role) and _years(column))


def _spread(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The columns of one measure that is spread over years or months: their names say when, their numbers how much."""
    named = [c.name for c in columns if c.type is ColumnType.NUMBER and (_YEAR.fullmatch(c.name) or is_month(c.name))]
    return frozenset(named if len(named) >= _LEAST_SPREAD else ())


def _measured(role: Role) -> bool:
    """Whether the role is for how much, not for when or which."""
    types = [str(type_) for type_ in role.types]
    is_for_numbers = types[:1] == [ColumnType.NUMBER] and ColumnType.TEXT not in types
    return role.name == "y" or is_for_numbers or similarity(_AMOUNT, role.name) >= SIMILAR


def _grow(columns: Sequence[ColumnProfile], roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    for role in roles:
        if not role.family or role.name not in chosen:
            continue
        first = next(column for column in columns if column.name == chosen[role.name][0])
        for column in columns:
            full = role.max is not None and len(chosen[role.name]) >= role.max
            alike = column.type is first.type and column.unit == first.unit and column.unique > 0
            if not full and alike and not _says_nothing(role, column) and not _used(chosen, column.name):
                chosen[role.name].append(column.name)


def _offer(columns: Sequence[ColumnProfile], role: Role, chosen: dict[str, list[str]]) -> None:
    free = [column for column in columns if column.unique > 0 and not _used(chosen, column.name)]
    ranked = _ranked(free, role)
    named = [column for column in ranked if similarity(role.name, column) >= SIMILAR]
    grouping = {c.name for c in free if c.type in (ColumnType.TEXT, ColumnType.BOOLEAN) and _groups(c)}
    amounts = [c.name for c in free if c.type is ColumnType.NUMBER and not counts_rows(c.name) and not _years(c)]
    offered = (
        named
        or [c for c in ranked if c in amounts and similarity(_AMOUNT, role.name) >= SIMILAR]
        or [c for c in ranked if c in grouping and not _measured(role)]
    )
    if len(offered) >= fewest(role):
        chosen[role.name] = offered[: fewest(role)]


def _years(column: ColumnProfile) -> bool:
    """Whether the values can be years, which say when and not how much."""
    ends = (column.minimum or "", column.maximum or "")
    return all(end.isdecimal() and 1500 <= int(end) <= 2200 for end in ends)


def _groups(column: ColumnProfile) -> bool:
    """Whether the values repeat, so that they make groups of rows."""
    return 1 < column.unique <= _MOST_GROUPS and any(top.count > 1 for top in column.top)


def _used(chosen: Mapping[str, Sequence[str]], column: str) -> bool:
    return any(column in taken for taken in chosen.values())


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """One line of bindings that cannot stand; `column` is empty where a role has none."""

    role: str
    column: str
    reason: str
    remedy: str

    def violation(self) -> Violation:
        """The line as a part of an error."""
        return Violation(f"bindings.{self.role}", f"{self.reason} {self.remedy}")


def check_bindings(columns: Sequence[Column], roles: Sequence[Role], bindings: Bindings) -> list[RefusedLine]:
    """Every line that is refused, in the order of the roles; an empty list means that the chart can be drawn."""
    known = {role.name: role for role in roles}
    refused = [_unknown_role(name, bindings[name], known) for name in bindings if name not in known]
    for role in roles:
        bound = columns_of(bindings.get(role.name, ()))
        refused += _count(role, bound, bindings.get(role.name), columns)
        refused += [line for column in bound for line in _column(role, column, columns)]
    return refused + _repeats(roles, bindings)


def _unknown_role(name: str, binding: str | Sequence[str], known: Mapping[str, Role]) -> RefusedLine:
    near = get_close_matches(name, known, 1, 0)
    hint = f"the nearest is “{near[0]}”" if near else "it takes none"
    column = ", ".join(columns_of(binding))
    return RefusedLine(name, column, f"The chart has no role “{name}”.", f"Leave it out; {hint}.")


def _count(
    role: Role, bound: Sequence[str], binding: str | Sequence[str] | None, columns: Sequence[Column]
) -> list[RefusedLine]:
    if not bound:
        if not role.required:
            return []
        return [RefusedLine(role.name, "", f"“{role.name}” is required and has no column.", _fitting(role, columns))]
    least, most = fewest(role), (role.max if role.family else 1)
    listed = ", ".join(bound)
    if not role.family and not isinstance(binding, str):
        reason = f"“{role.name}” takes one column, not a list."
        return [RefusedLine(role.name, listed, reason, "Choose one of them.")]
    if len(bound) < least:
        reason = f"“{role.name}” needs at least {least} columns and has {len(bound)}."
        return [RefusedLine(role.name, listed, reason, f"Add {least - len(bound)} more.")]
    if most is not None and len(bound) > most:
        reason = f"“{role.name}” takes at most {most} columns and has {len(bound)}."
        return [RefusedLine(role.name, listed, reason, f"Remove {len(bound) - most} of them.")]
    return []


def _column(role: Role, name: str, columns: Sequence[Column]) -> list[RefusedLine]:
    column = next((one for one in columns if one.name == name), None)
    if column is None:
        near = get_close_matches(name, [one.name for one in columns], 1, 0)
        remedy = f"The nearest is “{near[0]}”." if near else "The table has no columns."
        return [RefusedLine(role.name, name, f"The table has no column “{name}”.", remedy)]
    if column.type in set(role.types):
        return []
    reason = f"“{name}” is {_TYPE_WORDS[column.type]}; “{role.name}” takes {_either(role.types)}."
    return [RefusedLine(role.name, name, reason, _fitting(role, columns))]


_TYPE_WORDS = {
    ColumnType.NUMBER: "a number",
    ColumnType.DATE: "a date",
    ColumnType.TEXT: "text",
    ColumnType.BOOLEAN: "yes or no",
}


def _either(types: Iterable[str]) -> str:
    return " or ".join(_TYPE_WORDS[ColumnType(type_)] for type_ in types)


def _fitting(role: Role, columns: Sequence[Column]) -> str:
    names = [f"“{column.name}”" for column in columns if column.type in set(role.types)]
    if not names:
        return f"No column is {_either(role.types)}; add one, or change how a column is read."
    more = f" or {len(names) - 5} more" if len(names) > 5 else ""
    return f"Choose {', '.join(names[:5])}{more}."


def _repeats(roles: Sequence[Role], bindings: Bindings) -> list[RefusedLine]:
    taken: dict[str, str] = {}
    refused = []
    for role in roles:
        for column in columns_of(bindings.get(role.name, ())):
            if column in taken:
                reason = f"“{column}” already fills “{taken[column]}”."
                refused.append(RefusedLine(role.name, column, reason, "Choose another column, or leave this one out."))
            taken.setdefault(column, role.name)
    return refused
