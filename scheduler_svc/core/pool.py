"""The pool: a named supply of places, its lanes in their order, and who gets the next place."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator

from scheduler_svc.core.deadline import Deadlines
from scheduler_svc.core.estimate import Estimates
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.line import Line
from scheduler_svc.core.order import Order
from scheduler_svc.core.pace import Pace
from scheduler_svc.core.policy import PoolPolicy
from scheduler_svc.core.promises import Promises
from scheduler_svc.core.rate import StartRate
from scheduler_svc.core.renderers import Renderers
from scheduler_svc.core.run import EndReason, Outcome, Run, RunRequest
from scheduler_svc.core.status import LaneStatus, PoolStatus, QueuePlace
from scheduler_svc.core.tally import Tally


class Pool:
    """One pool's places and queue. A pool has no places until it is given some, or a renderer offers its own."""

    def __init__(self, policy: PoolPolicy) -> None:
        self.policy = policy
        self.paused = False
        self.waiting = 0
        self.in_flight = 0
        self.blocked = 0
        self.runs_of = Tally()
        self.lanes = {lane.name: Lane(lane) for lane in policy.lanes}
        self.cap_lines: dict[str, Line] = {}
        """The runs of each user that wait for one of the user's own to end."""
        self.rate = StartRate(policy.starts_per_minute)
        self.estimates = Estimates(policy.expected_run_s)
        self.renderers = Renderers()
        self.static_slots = 0
        """How many places there are while no renderer has ever registered."""
        self._latest_starts = Deadlines()
        self._promises = Promises(max((lane.max_wait_s for lane in policy.lanes), default=1.0))
        self._expected: Counter[float] = Counter()
        self._ends: list[float] = []
        self._share_slots = 1

    # Places.

    @property
    def slots(self) -> int:
        """How many runs may be in flight at once."""
        return self.renderers.slots() if self.renderers.ever else self.static_slots

    def has_free_place(self) -> bool:
        """Whether a run may have a place now, whatever the rate says."""
        return (
            not self.paused and self.in_flight < self.slots and (not self.renderers.ever or bool(self.next_renderer()))
        )

    def next_renderer(self) -> str:
        """The renderer that gets the next run; empty: it does not matter."""
        return self.renderers.next() or ""

    def pace(self, now: float) -> Pace:
        """When places come free and starts are allowed, seen from `now`."""
        return Pace(now, self.rate.ready_at(), self._ends, self.slots, self.rate.gap_s)

    # What happens to runs.

    def enqueue(self, run: Run) -> None:
        """Let an admitted run wait."""
        self.lanes[run.request.lane].append(run)
        self.waiting += 1
        self.runs_of.add(run.request.user)
        self._latest_starts.set(run.request.run_id, run.latest_start)
        self._expected[run.expected_s] += 1
        share = self._share(run)
        self.lanes[run.request.lane].work_s += share
        if not self._promises.add(run.latest_start, share):
            self.reckon()

    def start(self, run: Run, at: float) -> None:
        """Give a waiting run its place."""
        self._dequeue(run)
        self.rate.note(at)
        run.started_at = at
        run.expected_s = self.expected_s(run.request)
        self.restore_in_flight(run, is_new=False)

    def restore_in_flight(self, run: Run, *, is_new: bool = True) -> None:
        """Count a run that has its place."""
        assert run.started_at is not None
        self.lanes[run.request.lane].in_flight += 1
        self.in_flight += 1
        if is_new:
            self.runs_of.add(run.request.user)
        self._expected[run.expected_s] += 1
        insort(self._ends, run.started_at + run.expected_s)
        if (renderer := self.renderers.get(run.renderer)) is not None:
            renderer.leases[run.request.run_id] = None

    def finish(self, run: Run, at: float, end: EndReason, outcome: Outcome | None) -> None:
        """Forget a run, whether it waits or is in flight."""
        self.runs_of.remove(run.request.user)
        if run.started_at is None:
            self._dequeue(run)
            return
        self.lanes[run.request.lane].in_flight -= 1
        self.in_flight -= 1
        self._forget_expected(run.expected_s)
        del self._ends[bisect_left(self._ends, run.started_at + run.expected_s)]
        if (renderer := self.renderers.get(run.renderer)) is not None:
            del renderer.leases[run.request.run_id]
        if end is EndReason.RELEASED and outcome not in (Outcome.CANCELLED, Outcome.NOT_READY):
            self._learn(run.request, at - run.started_at)

    def _dequeue(self, run: Run) -> None:
        lane, share = self.lanes[run.request.lane], self._share(run)
        lane.remove(run)
        lane.work_s = lane.work_s - share if len(lane) else 0.0
        self.waiting -= 1
        self._latest_starts.drop(run.request.run_id)
        self._forget_expected(run.expected_s)
        self._promises.remove(run.latest_start, share)

    def _forget_expected(self, expected_s: float) -> None:
        self._expected[expected_s] -= 1
        if not self._expected[expected_s]:
            del self._expected[expected_s]

    # Estimates and promises.

    def expected_s(self, request: RunRequest) -> float:
        """How long this run will probably take, in seconds."""
        return self.estimates.expected_s(request.kind, request.estimate_key)

    def _learn(self, request: RunRequest, duration_s: float) -> None:
        if self.estimates.add(request.kind, request.estimate_key, duration_s) and self.waiting:
            for run in self._entries():
                self._forget_expected(run.expected_s)
                run.expected_s = self.expected_s(run.request)
                self._expected[run.expected_s] += 1
            self.reckon()

    def reckon(self) -> None:
        """The number of places or the estimates have changed: reckon every share anew. O(n), and rare."""
        self._share_slots = max(1, self.slots)
        for lane in self.lanes.values():
            lane.work_s = sum(self._share(run) for run in lane)
        self._promises.rebuild((run.latest_start, self._share(run)) for run in self._entries())

    def entered(self) -> tuple[str, ...]:
        """Every waiting entry, by id, in the order in which they entered."""
        return tuple(run_id for run_id, _ in self._latest_starts.items())

    def _entries(self) -> Iterator[Run]:
        for lane in self.lanes.values():
            yield from lane

    def _share(self, run: Run) -> float:
        return max(self.rate.gap_s, run.expected_s / self._share_slots)

    def _base(self, pace: Pace, newcomer_s: float | None = None) -> float:
        sorts = self._expected.keys() if newcomer_s is None else {*self._expected, newcomer_s}
        longest = max(sorts, default=0.0)
        return pace.base_alike(longest) if len(sorts) <= 1 else pace.base_mixed(longest, self.waiting)

    def keeps_promises(self, request: RunRequest, now: float) -> bool:
        """Whether an entry that arrives now would start in time, and everybody who waits as well."""
        pace, expected_s = self.pace(now), self.expected_s(request)
        latest_start = now + self.lanes[request.lane].policy.max_wait_s
        return self._promises.admits(latest_start, pace.share_s(expected_s), self._base(pace, expected_s))

    def lateness_s(self, request: RunRequest, now: float) -> float:
        """How long until an entry like this can probably be promised its start, in seconds."""
        pace, expected_s = self.pace(now), self.expected_s(request)
        latest_start = now + self.lanes[request.lane].policy.max_wait_s
        return self._promises.lateness_s(latest_start, self._base(pace, expected_s))

    # Order.

    def _order(self, now: float) -> Order:
        pace = self.pace(now)
        return Order(tuple(self.lanes.values()), self._promises, self._base(pace), self._share)

    def in_order(self, now: float) -> Iterator[Run]:
        """Every waiting entry in the effective order at `now`."""
        return self._order(now).all()

    def start_due(self, at: float) -> tuple[float, str] | None:
        """When the next run may start, not before `at`, and which one; None when nobody waits or no place is free."""
        if not self.waiting or not self.has_free_place():
            return None
        ready_at = self.rate.ready_at()
        lanes = [lane for lane in self.lanes.values() if len(lane)]
        # Within a lane it is the first; what promises allow is only asked where lanes compete.
        run = lanes[0].first() if len(lanes) == 1 else self._order(max(at, ready_at)).first()
        assert run is not None
        return ready_at, run.request.run_id

    def expiry_due(self) -> tuple[float, str] | None:
        """When the next waiting entry reaches its longest wait, and which one."""
        return self._latest_starts.first()

    def can_start_at_once(self, now: float) -> bool:
        """Whether an entry that arrives now would start now."""
        return not self.waiting and self.has_free_place() and self.rate.ready_at() <= now

    def position_of_next(self, request: RunRequest, now: float) -> int:
        """The rank, from 1, that an entry arriving now gets; when slack is short, the last, from which it moves up."""
        pace, expected_s = self.pace(now), self.expected_s(request)
        position, work = 1, pace.share_s(expected_s)
        for name, each in self.lanes.items():
            position, work = position + len(each), work + each.work_s
            if name == request.lane:
                break
        first = self._latest_starts.first()
        if first is None or position > self.waiting:
            return position
        latest_start = now + self.lanes[request.lane].policy.max_wait_s
        fits = self._promises.lets_ahead(first[0], latest_start, work, self._base(pace, expected_s))
        return position if fits else self.waiting + 1

    def _typical_s(self) -> float:
        """How long an entry of this pool takes on average, by the estimates."""
        count = self.waiting + self.in_flight
        return (
            sum(each * times for each, times in self._expected.items()) / count if count else self.estimates.longest_s()
        )

    def place(self, position: int, now: float) -> QueuePlace:
        """What an entry at `position` is told."""
        start = self.pace(now).start_at(position, self._typical_s())
        return QueuePlace(position=position, waiting=self.waiting, estimated_wait_s=max(0.0, start - now))

    def status(self) -> PoolStatus:
        """The pool as it is now."""
        lanes = tuple(LaneStatus(name, len(lane), lane.in_flight) for name, lane in self.lanes.items())
        return PoolStatus(
            pool=self.policy.name,
            waiting=self.waiting,
            in_flight=self.in_flight,
            concurrency=self.slots,
            capacity=self.policy.capacity,
            lanes=lanes,
            blocked=self.blocked,
            paused=self.paused,
        )
