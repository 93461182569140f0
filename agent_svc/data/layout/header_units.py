"""Header units: rows of units below the names of columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.layout.values import are_values, value_columns
from agent_svc.data.numbers.known_units import UNITS

BRACKETED: Final = re.compile(r"[(\[][^()\[\]]{1,20}[)\]]")


def is_unit(cell: str) -> bool:
    """Whether the cell is a unit and nothing else: one that is known, or anything short in brackets."""
    return BRACKETED.fullmatch(cell) is not None or cell.casefold() in UNITS


def unit_row(names: Sequence[str], units: Sequence[str], below: Sequence[Sequence[str]]) -> str | None:
    """The first unit in `units`, if that is what they are: all of them known, above numbers and below names."""
    named = [(place, cell) for place, cell in enumerate(units) if cell]
    if not named or not all(is_unit(cell) for _, cell in named) or any(are_values([name]) for name in names if name):
        return None
    if len(named) < 2 and not BRACKETED.fullmatch(named[0][1]):
        return None
    numbers = value_columns(below)
    if not all(place in numbers for place, _ in named):
        return None
    return named[0][1]
