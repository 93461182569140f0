"""The drift: how the base of the promises moves on while nothing but time passes."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf


class Drift:
    """The base at any later moment t: max(t, `ready`), plus what is in flight then, shared by all places, plus `idle`.

    Time moves it by no more than itself, so what time alone gains on it only grows: t - base(t).
    """

    def __init__(self, ready: float, ends: Sequence[float] = (), slots: int = 1, idle: float = 0.0) -> None:
        """`ready`: when the next start is allowed; `ends`: when each run in flight will probably end."""
        self._ready = ready
        self._ends = ends
        self._slots = slots
        self._idle = idle

    def at(self, t: float) -> float:
        """The base at `t`."""
        ready = max(t, self._ready)
        return ready + sum(max(0.0, end - ready) for end in self._ends) / self._slots + self._idle

    def gains(self, lead_s: float) -> float:
        """The first moment at which time is ahead of the base by `lead_s` (or behind it by so much, when negative)."""
        if lead_s > -self._idle:
            return inf
        # Until the next start is allowed the base stands still.
        standing = self.at(self._ready) + lead_s
        return standing if standing <= self._ready else self._while_runs_end(lead_s)

    def _while_runs_end(self, lead_s: float) -> float:
        """As `gains`, once starts are allowed: the moment at which little enough of the work in flight is left."""
        left = (-self._idle - lead_s) * self._slots
        ends, total = sorted(self._ends, reverse=True), 0.0
        # Before the last end one run is in flight, before the last but one two, and so on.
        for count, end in enumerate(ends, start=1):
            total += end
            moment = (total - left) / count
            if count == len(ends) or moment >= ends[count]:
                return moment
        return self._ready
