"""The state: everything the scheduler remembers; it changes by `evolve(state, event)` and by nothing else."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from scheduler_svc.core.deadline import Deadlines
from scheduler_svc.core.group import Group, GroupRequest
from scheduler_svc.core.hold import Hold, HoldRequest
from scheduler_svc.core.lease import Leases
from scheduler_svc.core.locks import LockTable
from scheduler_svc.core.parking import Parking
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.run import Run, RunRequest
from scheduler_svc.core.tally import Tally

if TYPE_CHECKING:
    from scheduler_svc.core.due import Due


class State:
    """Pools, runs, holds, groups, locks and leases, and what can be asked of them without a rule."""

    def __init__(self, policy: SchedulerPolicy, first_token: int = 1) -> None:
        self.policy = policy
        self.at = float("-inf")
        """When the last event happened; time never goes back behind it."""
        self.changes = 0
        """How many events have happened here."""
        self.due: Due | None = None
        """What time does next, as found after the event number `due_at_change`; kept by `next_due`."""
        self.due_at_change = -1
        self.next_token = first_token
        self.draining = False
        self.pools = {pool.name: Pool(pool) for pool in policy.pools}
        self.runs: dict[str, Run] = {}
        self.holds: dict[str, Hold] = {}
        self.groups: dict[str, Group] = {}
        self.locks = LockTable()
        self.holds_of = Tally()
        """How many holds of each user have not ended."""
        self.groups_of = Tally()
        """How many groups of each user have not ended."""
        self.leases = Leases()
        self.parking = Parking()
        self.post_phases = Deadlines()
        """When each post phase ends by itself."""
        self.ledger = Ledger(policy.quotas)
        self.tags: dict[str, str] = {}
        """The unfinished run that each tag belongs to."""
        self.unfinished_of: dict[str, dict[str, None]] = {}
        """The ids of each user's unfinished runs, in order of arrival."""
        self.ended: deque[str] = deque()
        """The remembered runs, holds and groups that have ended, those that are forgotten next first."""

    def entry(self, lease_id: str) -> Run | Hold | Group | None:
        """A run, hold or group, live or remembered; None when there is none."""
        return self.runs.get(lease_id) or self.holds.get(lease_id) or self.groups.get(lease_id)

    def request(self, lease_id: str) -> RunRequest | HoldRequest | GroupRequest:
        """What was asked for under an id that is known."""
        entry = self.entry(lease_id)
        assert entry is not None
        return entry.request

    def token_of(self, lease_id: str) -> int | None:
        """The token of a run, hold or group, live or remembered; None when there is none."""
        entry = self.entry(lease_id)
        return None if entry is None else entry.token

    def is_owned(self, lease_id: str, token: int, owner: str | None) -> bool:
        """Whether this token is that of a run, hold or group of `owner` (None: of anybody), live or remembered."""
        entry = self.entry(lease_id)
        return entry is not None and entry.token == token and owner in (None, entry.request.user)

    def is_held(self, lease_id: str, token: int, user: str) -> bool:
        """Whether this token is that of a run, hold or group of `user` that has not ended."""
        entry = self.entry(lease_id)
        return entry is not None and lease_id in self.leases and entry.token == token and entry.request.user == user

    def live_group(self, group_id: str) -> Group | None:
        """The group that has not ended; None when there is none."""
        group = self.groups.get(group_id)
        return group if group is not None and group.end is None else None

    def is_carried(self, lease_id: str) -> bool:
        """Whether a lease lives by its group's stream, whatever becomes of its own."""
        run = self.runs.get(lease_id)
        return run is not None and self.live_group(run.request.group_id) is not None

    def locks_of(self, run: Run) -> LockTable:
        """The table in which a run takes its locks: its group's own, or everybody's."""
        group = self.live_group(run.request.group_id)
        return self.locks if group is None else group.locks

    def remember(self, lease_id: str) -> None:
        """Keep what has ended, and forget the oldest."""
        self.ended.append(lease_id)
        if len(self.ended) > self.policy.remember_ended:
            oldest = self.ended.popleft()
            kept: tuple[dict[str, Run] | dict[str, Hold] | dict[str, Group], ...] = (self.runs, self.holds, self.groups)
            for each in kept:
                each.pop(oldest, None)
