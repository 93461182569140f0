"""The journal's clock: core time, in seconds since the journal's epoch, over any number of restarts."""

from __future__ import annotations

from datetime import datetime

from plotlane_kit.clock import Clock
from scheduler_svc.journal.base import Moment


class JournalClock:
    """Goes on from the last written moment plus the time that the wall says has passed since; never back."""

    def __init__(self, clock: Clock, last: Moment | None) -> None:
        """`last`: when the journal was last written to; None: core time begins now, at 0."""
        self._clock = clock
        downtime = 0.0 if last is None else max(0.0, clock.wall().timestamp() - last.wall)
        self._at_start = (0.0 if last is None else last.core) + downtime
        self._started = clock.monotonic()

    def monotonic(self) -> float:
        """Core time."""
        return self._at_start + (self._clock.monotonic() - self._started)

    def wall(self) -> datetime:
        """The time of day."""
        return self._clock.wall()
