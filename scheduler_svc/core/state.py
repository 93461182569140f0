"""The state: everything the scheduler remembers; it changes by `evolve(event)` and by nothing else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from scheduler_svc.core import events as happened
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.lease import Leases
from scheduler_svc.core.locks import LockTable
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.run import Run


class State:
    """Pools, runs, holds, locks and leases. Replaying the same events gives the same state; no rule is asked again."""

    def __init__(self, policy: SchedulerPolicy, first_token: int = 1) -> None:
        self.policy = policy
        self.at = float("-inf")
        """When the last event happened; time never goes back behind it."""
        self.next_token = first_token
        self.draining = False
        self.pools = {pool.name: Pool(pool) for pool in policy.pools}
        self.runs: dict[str, Run] = {}
        self.holds: dict[str, Hold] = {}
        self.locks = LockTable()
        self.leases = Leases()
        self.unfinished_of: dict[str, dict[str, None]] = {}
        """The ids of each user's unfinished runs, in order of arrival."""
        self._ended: deque[str] = deque()
        self._evolvers: dict[type, Callable[[Any], None]] = {
            happened.SlotsChanged: self._slots_changed,
            happened.RunAdmitted: self._run_admitted,
            happened.RunStarted: self._run_started,
            happened.RunEnded: self._run_ended,
            happened.HoldOpened: self._hold_opened,
            happened.HoldEnded: self._hold_ended,
            happened.StreamLost: self._stream_lost,
            happened.StreamResumed: self._stream_resumed,
            happened.DrainBegan: self._drain_began,
        }

    def evolve(self, event: happened.Event) -> None:
        """Let `event` have happened."""
        if not isinstance(event, happened.Refused):
            self._evolvers[type(event)](event)
            self.at = event.at

    def token_of(self, lease_id: str) -> int | None:
        """The token of a run or hold, live or remembered; None when there is none."""
        lease = self.runs.get(lease_id) or self.holds.get(lease_id)
        return None if lease is None else lease.token

    def kind_of(self, owner: str) -> str:
        """The kind of work that a lock's owner does."""
        lease = self.runs.get(owner) or self.holds[owner]
        return lease.request.kind

    def _slots_changed(self, event: happened.SlotsChanged) -> None:
        self.pools[event.pool].slots = event.slots

    def _run_admitted(self, event: happened.RunAdmitted) -> None:
        request = event.request
        run = Run(request, event.token, event.tag, event.position, event.at, event.latest_start)
        self.runs[request.run_id] = run
        self.unfinished_of.setdefault(request.user, {})[request.run_id] = None
        inherited: tuple[str, ...] = ()
        if request.hold_id:
            self.holds[request.hold_id].run_id = request.run_id
            inherited = self.locks.keys(request.hold_id)
        self.locks.take(request.run_id, tuple(key for key in request.locks if key not in inherited))
        self.pools[request.pool].enqueue(run)
        self._issue(request.run_id, event.token)

    def _run_started(self, event: happened.RunStarted) -> None:
        run = self.runs[event.run_id]
        self.pools[run.request.pool].start(run, event.at)
        run.started_at = event.at

    def _run_ended(self, event: happened.RunEnded) -> None:
        run = self.runs[event.run_id]
        request = run.request
        self.pools[request.pool].finish(run, event.at, event.reason, event.outcome)
        run.ended_at, run.end, run.outcome = event.at, event.reason, event.outcome
        unfinished = self.unfinished_of[request.user]
        del unfinished[event.run_id]
        if not unfinished:
            del self.unfinished_of[request.user]
        self.locks.free(event.run_id)
        if request.hold_id:
            self._run_left_hold(self.holds[request.hold_id])
        self._end(event.run_id)

    def _run_left_hold(self, hold: Hold) -> None:
        hold.run_id = ""
        if hold.end is not None:
            self.locks.free(hold.request.hold_id)
            self._remember(hold.request.hold_id)

    def _hold_opened(self, event: happened.HoldOpened) -> None:
        hold_id = event.request.hold_id
        self.holds[hold_id] = Hold(event.request, event.token)
        self.locks.take(hold_id, event.request.keys)
        self._issue(hold_id, event.token)

    def _hold_ended(self, event: happened.HoldEnded) -> None:
        hold = self.holds[event.hold_id]
        hold.end = event.reason
        self.leases.end(event.hold_id)
        if not hold.run_id:
            self.locks.free(event.hold_id)
            self._remember(event.hold_id)

    def _stream_lost(self, event: happened.StreamLost) -> None:
        self.leases.lose(event.lease_id, event.until)

    def _stream_resumed(self, event: happened.StreamResumed) -> None:
        self.leases.resume(event.lease_id)

    def _drain_began(self, _: happened.DrainBegan) -> None:
        self.draining = True

    def _issue(self, lease_id: str, token: int) -> None:
        self.leases.issue(lease_id)
        self.next_token = max(self.next_token, token + 1)

    def _end(self, lease_id: str) -> None:
        self.leases.end(lease_id)
        self._remember(lease_id)

    def _remember(self, lease_id: str) -> None:
        self._ended.append(lease_id)
        if len(self._ended) > self.policy.remember_ended:
            oldest = self._ended.popleft()
            if self.runs.pop(oldest, None) is None:
                del self.holds[oldest]
