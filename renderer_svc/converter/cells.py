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

    Dates are 2024-01-31, times of a day 2024-01-31T12:30:00, durations 25:30:00 (hours, beyond a day as well).
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


def duration_text(value: timedelta) -> str:
    """`value` as hours, minutes and seconds, with a fraction where there is one."""
    whole = value // timedelta(microseconds=1)
    seconds, fraction = divmod(abs(whole), _MICROSECONDS)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    text = f"{'-' if whole < 0 else ''}{hours:02}:{minute:02}:{second:02}"
    return f"{text}.{fraction:06}" if fraction else text


def _float_text(value: float) -> str:
    if not math.isfinite(value):
        return ""
    if value.is_integer() and abs(value) <= _EXACT:
        return str(int(value))
    return repr(value)
