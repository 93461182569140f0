"""Calendars: years that are sooner of another calendar than of ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_CALENDARS: Final = (
    ("2440", "2600", "the Buddhist calendar, which is 543 years ahead"),
    ("1300", "1500", "the Persian or the Islamic calendar"),
)
_SPAN: Final = 60  # years: what is told of the Middle Ages mostly spans more


def other_calendar(days: Iterable[str]) -> str | None:
    """The calendar that all ISO `days` may be of, with what that means; None for years of our time and for none."""
    ordered = sorted(day[:4] for day in days)
    if not ordered or int(ordered[-1]) - int(ordered[0]) > _SPAN:
        return None
    return next((name for first, last, name in _CALENDARS if first <= ordered[0] and ordered[-1] <= last), None)
