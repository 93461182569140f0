"""A cell as text: exact, in one notation whatever the file's own was, and empty for what is missing."""

from __future__ import annotations

import math
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Final

_EXACT: Final = 2.0**53  # beyond it a float no longer tells neighbouring integers apart
_MICROSECONDS: Final = 1_000_000


def cell_text(value: object) -> str:
    """`value` as the table's text. Floats keep all 17 digits that tell them apart, and none that say nothing.

    Dates are 2024-01-31, times of a day 2024-01-31T12:30:00, durations 25h 30min (beyond a day as well).
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float_text(value)
    if isinstance(value, datetime):  # before date, which it is too
        return value.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_text(value)
    if isinstance(value, Decimal):
        return format(value, "f") if value.is_finite() else ""
    return str(value)


def clock_text(value: timedelta) -> str:
    """`value` as hours, minutes and seconds: 08:15:00, 25:30:00 beyond a day, 00:00:00.500000 with a fraction."""
    sign, hours, minutes, seconds, fraction = _parts(value)
    return f"{sign}{hours:02}:{minutes:02}:{seconds:02}{fraction}"


def duration_text(value: timedelta) -> str:
    """`value` as what no time of a day looks like: 1h 30min, and 1h 30min 5.5s where there are seconds."""
    sign, hours, minutes, seconds, fraction = _parts(value)
    rest = f" {seconds}{fraction.rstrip('0')}s" if seconds or fraction else ""
    return f"{sign}{hours}h {minutes}min{rest}"


def _parts(value: timedelta) -> tuple[str, int, int, int, str]:
    """Sign, hours, minutes, seconds, and `.500000` or nothing for their fraction."""
    whole = value // timedelta(microseconds=1)
    seconds, fraction = divmod(abs(whole), _MICROSECONDS)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return "-" if whole < 0 else "", hours, minute, second, f".{fraction:06}" if fraction else ""


def _float_text(value: float) -> str:
    if not math.isfinite(value):
        return ""
    if value.is_integer() and abs(value) <= _EXACT:
        return str(int(value))
    return repr(value)
