"""The lane: an ordered class of entries in a pool, served in order of arrival."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from scheduler_svc.core.line import Line, Lines
from scheduler_svc.core.policy import LanePolicy
from scheduler_svc.core.run import Run
from scheduler_svc.core.tally import Tally


class Lane:
    """The waiting entries of one lane and how many of it are in flight; every operation is O(1)."""

    def __init__(self, policy: LanePolicy) -> None:
        self.policy = policy
        self.in_flight = 0
        self.waiting_of = Tally()
        self.blocked = Line()
        """The runs that wait for room in the pool's queue."""
        self.cap_lines = Lines()
        """The runs of each user that wait for one of the user's own to end; other lanes may have other caps."""
        self.work_s = 0.0
        """The shares of its waiting entries together; kept by the pool."""
        # A linked list with a key: first, appending and removal from the middle are all O(1).
        self._waiting: OrderedDict[str, Run] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Run]:
        return iter(self._waiting.values())

    def first(self) -> Run | None:
        """Who came first of those that wait."""
        return next(iter(self._waiting.values()), None)

    def last(self) -> Run | None:
        """Who came last of those that wait."""
        return next(reversed(self._waiting.values()), None)

    def append(self, run: Run) -> None:
        """Queue `run` behind the others."""
        self._waiting[run.request.run_id] = run
        self.waiting_of.add(run.request.user)

    def remove(self, run: Run) -> None:
        """Take `run` out, wherever it stands."""
        del self._waiting[run.request.run_id]
        self.waiting_of.remove(run.request.user)
