"""The auditors: each hears every event and keeps the plainest books that show one rule broken, where it is broken."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from scheduler_svc.core.due import MOMENT_S
from scheduler_svc.core.events import (
    Event,
    GroupEnded,
    GroupOpened,
    HoldEnded,
    HoldGranted,
    HoldOpened,
    HoldParked,
    RendererLost,
    RendererRegistered,
    RunAdmitted,
    RunBlocked,
    RunEnded,
    RunEntered,
    RunStarted,
    SlotsChanged,
)
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.run import RunRequest


class Known:
    """What was asked for under each id, by the events alone, and in which order."""

    def __init__(self, policy: SchedulerPolicy) -> None:
        self.policy = policy
        self.runs: dict[str, RunRequest] = {}
        self.holds: dict[str, HoldRequest] = {}
        self.groups: dict[str, GroupRequest] = {}
        self.tokens: dict[str, int] = {}

    def hear(self, event: Event) -> None:
        """Learn of what is new."""
        if isinstance(event, RunAdmitted | RunBlocked):
            self.runs[event.request.run_id] = event.request
            self.tokens[event.request.run_id] = event.token
        elif isinstance(event, HoldOpened | HoldParked):
            self.holds[event.request.hold_id] = event.request
            self.tokens[event.request.hold_id] = event.token
        elif isinstance(event, GroupOpened):
            self.groups[event.request.group_id] = event.request
            self.tokens[event.request.group_id] = event.token
            for number, member in enumerate(event.request.members, start=1):
                self.runs[member.run_id] = member
                self.tokens[member.run_id] = event.token + number

    def lanes(self, pool: str) -> list[str]:
        """The lanes of a pool, in their order."""
        return next([lane.name for lane in each.lanes] for each in self.policy.pools if each.name == pool)


class Auditor(Protocol):
    """Raises AssertionError at the event that breaks its rule."""

    def __init__(self, known: Known) -> None: ...

    def hear(self, event: Event) -> None:
        """What has happened; `Known` has heard of it before."""
        ...


def entered(event: Event) -> str:
    """The run that is queued by `event`; empty: none."""
    if isinstance(event, RunAdmitted):
        return event.request.run_id
    return event.run_id if isinstance(event, RunEntered) else ""


class TimeNeverGoesBack:
    """Events are in the order of their moments."""

    def __init__(self, known: Known) -> None:
        self._at = float("-inf")

    def hear(self, event: Event) -> None:
        assert event.at >= self._at
        self._at = event.at


class Places:
    """No run starts unless its pool, or the renderer that it is at, has a free place at that moment."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._slots: Counter[str] = Counter()
        self._renderers: dict[str, int] = {}
        self._in_flight: Counter[str] = Counter()
        self._at: dict[str, str] = {}

    def hear(self, event: Event) -> None:
        if isinstance(event, SlotsChanged):
            self._slots[event.pool] = event.slots
        elif isinstance(event, RendererRegistered):
            self._renderers[event.address] = event.slots
        elif isinstance(event, RendererLost):
            del self._renderers[event.address]
        elif isinstance(event, RunStarted):
            place = event.renderer or self._known.runs[event.run_id].pool
            free = self._renderers[place] if event.renderer else self._slots[place]
            assert self._in_flight[place] < free, f"{place} is full"
            self._in_flight[place] += 1
            self._at[event.run_id] = place
        elif isinstance(event, RunEnded) and event.run_id in self._at:
            self._in_flight[self._at.pop(event.run_id)] -= 1


