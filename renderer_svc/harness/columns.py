"""A column as the report holds it: its first values, and what tells all of them from others.

Numbers are {count, values, sum, min, max, digest}, texts {count, texts, digest}. Dates are days since 1970-01-01, as
matplotlib counts them. Gaps (not a number, None) are left out of everything but `count`; `gaps` says where numbers
have some. More than 20 texts that repeat are {count, texts: [], levels, codes, digest}: `codes` has the place of each
row's text in `levels` (-1: a gap). A digest is the first 16 hexadecimal digits of the SHA-256 of all values, joined by
line feeds: numbers written `%.9g` and sorted as texts, so that their order does not matter; texts as they come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from renderer_svc.harness.rows import MAX_ROWS, Room

__all__ = ["Room", "column", "columns", "text"]

_MAX_CHARS: Final = 200
_MAX_COLUMNS: Final = 60
_MAX_TEXTS: Final = 200  # of one column
_FEW_TEXTS: Final = 20  # with more, those that repeat are listed once
_TEXT_TAKES: Final = 16  # of the room for numbers


def columns(table: Mapping[Any, Any], room: Room) -> dict[str, Any]:
    """Every column of `table` (name -> values) that is an array; at most 60."""
    found = {text(name): column(values, room) for name, values in list(table.items())[:_MAX_COLUMNS]}
    return {name: made for name, made in found.items() if made is not None}


def column(values: Any, room: Room) -> dict[str, Any] | None:
    """`values` (a list, an array, a series) as JSON; None when it is no column of numbers, dates or texts."""
    import numpy as np
    import pandas as pd

    if isinstance(values, str | bytes | Mapping) or not hasattr(values, "__len__"):
        return None
    series = pd.Series(list(values) if not isinstance(values, pd.Series) else values)
    if pd.api.types.is_datetime64_any_dtype(series.dtype):
        moments = series.dt.tz_localize(None) if series.dt.tz is not None else series
        numbers = (moments - pd.Timestamp(0)) / pd.Timedelta(days=1)
    elif pd.api.types.is_bool_dtype(series.dtype):
        return _texts(series, room)
    else:
        numbers = pd.to_numeric(series, errors="coerce")
        if series.notna().sum() != numbers.notna().sum() or series.map(lambda value: isinstance(value, str)).any():
            return _texts(series, room)
    return _numbers(np.asarray(numbers, dtype=float), room)


def text(value: Any) -> str:
    """`value` as a text of at most 200 characters that any JSON reader takes."""
    return str(value)[:_MAX_CHARS].encode("utf-8", "replace").decode("utf-8")


def _numbers(values: Any, room: Room) -> dict[str, Any]:
    import numpy as np

    finite = values[np.isfinite(values)] + 0.0  # without a negative zero
    shown = min(len(finite), MAX_ROWS, room.left)
    room.left -= shown
    found = {"count": len(values), "values": [_short(value) for value in finite[:shown].tolist()]}
    gaps = np.flatnonzero(~np.isfinite(values)).tolist()
    if 0 < len(gaps) <= min(MAX_ROWS, room.left):
        room.left -= len(gaps)
        found["gaps"] = gaps
    if not len(finite):
        return found
    return {
        **found,
        "sum": _short(float(finite.sum())),
        "min": _short(float(finite.min())),
        "max": _short(float(finite.max())),
        "digest": _digest(sorted(f"{value:.9g}" for value in finite.tolist())),
    }


def _texts(series: Any, room: Room) -> dict[str, Any]:
    found = [str(value) for value in series.dropna()]
    whole = {"count": len(series), "digest": _digest(found)}
    if len(found) > _FEW_TEXTS and (coded := _codes(series, room)):
        return {**whole, "texts": [], **coded}
    shown = min(len(found), _MAX_TEXTS, room.left // _TEXT_TAKES)
    room.left -= shown * _TEXT_TAKES
    return {**whole, "texts": [text(value) for value in found[:shown]]}


def _codes(series: Any, room: Room) -> dict[str, Any]:
    """Texts that repeat as a list of them and the place of each row's in it; nothing when most are different."""
    import pandas as pd

    codes, levels = pd.factorize(series.map(str, na_action="ignore"))
    takes = len(codes) // 4 + len(levels) * _TEXT_TAKES
    if len(levels) > min(_MAX_TEXTS, len(codes) // 2) or len(codes) > MAX_ROWS or takes > room.left:
        return {}
    room.left -= takes
    return {"levels": [text(level) for level in levels], "codes": codes.tolist()}


def _digest(words: list[str]) -> str:
    return hashlib.sha256("\n".join(words).encode("utf-8", "replace")).hexdigest()[:16]


def _short(value: float) -> float:
    import math

    return float(f"{value:.12g}") if math.isfinite(value) else 0.0
