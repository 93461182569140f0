"""Names that bar columns from roles: what is called close is no open, and nothing replaces an open that is text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings.roles import Role
from agent_svc.data.bindings.similarity import SIMILAR, similarity
from agent_svc.data.bindings.words import words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.map_words import LATITUDES, LONGITUDES
from agent_svc.data.profile import ColumnProfile

ERROR: Final = "error"
"""The role for half the length of an error bar."""
ERROR_WORDS: Final = frozenset(
    {"error", "err", "sd", "se", "sem", "std", "stderr", "stdev", "fehler", "standardabweichung", "standardfehler"}
    | {"uncertainty", "unsicherheit", "incertitude"}
)
_CALLED: Final = 0.8  # from here on the role's own word is in the name


def barred_by_name(columns: Sequence[ColumnProfile], role: Role, roles: Sequence[Role]) -> frozenset[str]:
    """The names of columns that `role` must not take by default, since it or they are told to be something else.

    A required role with a word for a name (`x` and `y` take whatever there is) takes no column that is called as
    another one; and where a column of another type is called as it is, none that is not.
    """
    if not _is_telling(role):
        return frozenset()
    strange = [one for one in columns if similarity(role.name, one.name) < SIMILAR]
    if _has_namesake_of_other_type(columns, role):
        return frozenset(one.name for one in strange)
    others = [other for other in roles if other.name != role.name and _is_telling(other)]
    return frozenset(one.name for one in strange if any(_is_called(one, other) for other in others))


def is_named_for(role: Role, name: str) -> bool:
    """Whether the column's name says that it is for the role."""
    if role.name == ERROR and ERROR_WORDS & words_of(name):
        return True
    return similarity(role.name, name) >= SIMILAR


def is_on_map(columns: Sequence[ColumnProfile]) -> bool:
    """Whether there are numbers called latitudes and longitudes."""
    words = [words_of(one.name) for one in columns if one.type is ColumnType.NUMBER]
    return any(one & LATITUDES for one in words) and any(one & LONGITUDES for one in words)


def map_side(name: str) -> str:
    """The side of a map, `x` or `y`, that a column of this name goes along; empty for others."""
    words = words_of(name)
    return "x" if words & LONGITUDES else "y" if words & LATITUDES else ""


def _is_telling(role: Role) -> bool:
    return role.required and len(role.name) > 1


def _is_called(column: ColumnProfile, role: Role) -> bool:
    return column.type in set(role.types) and similarity(role.name, column.name) >= _CALLED


def _has_namesake_of_other_type(columns: Sequence[ColumnProfile], role: Role) -> bool:
    named = [one for one in columns if similarity(role.name, one.name) >= _CALLED and one.unique]
    return bool(named) and not any(one.type in set(role.types) for one in named)