class Caps:
    """No user, and no network address, has more runs queued and in flight than allowed, over all lanes and sessions."""

    def __init__(self, known: Known) -> None:
        self._known = known
        runs = known.policy.pools[0]
        self._caps = {lane.name: lane.user_cap for lane in runs.lanes}
        self._address_cap = runs.address_cap
        self._runs_of: Counter[str] = Counter()
        self._runs_at: Counter[str] = Counter()
        self._counted: set[str] = set()

    def hear(self, event: Event) -> None:
        if run_id := entered(event):
            asked = self._known.runs[run_id]
            cap = self._caps.get(asked.lane)
            if cap is None:
                return
            assert self._runs_of[asked.user] < cap, f"{asked.user} is over the cap"
            assert not asked.address or self._address_cap is None or self._runs_at[asked.address] < self._address_cap
            self._runs_of[asked.user] += 1
            self._runs_at[asked.address] += 1
            self._counted.add(run_id)
        elif isinstance(event, RunEnded) and event.run_id in self._counted:
            asked = self._known.runs[event.run_id]
            self._runs_of[asked.user] -= 1
            self._runs_at[asked.address] -= 1
            self._counted.discard(event.run_id)


class StartRate:
    """Starts of rated pools keep their gap, and no 60 s hold more of them than allowed."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._rates = {pool.name: pool.starts_per_minute for pool in known.policy.pools}
        self._starts: dict[str, list[float]] = {name: [] for name in self._rates}

    def hear(self, event: Event) -> None:
        if not isinstance(event, RunStarted):
            return
        pool = self._known.runs[event.run_id].pool
        rate, starts = self._rates[pool], self._starts[pool]
        if rate is not None:
            assert not starts or event.at - starts[-1] >= 60 / rate - 1e-9, "two starts are too close together"
            assert len(starts) < rate or event.at - starts[-rate] >= 60 - 1e-9, "a minute holds too many starts"
        starts.append(event.at)


class Locks:
    """No key is used by two at once, but for a run and the hold that it runs under.

    A run uses its keys from the moment at which it is queued; what a post phase keeps nobody outside the group uses.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._using: dict[str, dict[str, str]] = {}
        self._kept: dict[str, str] = {}

    def hear(self, event: Event) -> None:
        if isinstance(event, HoldOpened):
            self._take(event.request.hold_id, event.request.keys)
        elif isinstance(event, HoldGranted):
            self._take(event.hold_id, self._known.holds[event.hold_id].keys)
        elif run_id := entered(event):
            asked = self._known.runs[run_id]
            self._take(asked.run_id, asked.locks, asked.group_id, asked.hold_id)
        elif isinstance(event, RunEnded):
            group = self._known.groups.get(self._known.runs[event.run_id].group_id)
            self._leave(event.run_id, keeps=group is not None and group.post_phase)
        elif isinstance(event, HoldEnded):
            self._leave(event.hold_id)
        elif isinstance(event, GroupEnded):
            self._kept = {key: group_id for key, group_id in self._kept.items() if group_id != event.group_id}

    def _take(self, owner: str, keys: tuple[str, ...], group_id: str = "", hold_id: str = "") -> None:
        for key in keys:
            others = self._using.setdefault(key, {})
            assert all(each == hold_id for each in others), f"{owner} takes {key}, which {list(others)} have"
            assert self._kept.get(key, group_id) == group_id, f"{owner} takes {key}, which a post phase keeps"
            others[owner] = group_id

    def _leave(self, owner: str, *, keeps: bool = False) -> None:
        for key, others in self._using.items():
            if (group_id := others.pop(owner, None)) and keeps:
                self._kept[key] = group_id


