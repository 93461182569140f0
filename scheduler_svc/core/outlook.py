"""The outlook: what the runs of one pool will probably take, and what may therefore be promised to a newcomer."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Sequence

from scheduler_svc.core.drift import Drift
from scheduler_svc.core.estimate import Estimates
from scheduler_svc.core.pace import Pace
from scheduler_svc.core.policy import PoolPolicy
from scheduler_svc.core.promises import Promises
from scheduler_svc.core.run import Run, RunRequest


class Outlook:
    """Waiting runs by their latest starts, runs in flight by their probable ends, both as the estimates have them."""

    def __init__(self, policy: PoolPolicy, gap_s: float) -> None:
        """`gap_s`: the least time between two starts."""
        self.estimates = Estimates(policy.expected_run_s, policy.expected_run_with_model_s)
        self.promises = Promises(max((lane.max_wait_s for lane in policy.lanes), default=1.0))
        self._max_wait_s = {lane.name: lane.max_wait_s for lane in policy.lanes}
        self._gap_s = gap_s
        self._expected: Counter[float] = Counter()
        self._waiting = 0
        self._ends: list[float] = []
        self._share_slots = 1

    @property
    def ends(self) -> Sequence[float]:
        """When each run in flight will probably end, ascending."""
        return self._ends

    # What happens to runs.

    def add_waiting(self, run: Run) -> bool:
        """A run waits; False when every share must be reckoned anew."""
        self._waiting += 1
        self._expected[run.expected_s] += 1
        return self.promises.add(run.latest_start, self.share_s(run))

    def remove_waiting(self, run: Run) -> None:
        """A run waits no more."""
        self._waiting -= 1
        self._forget_expected(run.expected_s)
        self.promises.remove(run.latest_start, self.share_s(run))

    def add_in_flight(self, run: Run) -> None:
        """A run has its place."""
        assert run.started_at is not None
        self._expected[run.expected_s] += 1
        insort(self._ends, run.started_at + run.expected_s)

    def remove_in_flight(self, run: Run) -> None:
        """A run has given its place back."""
        assert run.started_at is not None
        self._forget_expected(run.expected_s)
        del self._ends[bisect_left(self._ends, run.started_at + run.expected_s)]

    def _forget_expected(self, expected_s: float) -> None:
        self._expected[expected_s] -= 1
        if not self._expected[expected_s]:
            del self._expected[expected_s]

    # Estimates.

    def expected_s(self, request: RunRequest) -> float:
        """How long this run will probably take, in seconds."""
        return self.estimates.expected_s(request.kind, request.estimate_key, with_model=request.with_model)

    def learn(self, request: RunRequest, duration_s: float) -> bool:
        """A run came to its end after so long; whether an estimate has moved."""
        return self.estimates.add(request.kind, request.estimate_key, duration_s, with_model=request.with_model)

    def expect_anew(self, run: Run) -> None:
        """Give a waiting run the estimate that its sort has now; its share is reckoned by `reckon`."""
        self._forget_expected(run.expected_s)
        run.expected_s = self.expected_s(run.request)
        self._expected[run.expected_s] += 1

    def share_s(self, run: Run) -> float:
        """By how much a waiting run puts off whatever starts after it."""
        return max(self._gap_s, run.expected_s / self._share_slots)

    def reckon(self, slots: int, waiting: Iterable[Run]) -> None:
        """The number of places or the estimates have changed: reckon every share anew. O(n), and rare."""
        self._share_slots = max(1, slots)
        self.promises.rebuild((run.latest_start, self.share_s(run)) for run in waiting)

    def typical_s(self) -> float:
        """How long an entry of this pool takes on average, by the estimates."""
        count = self._waiting + len(self._ends)
        if not count:
            return self.estimates.longest_s()
        return sum(each * times for each, times in self._expected.items()) / count

    # Promises.

    def base(self, pace: Pace, newcomer_s: float | None = None) -> float:
        """The moment from which promises are reckoned, with a newcomer that takes so long if one is given."""
        longest, is_alike = self._longest(newcomer_s)
        return pace.base_alike(longest) if is_alike else pace.base_mixed(longest, self._waiting)

    def _drift(self, pace: Pace, newcomer_s: float) -> Drift:
        longest, is_alike = self._longest(newcomer_s)
        return pace.drift_alike(longest) if is_alike else pace.drift_mixed(longest, self._waiting)

    def _longest(self, newcomer_s: float | None) -> tuple[float, bool]:
        """The longest of all estimates, and whether there is no other one."""
        sorts = self._expected.keys() if newcomer_s is None else {*self._expected, newcomer_s}
        return max(sorts, default=0.0), len(sorts) <= 1

    def keeps_promises(self, request: RunRequest, pace: Pace, spare_s: float = 0.0) -> bool:
        """Whether an entry that arrives now would start in time, with so much to spare, and everybody else as well."""
        expected_s, latest_start = self.expected_s(request), pace.now + self._max_wait_s[request.lane]
        return self.promises.admits(latest_start, pace.share_s(expected_s), self.base(pace, expected_s), spare_s)

    def keeps_promises_from(self, request: RunRequest, pace: Pace) -> float:
        """When that will first be so, if nothing but time passes; may be infinite."""
        expected_s = self.expected_s(request)
        share, drift = pace.share_s(expected_s), self._drift(pace, expected_s)
        return self.promises.admits_from(pace.now, self._max_wait_s[request.lane], share, drift)

    def lateness_s(self, request: RunRequest, pace: Pace) -> float:
        """How long until an entry like this can probably be promised its start, in seconds."""
        latest_start = pace.now + self._max_wait_s[request.lane]
        return self.promises.lateness_s(latest_start, self.base(pace, self.expected_s(request)))
