"""The estimate: how long a run will probably take: the 90th percentile of recent ones of its sort."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final

SHARE: Final = 0.9
RECENT_RUNS: Final = 64  # how many durations a sort remembers
FEW: Final = 4  # below so many the prior holds as well
MOVED: Final = 0.1  # an estimate that has moved by less than this share stays as it was told
MAX_SORTS: Final = 256  # of more sorts than these, the one of which a run ended longest ago is forgotten


Sort = tuple[str, str, bool]
"""What is taken to last alike: a kind of work; what else tells its duration, as a library does (empty: nothing else);
and whether a language model is asked in it."""


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
        self.tell()

    def tell(self) -> None:
        """Let the estimate follow what is remembered."""
        found = sorted(self.recent)[ceil(SHARE * len(self.recent)) - 1]
        if len(self.recent) < FEW:
            found = max(found, self._prior_s)
        if abs(found - self.told_s) > MOVED * self.told_s:
            self.told_s = found


class Estimates:
    """The estimates of one pool: of the sorts that were seen last, and of all its runs together.

    Only what happens changes them, asking does not: the same events give the same estimates.
    """

    def __init__(self, prior_s: float, prior_with_model_s: float) -> None:
        """The priors: how long a run without and with a model is taken to last until some have been seen."""
        self._prior_s = {False: prior_s, True: prior_with_model_s}
        # Those of which a run ended longest ago come first.
        self._of: OrderedDict[Sort, RecentDurations] = OrderedDict()
        self._overall = {with_model: RecentDurations(prior) for with_model, prior in self._prior_s.items()}
        self.has_forgotten = False
        """Whether a sort was forgotten for want of room: one that is not known may be no new one."""

    def expected_s(self, kind: str, key: str = "", *, with_model: bool = False) -> float:
        """How long a run of this sort will probably take, in seconds."""
        if key:
            special = self._of.get((kind, key, with_model))
            if special is not None and len(special.recent) >= FEW:
                return special.told_s
        general = self._of.get((kind, "", with_model))
        if general is not None:
            return general.told_s
        return self._overall[with_model].told_s if self.has_forgotten else self._prior_s[with_model]

    def longest_s(self) -> float:
        """How long a run of which nothing is known will probably take at most, in seconds."""
        return max((each.told_s for (_, key, _), each in self._of.items() if not key), default=self._prior_s[False])

    def add(self, kind: str, key: str, duration_s: float, *, with_model: bool = False) -> bool:
        """Learn from one run that came to its end; whether an estimate has moved."""
        before = self._told(kind, key, with_model)
        for each in (key, "") if key else ("",):
            self._learn((kind, each, with_model), duration_s)
        overall = self._overall[with_model]
        overall.recent.append(duration_s)
        if self.has_forgotten:
            overall.tell()
        if len(self._of) > MAX_SORTS:
            self._forget()
        return self._told(kind, key, with_model) != before

    def _learn(self, sort: Sort, duration_s: float) -> None:
        durations = self._of.get(sort)
        if durations is None:
            durations = self._of[sort] = RecentDurations(self._prior_s[sort[2]])
        durations.add(duration_s)
        self._of.move_to_end(sort)

    def _forget(self) -> None:
        while len(self._of) > MAX_SORTS:
            self._of.popitem(last=False)
        if not self.has_forgotten:
            # Until now nobody asked for these.
            self.has_forgotten = True
            for overall in self._overall.values():
                if overall.recent:
                    overall.tell()

    def _told(self, kind: str, key: str, with_model: bool) -> tuple[float, ...]:
        general = self.expected_s(kind, with_model=with_model)
        special = self.expected_s(kind, key, with_model=with_model) if key else general
        # What was forgotten goes by the estimate of all runs together.
        return (general, special, self._overall[with_model].told_s if self.has_forgotten else 0.0)

    def items(self) -> Iterator[tuple[Sort, RecentDurations]]:
        """Every sort that is known, the one of which a run ended longest ago first."""
        return iter(self._of.items())

    def overall(self) -> Iterator[tuple[bool, RecentDurations]]:
        """All runs together, without and with a model."""
        return iter(self._overall.items())

    def restore(self, sort: Sort, recent: Iterable[float], told_s: float) -> None:
        """Know a sort again."""
        self._of[sort] = RecentDurations(self._prior_s[sort[2]], recent, told_s)

    def restore_overall(self, recent: Iterable[float], told_s: float, *, with_model: bool) -> None:
        """Know all runs together again."""
        self._overall[with_model] = RecentDurations(self._prior_s[with_model], recent, told_s)
