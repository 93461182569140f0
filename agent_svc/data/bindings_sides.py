"""Sides: which of two columns of places goes across a picture, and which down, or by lines with names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings_columns import BindingColumns, is_measured
from agent_svc.data.roles import Role
from agent_svc.data.similarity import SIMILAR, similarity

ACROSS: Final = "x"
"""The role of what stands from left to right."""

_DOWN: Final = "y"  # the other side of a picture of cells
_LINES: Final = "group"  # what lines are called
_PAIR: Final = 2  # places from one to the other of which a line goes


def sides_of(roles: Sequence[Role]) -> list[Role]:
    """The roles of both sides of a picture of cells, across and down; none where a chart is no such picture."""
    sides = {role.name: role for role in roles if role.name in (ACROSS, _DOWN) and not is_measured(role)}
    return [sides[ACROSS], sides[_DOWN]] if len(sides) > 1 else []


def turn(table: BindingColumns, roles: Sequence[Role], chosen: dict[str, list[str]]) -> None:
    """Of two sides of places, let time go across, else the names that are fewer, else what comes later in the table.

    Lines that each have a name go along time as well, or from one of two places to the other.
    """
    sides = [role.name for role in sides_of(roles) or _lines(roles) if role.name in chosen]
    if len(sides) < 2 or any(similarity(name, chosen[name][0]) >= SIMILAR for name in sides):
        return
    across, other = (next(c for c in table.columns if c.name == chosen[name][0]) for name in sides)
    of_cells = _DOWN in sides
    places = [(one.name not in table.when, one.unique if of_cells else one.unique > _PAIR) for one in (across, other)]
    if places[0] > places[1] or (of_cells and places[0] == places[1]):
        chosen[sides[0]], chosen[sides[1]] = chosen[sides[1]], chosen[sides[0]]


def _lines(roles: Sequence[Role]) -> list[Role]:
    """The roles of where lines go along and of what each is called, where any column can be either; else none."""
    found = [role for role in roles if role.required and not is_measured(role)]
    if [role.name for role in found] != [ACROSS, _LINES] or set(found[0].types) != set(found[1].types):
        return []
    return found
