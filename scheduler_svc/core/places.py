"""The places: where each entry of one queue stands at one moment, and how long it will probably wait."""

from __future__ import annotations

from scheduler_svc.core.pace import Pace
from scheduler_svc.core.status import QueuePlace


class Places:
    """Reckoned once for everybody, so that ten thousand who move at one moment cost a few operations each."""

    def __init__(self, pace: Pace, typical_s: float, waiting: int, *, is_stalled: bool = False) -> None:
        """`typical_s`: how long an entry takes on average. `waiting`: how many entries wait.

        `is_stalled`: nothing starts, and nobody knows for how long: the pool is paused or has no places.
        """
        self._pace = pace
        self._typical_s = typical_s
        self.waiting = waiting
        self._is_stalled = is_stalled

    def at(self, position: int, latest_start: float = 0.0) -> QueuePlace:
        """What the entry at `position`, from 1, is told. Where nothing starts, its wait lasts until `latest_start`."""
        start = self._pace.start_at(position, self._typical_s)
        wait_s = (max(start, latest_start) if self._is_stalled else start) - self._pace.now
        return QueuePlace(position, self.waiting, max(0.0, wait_s))
