"""Directions: those of the compass in letters, which a weather station writes beside its measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.profile import ColumnProfile

_WORDS: Final = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW NNO NO ONO O OSO SO SSO"
_DIRECTIONS: Final = frozenset(_WORDS.split())


def are_directions(values: Sequence[str]) -> bool:
    """Whether all values are directions of the compass in letters: N, NNE, NE; O is east in German."""
    return bool(values) and all(value.strip().upper() in _DIRECTIONS for value in values)


def bearings(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The names of directions that were measured at one moment after the other: no groups that go on over time."""
    if not any(one.type is ColumnType.DATE and one.unique and one.top[0].count == 1 for one in columns):
        return frozenset()
    texts = [one for one in columns if one.type is ColumnType.TEXT and one.unique > 1]
    return frozenset(one.name for one in texts if are_directions([top.value for top in one.top]))
