"""The two clocks of a turn: one that never restarts, and a budget of silence that some events restart."""

from __future__ import annotations

from dataclasses import dataclass

from gateway.errors import QueueTooLong, TurnSilent, TurnTooLong
from plotlane_kit.errors import PlotlaneError


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """How long a turn may take, all in seconds."""

    turn_max_s: float  # from its first event to its last
    silence_s: float  # without a sign of life from the queue, and for a whole run
    run_max_s: float  # what a run may take once it has left the queue


class TurnClocks:
    """Says when a turn has to be ended, and why; every moment is a monotonic time in seconds.

    The silence budget restarts at each queued status and at the first event after the wait, not at every event: a run
    in flight has one budget for all its steps.
    """

    def __init__(self, limits: TurnLimits, *, started_at: float, now: float) -> None:
        self._silence_s = limits.silence_s
        self._ends_at = started_at + limits.turn_max_s
        self._must_run_by = self._ends_at - limits.run_max_s
        self._silent_at = now + limits.silence_s
        self._queued = False

    def saw(self, *, queued: bool, now: float) -> None:
        """Take note of an event: a queued status, or any other."""
        if queued or self._queued:
            self._silent_at = now + self._silence_s
        self._queued = queued

    def verdict(self, now: float) -> PlotlaneError | None:
        """Why the turn has to end now; None while it may go on."""
        if self._queued and now >= self._must_run_by:
            return QueueTooLong(retry_after_s=60)
        if now >= self._ends_at:
            return TurnTooLong()
        if now >= self._silent_at:
            return TurnSilent()
        return None

    def due_in(self, now: float) -> float:
        """Seconds, not negative, until the verdict may change by time alone."""
        hard = self._must_run_by if self._queued else self._ends_at
        return max(0.0, min(hard, self._silent_at) - now)


class TurnBook:
    """When each turn was first seen here, so that a reader who comes back does not restart its clock."""

    def __init__(self, limits: TurnLimits) -> None:
        self._limits = limits
        self._started: dict[str, float] = {}

    def clocks(self, turn_id: str, now: float) -> TurnClocks:
        """The clocks of a turn that is watched from `now` on."""
        self._forget_ended(now)
        started_at = self._started.setdefault(turn_id, now)
        return TurnClocks(self._limits, started_at=started_at, now=now)

    def _forget_ended(self, now: float) -> None:
        # Insertion order is order of time, so the oldest come first.
        ended = []
        for turn_id, started_at in self._started.items():
            if now - started_at < self._limits.turn_max_s * 2:
                break
            ended.append(turn_id)
        for turn_id in ended:
            del self._started[turn_id]
