"""Sparse currency: the sign that accounts write in their first row and at totals alone, `$1,200` above `(900)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from agent_svc.data.choices import DecimalMark


class Amount(Protocol):
    """A number that was read."""

    @property
    def unit(self) -> str | None:
        """The currency that it carries; None: none."""


def are_in_one(found: Mapping[str, Amount | None], mark: DecimalMark) -> bool:
    """Whether the numbers without a currency are in that of the others; `found` has each value as it was read.

    It stands at the first or the last of them, and all have as many decimals: a share or a count beside amounts of
    money has others.
    """
    if not all(found.values()) or len({_decimals(value, mark) for value in found}) > 1:
        return False
    first, *_, last = found.values()
    return any(one is not None and one.unit is not None for one in (first, last))


def at_both_ends(found: Mapping[str, Amount]) -> bool:
    """Whether the first and the last carry it, as nothing but accounts does."""
    first, *_, last = found.values()
    return first.unit is not None and last.unit is not None


def _decimals(value: str, mark: DecimalMark) -> int:
    """How many digits stand behind the decimal mark."""
    behind = value.rpartition(mark.character)[2] if mark.character in value else ""
    return sum(1 for character in behind if character.isdigit())
