"""A group of marks as the report holds it: its first rows, and what tells all of them from others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

MAX_ROWS: Final = 2_000  # of one group
MAX_NUMBERS: Final = 11_000  # of all groups of a report: with these it stays below its size


class Room:
    """How many more numbers a report may hold."""

    def __init__(self, numbers: int = MAX_NUMBERS) -> None:
        self.left = numbers


def group(rows: Any, room: Room, *, label: str = "", colors: Iterable[str] = ()) -> dict[str, Any] | None:
    """`rows` (anything that is an array of n rows of floats) as JSON; None when no row is finite.

    {label, colors, count, rows, sum, min, max, steady, digest}: `rows` are the first ones with 12 significant digits;
    sum, min and max are one number a coordinate; steady says of each of the first two coordinates whether it never goes
    back. The digest does not depend on the order of the rows: it is the sum, modulo
    2**64, of the first eight bytes of each row's SHA-256, written `%.9g` and joined by commas.
    """
    import numpy as np

    table: Any = np.ma.filled(np.ma.asarray(rows, dtype=float), np.nan)
    if table.ndim != 2:
        return None
    table = table[np.isfinite(table).all(axis=1)] + 0.0  # without a negative zero
    if not len(table):
        return None
    shown = min(len(table), MAX_ROWS, room.left // table.shape[1])
    room.left -= shown * table.shape[1]
    return {
        "label": label,
        "colors": list(colors),
        "count": len(table),
        "rows": [[float(f"{value:.12g}") for value in row] for row in table[:shown].tolist()],
        "sum": _short(np.sum(table, axis=0)),
        "min": _short(table.min(axis=0)),
        "max": _short(table.max(axis=0)),
        "steady": [_is_steady(table[:, column]) for column in range(min(2, table.shape[1]))],
        "digest": digest(table.tolist()),
    }


def digest(rows: Iterable[Iterable[float]]) -> str:
    """Sixteen hexadecimal digits that are equal for equal rows, in whatever order they come."""
    total = 0
    for row in rows:
        text = ",".join(f"{value:.9g}" for value in row)
        total += int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return f"{total % 2**64:016x}"


def _is_steady(values: Any) -> bool:
    import numpy as np

    steps = np.diff(values)
    return bool((steps >= 0).all() or (steps <= 0).all())


def _short(values: Any) -> list[float]:
    import math

    return [float(f"{value:.12g}") if math.isfinite(value) else 0.0 for value in values.tolist()]
