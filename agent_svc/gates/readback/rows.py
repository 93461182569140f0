"""Rows: names and numbers side by side, how far each number may be off, and a difference of two rows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agent_svc.gates.figure import Array

Key = tuple[str | None, ...]  #: the names of a row; None: not readable in the picture, so any


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows of names and numbers: `keys[i]` and `numbers[i]` are one row.

    `spots[i]`, when there are any, is where row i stands along axes whose names cannot be read: such rows are
    different ones although their keys are equal.
    """

    keys: list[Key]
    numbers: Array
    spots: Sequence[Hashable] = ()

    def __len__(self) -> int:
        return len(self.keys)

    def take(self, places: Sequence[int]) -> Rows:
        """Those rows."""
        spots = [self.spots[place] for place in places] if self.spots else ()
        return Rows([self.keys[place] for place in places], self.numbers[list(places)], spots)

    def beside(self, others: Rows, allowed: Array) -> Rows:
        """Those that may be among the others, which are fewer: their numbers lie within the range of theirs."""
        if not len(others) or len(self) < 4 * len(others):
            return self
        low, high = others.numbers.min(axis=0) - allowed, others.numbers.max(axis=0) + allowed
        near = ((self.numbers >= low) & (self.numbers <= high)).all(axis=1)
        return self.take(np.flatnonzero(near).tolist()) if near.any() else self

    def unique(self) -> Rows:
        """Each row once."""
        seen: dict[Hashable, int] = {}
        for place, row in enumerate(rounded(self)):
            spot = self.spots[place] if self.spots and None in row[0] else None
            seen.setdefault((row, spot), place)
        return self.take(list(seen.values()))


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that is drawn and should not be, one that should be and is not, or both: one in place of the other."""

    wanted: tuple[Key, tuple[float, ...]] | None
    drawn: tuple[Key, tuple[float, ...]] | None


def allowances(wanted: Rows, tolerance: float) -> Array:
    """How far each number may be off: `tolerance` of the largest of its column, and what the report rounds away."""
    if not len(wanted):
        return np.zeros(wanted.numbers.shape[1])
    largest = np.abs(wanted.numbers).max(axis=0)
    allowed: Array = np.maximum(tolerance * largest, 1e-11 * largest)
    return allowed


def place_allowances(wanted: Rows, columns: Sequence[int], tolerance: float, allowed: Array) -> Array:
    """The same, but for places along an axis: of the axis' length, since dates and years are all large."""
    allowed = allowed.copy()
    for column in columns:
        if len(wanted) > 1:
            values = wanted.numbers[:, column]
            length = float(values.max() - values.min())
            allowed[column] = max(tolerance * length, 1e-11 * float(np.abs(values).max()))
    return allowed


def rounded(rows: Rows) -> list[tuple[Key, bytes]]:
    """Each row with its numbers rounded to nine digits: rows with the same are equal."""
    width = rows.numbers.shape[1]
    if not width or not len(rows):
        return [(key, b"") for key in rows.keys]
    numbers = np.ascontiguousarray(_to_nine_digits(rows.numbers))
    whole: list[Any] = numbers.view(np.dtype((np.void, numbers.itemsize * width))).ravel().tolist()
    return list(zip(rows.keys, whole, strict=True))


def _to_nine_digits(numbers: Array) -> Array:
    """Rounded to nine significant digits; what is nearer to 0 than any unit is 0, and what is infinite stays so."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        power = np.clip(8 - np.floor(np.log10(np.abs(numbers))), -300, 300)
        scale = 10.0**power
        near: Array = np.round(numbers * scale) / scale
    return np.where(np.isfinite(near), near, numbers) + 0.0
