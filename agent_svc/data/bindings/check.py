"""The check of bindings: which lines of them cannot stand, and what to do about each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from agent_svc.data.bindings.roles import ENDS, Bindings, Role, columns_of, fewest
from agent_svc.data.bindings.spread import spread_columns
from agent_svc.data.column import Column, ColumnType
from plotlane_kit.errors import Violation


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
    ends = _unlike_ends(columns, bindings) if set(ENDS) <= set(known) else []
    return refused + ends + _repeats(roles, bindings)


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
        reason = f"“{role.name}” is required and has no column."
        return [RefusedLine(role.name, "", reason, _melt(role, columns) or _fitting(role, columns))]
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


def _melt(role: Role, columns: Sequence[Column]) -> str:
    """The step that makes a column of names from a measure that is spread over several; empty where none is."""
    spread = spread_columns(columns)
    if not spread or ColumnType.TEXT not in set(role.types):
        return ""
    return f"Put “{spread[0]}” to “{spread[-1]}” under one another first, with the data step “melt”."


def _unlike_ends(columns: Sequence[Column], bindings: Bindings) -> list[RefusedLine]:
    names = [name for role in ENDS for name in columns_of(bindings.get(role, ()))]
    bound = [next((one for one in columns if one.name == name), None) for name in names]
    if len(names) < len(ENDS) or bound[0] is None or bound[1] is None or bound[0].type is bound[1].type:
        return []
    reason = f"“{names[0]}” is {_TYPE_WORDS[bound[0].type]} and “{names[1]}” {_TYPE_WORDS[bound[1].type]}."
    return [RefusedLine(ENDS[1], names[1], reason, "Choose two of one type: a bar goes from one to the other.")]


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
