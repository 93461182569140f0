"""The pool: a named supply of places, its lanes in their order, and who gets the next place."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_svc.core.deadline import Deadlines
from scheduler_svc.core.estimate import MeanDuration, wait_s
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.policy import PoolPolicy
from scheduler_svc.core.rate import StartRate
from scheduler_svc.core.run import EndReason, Outcome, Run
from scheduler_svc.core.status import LaneStatus, PoolStatus, QueuePlace
from scheduler_svc.core.tally import Tally


class Pool:
    """One pool's places and queue. A pool has no places until it is given some."""

    def __init__(self, policy: PoolPolicy) -> None:
        self.policy = policy
        self.slots = 0
        self.waiting = 0
        self.in_flight = 0
        self.runs_of = Tally()
        self.lanes = {lane.name: Lane(lane) for lane in policy.lanes}
        self._rate = StartRate(policy.starts_per_minute)
        self._durations = MeanDuration(policy.expected_run_s)
        self._latest_starts = Deadlines()

    def enqueue(self, run: Run) -> None:
        """Let an admitted run wait."""
        self.lanes[run.request.lane].append(run)
        self.waiting += 1
        self.runs_of.add(run.request.user)
        self._latest_starts.set(run.request.run_id, run.latest_start)

    def start(self, run: Run, at: float) -> None:
        """Give a waiting run its place."""
        self._dequeue(run)
        self.lanes[run.request.lane].in_flight += 1
        self.in_flight += 1
        self._rate.note(at)

    def finish(self, run: Run, at: float, end: EndReason, outcome: Outcome | None) -> None:
        """Forget a run, whether it waits or is in flight."""
        self.runs_of.remove(run.request.user)
        if run.started_at is None:
            self._dequeue(run)
            return
        self.lanes[run.request.lane].in_flight -= 1
        self.in_flight -= 1
        if end is EndReason.RELEASED and outcome is not Outcome.CANCELLED:
            self._durations.add(at - run.started_at)

    def _dequeue(self, run: Run) -> None:
        self.lanes[run.request.lane].remove(run)
        self.waiting -= 1
        self._latest_starts.drop(run.request.run_id)

    def in_order(self) -> Iterator[Run]:
        """Every waiting entry in the effective order: by lane, then by arrival."""
        for lane in self.lanes.values():
            yield from lane

    def start_due(self) -> tuple[float, str] | None:
        """When the next run may start, and which one; None when nobody waits or no place is free."""
        if not self.waiting or self.in_flight >= self.slots:
            return None
        return self._rate.ready_at(), next(self.in_order()).request.run_id

    def expiry_due(self) -> tuple[float, str] | None:
        """When the next waiting entry reaches its longest wait, and which one."""
        return self._latest_starts.first()

    def can_start_at_once(self, now: float) -> bool:
        """Whether an entry that arrives now would start now."""
        return not self.waiting and self.in_flight < self.slots and self._rate.ready_at() <= now

    def position_of_next(self, lane: str) -> int:
        """The rank, from 1, that an entry arriving now in `lane` gets."""
        position = 1
        for name, each in self.lanes.items():
            position += len(each)
            if name == lane:
                break
        return position

    def mean_run_s(self) -> float:
        """How long a run of this pool takes on average, in seconds."""
        return self._durations.mean_s

    def place(self, position: int, now: float) -> QueuePlace:
        """What an entry at `position` is told."""
        estimate = wait_s(
            position,
            slots=self.slots,
            in_flight=self.in_flight,
            mean_s=self._durations.mean_s,
            until_ready_s=self._rate.ready_at() - now,
            gap_s=self._rate.gap_s,
        )
        return QueuePlace(position=position, waiting=self.waiting, estimated_wait_s=estimate)

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
        )
