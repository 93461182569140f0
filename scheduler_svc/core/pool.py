"""The pool: a named supply of places, its lanes in their order, and who gets the next place."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from scheduler_svc.core.deadline import Deadlines
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.line import Lines
from scheduler_svc.core.order import Order
from scheduler_svc.core.outlook import Outlook
from scheduler_svc.core.pace import Pace
from scheduler_svc.core.places import Places
from scheduler_svc.core.policy import PoolPolicy
from scheduler_svc.core.rate import StartRate
from scheduler_svc.core.renderers import Renderers
from scheduler_svc.core.run import EndReason, Outcome, Run, RunRequest
from scheduler_svc.core.status import LaneStatus, PoolStatus
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
        self.runs_at = Tally()
        """How many entries each network address has, as `runs_of` has it for users."""
        self.lanes = {lane.name: Lane(lane) for lane in policy.lanes}
        self.address_lines = Lines()
        """The runs of each network address that wait for one of its own to end."""
        self.rate = StartRate(policy.starts_per_minute)
        self.outlook = Outlook(policy, self.rate.gap_s)
        self.renderers = Renderers()
        self.static_slots = 0
        """How many places there are while no renderer has ever registered."""
        self._latest_starts = Deadlines()

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
        return Pace(now, self.rate.ready_at(), self.outlook.ends, self.slots, self.rate.gap_s)

    # What happens to runs.

    def enqueue(self, run: Run) -> None:
        """Let an admitted run wait."""
        lane = self.lanes[run.request.lane]
        lane.append(run)
        lane.work_s += self.outlook.share_s(run)
        self.waiting += 1
        self._count(run.request)
        self._latest_starts.set(run.request.run_id, run.latest_start)
        if not self.outlook.add_waiting(run):
            self.reckon()

    def start(self, run: Run, at: float) -> None:
        """Give a waiting run its place."""
        self._dequeue(run)
        self.rate.note(at)
        run.started_at = at
        run.expected_s = self.outlook.expected_s(run.request)
        self.restore_in_flight(run, is_new=False)

    def restore_in_flight(self, run: Run, *, is_new: bool = True) -> None:
        """Count a run that has its place."""
        self.lanes[run.request.lane].in_flight += 1
        self.in_flight += 1
        if is_new:
            self._count(run.request)
        self.outlook.add_in_flight(run)
        if (renderer := self.renderers.get(run.renderer)) is not None:
            renderer.leases[run.request.run_id] = None

    def finish(self, run: Run, at: float, end: EndReason, outcome: Outcome | None) -> None:
        """Forget a run, whether it waits or is in flight."""
        self.runs_of.remove(run.request.user)
        if run.request.address:
            self.runs_at.remove(run.request.address)
        if run.started_at is None:
            self._dequeue(run)
            return
        self.lanes[run.request.lane].in_flight -= 1
        self.in_flight -= 1
        self.outlook.remove_in_flight(run)
        if (renderer := self.renderers.get(run.renderer)) is not None:
            del renderer.leases[run.request.run_id]
        if end is EndReason.RELEASED and outcome not in (Outcome.CANCELLED, Outcome.NOT_READY):
            self._learn(run.request, at - run.started_at)

    def _count(self, request: RunRequest) -> None:
        self.runs_of.add(request.user)
        if request.address:
            self.runs_at.add(request.address)

    def _dequeue(self, run: Run) -> None:
        lane = self.lanes[run.request.lane]
        lane.remove(run)
        lane.work_s = lane.work_s - self.outlook.share_s(run) if len(lane) else 0.0
        self.waiting -= 1
        self._latest_starts.drop(run.request.run_id)
        self.outlook.remove_waiting(run)

    def _learn(self, request: RunRequest, duration_s: float) -> None:
        if self.outlook.learn(request, duration_s) and self.waiting:
            for run in self._entries():
                self.outlook.expect_anew(run)
            self.reckon()

    def reckon(self) -> None:
        """The number of places or the estimates have changed: reckon every share anew. O(n), and rare."""
        self.outlook.reckon(self.slots, self._entries())
        for lane in self.lanes.values():
            lane.work_s = sum(self.outlook.share_s(run) for run in lane)

    def entered(self) -> tuple[str, ...]:
        """Every waiting entry, by id, in the order in which they entered."""
        return tuple(run_id for run_id, _ in self._latest_starts.items())

    def _entries(self) -> Iterator[Run]:
        for lane in self.lanes.values():
            yield from lane

    # Who may enter.

    def can_start_at_once(self, now: float) -> bool:
        """Whether an entry that arrives now would start now."""
        return not self.waiting and self.has_free_place() and self.rate.ready_at() <= now

    def has_room_from(self, request: RunRequest, now: float) -> float:
        """When there is room for an entry and its promise, if nothing but time passes; may be infinite."""
        at_once = max(now, self.rate.ready_at()) if not self.waiting and self.has_free_place() else inf
        if self.waiting >= self.policy.capacity:
            return at_once
        return min(at_once, self.outlook.keeps_promises_from(request, self.pace(now)))

    # Order.

    def _order(self, now: float) -> Order:
        base = self.outlook.base(self.pace(now))
        lanes = tuple(self.lanes.values())
        return Order(lanes, self.outlook.promises, base, self.outlook.share_s, self._latest_starts.rank)

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

    def position_of_next(self, request: RunRequest, now: float) -> int:
        """The rank, from 1, that an entry arriving now gets; when slack is short, the last, from which it moves up."""
        pace, expected_s = self.pace(now), self.outlook.expected_s(request)
        position, work = 1, pace.share_s(expected_s)
        for name, each in self.lanes.items():
            position, work = position + len(each), work + each.work_s
            if name == request.lane:
                break
        first = self._latest_starts.first()
        if first is None or position > self.waiting:
            return position
        latest_start = now + self.lanes[request.lane].policy.max_wait_s
        fits = self.outlook.promises.lets_ahead(first[0], latest_start, work, self.outlook.base(pace, expected_s))
        return position if fits else self.waiting + 1

    def places(self, now: float) -> Places:
        """What entries are told of where they wait."""
        is_stalled = self.paused or not self.slots
        return Places(self.pace(now), self.outlook.typical_s(), self.waiting, is_stalled=is_stalled)

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
