"""Time as an argument: one protocol, the system's clock, and a clock that tests turn by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the services know of time."""

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment; never goes back."""

    def wall(self) -> datetime:
        """The time of day, aware, in UTC; may jump."""


class SystemClock:
    """The machine's own clock."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> datetime:
        return datetime.now(UTC)


class ManualClock:
    """A clock that stands still until `advance` is called."""

    def __init__(self, start: float = 0.0, wall: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now = start
        self._wall = wall

    def monotonic(self) -> float:
        return self._now

    def wall(self) -> datetime:
        return self._wall

    def advance(self, seconds: float) -> None:
        """Let `seconds` (not negative) pass."""
        if seconds < 0:
            raise ValueError("a clock does not run backwards")
        self._now += seconds
        self._wall += timedelta(seconds=seconds)