class LockOrder:
    """Among sets that overlap it is first come, first served: nobody takes a key for which an earlier one waits.

    Towards others a group came when it was opened; among its own runs each came when it was submitted.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._waiting: dict[str, tuple[str, ...]] = {}

    def hear(self, event: Event) -> None:
        if isinstance(event, RunBlocked) and not event.request.hold_id:
            self._waiting[event.request.run_id] = event.request.locks
        elif isinstance(event, GroupOpened):
            self._waiting |= {each.run_id: each.locks for each in event.request.members}
        elif isinstance(event, HoldParked):
            self._waiting[event.request.hold_id] = event.request.keys
        elif isinstance(event, HoldOpened):
            self._takes(event.request.hold_id, event.request.keys)
        elif isinstance(event, HoldGranted):
            self._takes(event.hold_id, self._known.holds[event.hold_id].keys)
        elif run_id := entered(event):
            asked = self._known.runs[run_id]
            hold = self._known.holds.get(asked.hold_id)
            inherited = () if hold is None else hold.keys
            self._takes(run_id, tuple(key for key in asked.locks if key not in inherited))
        elif isinstance(event, RunEnded | HoldEnded):
            self._waiting.pop(event.run_id if isinstance(event, RunEnded) else event.hold_id, None)

    def _takes(self, lease_id: str, keys: tuple[str, ...]) -> None:
        self._waiting.pop(lease_id, None)
        for other, wanted in self._waiting.items():
            if not set(keys).isdisjoint(wanted):
                assert self._came(lease_id, other) < self._came(other, lease_id), f"{lease_id} passes {other}"

    def _came(self, lease_id: str, towards: str) -> int:
        """When one came, seen from another: its own token, or that of its group unless both are of one group."""
        group, other = (
            self._known.runs[each].group_id if each in self._known.runs else "" for each in (lease_id, towards)
        )
        return self._known.tokens[group if group and group != other else lease_id]


class StartOrder:
    """Whoever starts is the first of its lane, and goes ahead of an earlier lane only by an earlier latest start."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._waiting: dict[str, dict[str, tuple[int, float]]] = {pool.name: {} for pool in known.policy.pools}
        self._count = 0

    def hear(self, event: Event) -> None:
        if run_id := entered(event):
            assert isinstance(event, RunAdmitted | RunEntered)
            self._count += 1
            self._waiting[self._known.runs[run_id].pool][run_id] = (self._count, event.latest_start)
        elif isinstance(event, RunStarted | RunEnded):
            asked = self._known.runs[event.run_id]
            queue, lanes = self._waiting[asked.pool], self._known.lanes(asked.pool)
            mine = queue.pop(event.run_id, None)
            if isinstance(event, RunStarted):
                assert mine is not None, "what was not queued has started"
                for run_id, other in queue.items():
                    lane = lanes.index(self._known.runs[run_id].lane)
                    if lane == lanes.index(asked.lane):
                        assert mine < other, f"{event.run_id} passes {run_id} of its own lane"
                    elif lane < lanes.index(asked.lane):
                        assert mine[1] <= other[1], f"{event.run_id} passes {run_id} of an earlier lane"


class OneEnd:
    """What was accepted ends exactly once, and nothing else does."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.alive: set[str] = set()
        self._ever: set[str] = set()

    def hear(self, event: Event) -> None:
        match event:
            case RunAdmitted() | RunBlocked():
                self._begin(event.request.run_id)
            case HoldOpened() | HoldParked():
                self._begin(event.request.hold_id)
            case GroupOpened():
                for each in (event.request.group_id, *(member.run_id for member in event.request.members)):
                    self._begin(each)
            case RunEnded():
                self.alive.remove(event.run_id)
            case HoldEnded():
                self.alive.remove(event.hold_id)
            case GroupEnded():
                self.alive.remove(event.group_id)
            case RunStarted() | RunEntered():
                assert event.run_id in self.alive, "what has ended goes on"

    def _begin(self, lease_id: str) -> None:
        assert lease_id not in self._ever, f"{lease_id} begins twice"
        self._ever.add(lease_id)
        self.alive.add(lease_id)


class Waits:
    """No run starts after its latest start, and none waits beyond it."""

    def __init__(self, known: Known) -> None:
        self._latest: dict[str, float] = {}

    def hear(self, event: Event) -> None:
        if run_id := entered(event):
            assert isinstance(event, RunAdmitted | RunEntered)
            self._latest[run_id] = event.latest_start
        elif isinstance(event, RunStarted | RunEnded):
            latest = self._latest.pop(event.run_id, None)
            assert latest is None or event.at <= latest + MOMENT_S, f"{event.run_id} waited for longer than allowed"


AUDITORS: tuple[type[Auditor], ...] = (
    TimeNeverGoesBack,
    Places,
    Caps,
    StartRate,
    Locks,
    LockOrder,
    StartOrder,
    OneEnd,
    Waits,
)
