"""The pace: when places will come free and starts will be allowed, as far as runs keep to their estimates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from scheduler_svc.core.drift import Drift


class Pace:
    """One pool's places at one moment.

    `ends`: when each run in flight will probably end, ascending; one that is over its time may end at any moment.
    With `slots` places, starts `gap_s` apart and runs of `run_s`, the k-th start from now follows from the k - 1 before
    it: a gap after the last one, and not before a place is free.
    """

    def __init__(self, now: float, ready_at: float, ends: Sequence[float], slots: int, gap_s: float) -> None:
        self.now = now
        self.slots = max(1, slots)
        self.gap_s = gap_s
        self._ready = max(now, ready_at)
        # With more runs than places (places were taken away) only the last ends leave a place that counts.
        self._busy = [max(now, end) for end in ends[max(0, len(ends) - self.slots) :]]
        self._free = self.slots - len(self._busy)

    def share_s(self, run_s: float) -> float:
        """By how much a run of `run_s` puts off whatever starts after it, when all places are busy."""
        return max(self.gap_s, run_s / self.slots)

    @cached_property
    def _first_starts(self) -> list[float]:
        """The first start at each busy place, in order; those at free places come before."""
        at = self._ready - self.gap_s + self._free * self.gap_s
        starts = []
        for end in self._busy:
            at = max(at + self.gap_s, end)
            starts.append(at)
        return starts

    def start_at(self, position: int, run_s: float) -> float:
        """When the entry at `position` (from 1) will probably start, if those before it take `run_s` each."""
        if position <= self.slots:
            return self._first(position)
        rounds, place = divmod(position - 1, self.slots)
        last = self._first(self.slots)
        if run_s < self.slots * self.gap_s:
            return last + (position - self.slots) * self.gap_s
        return max(self._first(place + 1) + rounds * run_s, last + (rounds - 1) * run_s + (place + 1) * self.gap_s)

    def _first(self, position: int) -> float:
        if position <= self._free:
            return self._ready + (position - 1) * self.gap_s
        return self._first_starts[position - self._free - 1]

    def base_alike(self, run_s: float) -> float:
        """A moment such that the k-th start is never later than it plus k - 1 shares, when all runs take `run_s`."""
        share = self.share_s(run_s)
        late = (end - (self._free + number) * share for number, end in enumerate(self._busy))
        return max(self._ready, max(late, default=self._ready))

    def base_mixed(self, longest_s: float, waiting: int) -> float:
        """As `base_alike`, when runs differ, none takes more than `longest_s`, and at most `waiting` are before one.

        Until something must wait for a place all places are busy, so no start is later than the sum of the work before
        it, divided by the places. But whenever several runs end at one moment, gaps leave places idle between the next
        starts: at most half a gap a place at first, and as much again, shared by all places, with each start.
        """
        busy = sum(max(0.0, end - self._ready) for end in self._busy) / self.slots
        return self._ready + busy + self._idle_s(longest_s, waiting)

    def _idle_s(self, longest_s: float, waiting: int) -> float:
        idle = (self.slots - 1) * self.gap_s / 2 if longest_s / self.slots > self.gap_s else 0.0
        return idle + waiting * idle / self.slots

    def drift_alike(self, run_s: float) -> Drift:
        """How `base_alike` moves on while nothing but time passes."""
        return Drift(self.base_alike(run_s))

    def drift_mixed(self, longest_s: float, waiting: int) -> Drift:
        """How `base_mixed` moves on while nothing but time passes."""
        return Drift(self._ready, self._busy, self.slots, self._idle_s(longest_s, waiting))
