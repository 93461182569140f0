"""Sides: which of two columns of places goes across a picture, and which down, or by lines with names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings.columns import BindingColumns, is_measured
from agent_svc.data.bindings.roles import Role
from agent_svc.data.bindings.similarity import SIMILAR, similarity
from agent_svc.data.bindings.words import words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.profile import ColumnProfile

ACROSS: Final = "x"
"""The role of what stands from left to right."""

_DOWN: Final = "y"  # the other side of a picture of cells
_LINES: Final = "group"  # what lines are called
_PLATE_ROWS: Final = 16
_PLATE_COLUMNS: Final = 24
_COUNT: Final = re.compile(r"0?[1-9]|1[0-9]|2[0-4]")
_PAIR: Final = 2  # places from one to the other of which a line goes
_TIMES: Final = frozenset(
    {"time", "t", "timestamp", "zeit", "zeitstempel", "seconds", "second", "secs", "sec", "ms", "frame", "elapsed"}
    | {"date", "datum", "uhrzeit", "sekunden", "temps", "tiempo", "tempo"}
)


def sides_of(roles: Sequence[Role]) -> list[Role]:
    """The roles of both sides of a picture of cells, across and down; none where a chart is no such picture."""
    sides = {role.name: role for role in roles if role.name in (ACROSS, _DOWN) and not is_measured(role)}
    return [sides[ACROSS], sides[_DOWN]] if len(sides) > 1 else []


def turn(table: BindingColumns, roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    """Of two sides of places, let time go across, else the names that are fewer, else what comes later in the table.

    The wells of a plate stand as they do on it, with their letters from top to bottom. Lines that each have a name go
    along time as well, or from one of two places to the other.
    """
    sides = [role.name for role in sides_of(roles) or _lines(roles) if role.name in chosen]
    if len(sides) < 2 or any(similarity(name, chosen[name][0]) >= SIMILAR for name in sides):
        return
    across, other = (next(c for c in table.columns if c.name == chosen[name][0]) for name in sides)
    of_cells = _DOWN in sides
    if of_cells and is_plate(other, across):
        return
    places = [(one.name not in table.when, one.unique if of_cells else one.unique > _PAIR) for one in (across, other)]
    if (of_cells and is_plate(across, other)) or places[0] > places[1] or (of_cells and places[0] == places[1]):
        chosen[sides[0]], chosen[sides[1]] = chosen[sides[1]], chosen[sides[0]]


def is_plate(letters: ColumnProfile, counts: ColumnProfile) -> bool:
    """Whether these are the rows, `A` to `P` at most, and the columns, 1 to 24, of a plate of wells."""
    rows, columns = ([top.value for top in one.top] for one in (letters, counts))
    if not rows or letters.unique > _PLATE_ROWS or not 1 < counts.unique <= _PLATE_COLUMNS:
        return False
    return all(len(row) == 1 and "A" <= row <= "P" for row in rows) and all(map(_COUNT.fullmatch, columns))


def _lines(roles: Sequence[Role]) -> list[Role]:
    """The roles of where lines go along and of what each is called, where any column can be either; else none."""
    found = [role for role in roles if role.required and not is_measured(role)]
    if [role.name for role in found] != [ACROSS, _LINES] or set(found[0].types) != set(found[1].types):
        return []
    return found


def leading_time(columns: Sequence[ColumnProfile]) -> str | None:
    """The name of a time that comes before all other numbers and dates, one of which is called `x`; else None.

    What is called `x` is then a place that changes with time, and not what time and places go along.
    """
    ordered = [one for one in columns if one.type in (ColumnType.NUMBER, ColumnType.DATE) and one.unique > 1]
    if not any(one.name.strip().casefold() == ACROSS for one in ordered[1:]):
        return None
    first = ordered[0].name
    return first if words_of(first) & _TIMES else None
