"""Sparse currency: the sign that accounts write in their first row and at totals alone, `$1,200` above `(900)`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Protocol

from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers.number_reading import MAX_DIGITS


class Amount(Protocol):
    """A number that was read."""

    @property
    def digits(self) -> str:
        """Its canonical text."""

    @property
    def brackets(self) -> bool:
        """Whether it stands in brackets."""

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


def lead_to_the_last(found: Mapping[str, Amount]) -> bool:
    """Whether the numbers without a currency are amounts for sure: all in brackets, or leading to the last one.

    The first plus the others is the last then, or the first less them. Key figures begin with revenue and end with
    profit as well, and have customers between them.
    """
    if all(one.unit is not None or one.brackets or one.digits == "0" for one in found.values()):
        return True
    amounts = list(found.values())
    if amounts[0].unit is None or amounts[-1].unit is None or any(len(one.digits) > MAX_DIGITS for one in amounts):
        return False
    first, *between, last = (Decimal(one.digits) for one in amounts)
    if not all(amount.is_finite() for amount in (first, *between, last)):
        return False
    return last in (first + sum(between), first - sum(map(abs, between)))


def _decimals(value: str, mark: DecimalMark) -> int:
    """How many digits stand behind the decimal mark."""
    behind = value.rpartition(mark.character)[2] if mark.character in value else ""
    return sum(1 for character in behind if character.isdigit())
