"""The estimate: how long an entry at a position will probably wait, from the rate, the places and past durations."""

from __future__ import annotations

from typing import Final

PRIOR_WEIGHT: Final = 4  # the prior counts as this many runs
RECENT_RUNS: Final = 50  # about how many runs the mean remembers


class MeanDuration:
    """The mean duration of a pool's recent runs, in constant memory, starting from a prior."""

    def __init__(self, prior_s: float) -> None:
        self.mean_s = prior_s
        self._seen = PRIOR_WEIGHT

    def add(self, duration_s: float) -> None:
        """Learn from one run that came to its end."""
        self._seen = min(self._seen + 1, RECENT_RUNS)
        self.mean_s += (duration_s - self.mean_s) / self._seen


def wait_s(position: int, *, slots: int, in_flight: int, mean_s: float, until_ready_s: float, gap_s: float) -> float:
    """Seconds until the entry at `position` (from 1) will probably start; never negative.

    Starts are `gap_s` apart from the first allowed one; beyond the free places, each needs one run to end, and
    `slots` runs end about every `mean_s / slots`.
    """
    by_rate = max(0.0, until_ready_s) + (position - 1) * gap_s
    must_end = max(0, position - max(0, slots - in_flight))
    return max(by_rate, must_end * mean_s / max(1, slots))
