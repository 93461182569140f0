"""The calendar: which UTC day a moment of core time belongs to, and how much of that day is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DAY_S: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment as quotas see it: core time, its UTC day, and the seconds until the next day begins."""

    at: float
    day: int
    day_left_s: float


@dataclass(frozen=True, slots=True)
class Calendar:
    """Core time laid over UTC days. `offset_s`: core time 0, in seconds since the beginning of day 0."""

    offset_s: float = 0.0

    def moment(self, at: float) -> Moment:
        """The moment at core time `at`, in seconds."""
        day, passed = divmod(at + self.offset_s, DAY_S)
        return Moment(at, int(day), DAY_S - passed)
