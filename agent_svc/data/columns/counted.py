"""Counted: the different cells of a column, found once for all that is asked of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each cell of a column is there, empty ones included, in order of appearance."""

    counts: Mapping[str, int]
    longest: int  # characters


def counted(cells: Sequence[str]) -> Counted:
    """The different `cells` with their counts."""
    counts = Counter(cells)
    return Counted(counts, max(map(len, counts), default=0))
