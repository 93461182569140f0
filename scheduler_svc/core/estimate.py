"""The estimate: how long a run will probably take: the 90th percentile of recent ones of its sort."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final

SHARE: Final = 0.9
RECENT_RUNS: Final = 64  # how many durations a sort remembers
FEW: Final = 4  # below so many the prior holds as well
MOVED: Final = 0.1  # an estimate that has moved by less than this share stays as it was told
MAX_SORTS: Final = 256  # sorts beyond these are known by their kind alone

Sort = tuple[str, str]
"""A kind of work and what else tells its duration, as a library does; empty: nothing else."""


class RecentDurations:
    """The 90th percentile of the latest durations of one sort."""

    def __init__(self, prior_s: float, recent: Iterable[float] = (), told_s: float | None = None) -> None:
        self._prior_s = prior_s
        self.recent = deque(recent, maxlen=RECENT_RUNS)
        self.told_s = prior_s if told_s is None else told_s
        """The estimate, in seconds."""

    def add(self, duration_s: float) -> None:
        """Learn from one run that came to its end."""
        self.recent.append(duration_s)
        found = sorted(self.recent)[ceil(SHARE * len(self.recent)) - 1]
        if len(self.recent) < FEW:
            found = max(found, self._prior_s)
        if abs(found - self.told_s) > MOVED * self.told_s:
            self.told_s = found


class Estimates:
    """The estimates of one pool."""

    def __init__(self, prior_s: float) -> None:
        self._prior_s = prior_s
        self._of: dict[Sort, RecentDurations] = {}

    def expected_s(self, kind: str, key: str = "") -> float:
        """How long a run of this sort will probably take, in seconds."""
        special = self._of.get((kind, key))
        if special is not None and len(special.recent) >= FEW:
            return special.told_s
        general = self._of.get((kind, ""))
        return self._prior_s if general is None else general.told_s

    def longest_s(self) -> float:
        """How long a run of which nothing is known will probably take at most, in seconds."""
        return max((each.told_s for (_, key), each in self._of.items() if not key), default=self._prior_s)

    def add(self, kind: str, key: str, duration_s: float) -> bool:
        """Learn from one run that came to its end; whether an estimate has moved."""
        before = self._told(kind, key)
        for sort in {(kind, ""), (kind, key)}:
            durations = self._of.get(sort)
            if durations is None:
                if len(self._of) >= MAX_SORTS:
                    continue
                durations = self._of[sort] = RecentDurations(self._prior_s)
            durations.add(duration_s)
        return self._told(kind, key) != before

    def _told(self, kind: str, key: str) -> tuple[float, float]:
        return self.expected_s(kind), self.expected_s(kind, key)

    def items(self) -> Iterator[tuple[Sort, RecentDurations]]:
        """Every sort that has been seen."""
        return iter(self._of.items())

    def restore(self, kind: str, key: str, recent: Iterable[float], told_s: float) -> None:
        """Know a sort again."""
        self._of[(kind, key)] = RecentDurations(self._prior_s, recent, told_s)
