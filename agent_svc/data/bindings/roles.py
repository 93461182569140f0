"""Roles: the named inputs of a chart, as the data layer sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

MEASURE: Final = "y"
"""The name of the role for what is measured, also where a chart that has no column for it counts rows."""


ENDS: Final = ("start", "end")
"""The roles of both ends of a bar, which have to be of one type."""


class Role(Protocol):
    """A named input of a chart; a family takes a list of `min` to `max` columns (None: 1, and no upper bound)."""

    @property
    def name(self) -> str:
        """The role's name, unique in its chart."""

    @property
    def types(self) -> Collection[str]:
        """The column types it takes, the most fitting first."""

    @property
    def required(self) -> bool:
        """Whether the chart cannot be drawn without it."""

    @property
    def family(self) -> bool:
        """Whether it takes several columns."""

    @property
    def min(self) -> int | None:
        """For a family: the fewest columns."""

    @property
    def max(self) -> int | None:
        """For a family: the most columns."""


Bindings: TypeAlias = Mapping[str, str | Sequence[str]]


def columns_of(binding: str | Sequence[str]) -> list[str]:
    """The columns that one role is bound to."""
    return [binding] if isinstance(binding, str) else list(binding)


def fewest(role: Role) -> int:
    """How many columns the role needs once it is bound at all."""
    return (role.min or 1) if role.family else 1
