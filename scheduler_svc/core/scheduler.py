"""The scheduler: commands and time in, events out; the rules of who waits, who starts and what ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core import commands as asked
from scheduler_svc.core import entering, leaving, operating
from scheduler_svc.core import events as happened
from scheduler_svc.core.admission import no_such
from scheduler_svc.core.decision import Decision
from scheduler_svc.core.due import happen, next_due
from scheduler_svc.core.evolution import evolve
from scheduler_svc.core.group import Group
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.listing import Listed, listing
from scheduler_svc.core.places import Places
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.quota.commands import QuotaCommand, Reserve
from scheduler_svc.core.quota.decide import decide as decide_quota
from scheduler_svc.core.quota.decide import grows
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.records import Snapshot
from scheduler_svc.core.run import Run
from scheduler_svc.core.snapshot import rebuild, take
from scheduler_svc.core.state import State
from scheduler_svc.core.status import PoolStatus, QueuePlace, SchedulerStatus

RUNS_POOL: Final = "runs"


class Scheduler:
    """`decide` is the only door. Time is seconds on any clock that never goes back; a past `now` counts as the present.

    Things are judged by when they were due, not by when somebody woke up to look: before a command is judged, all that
    time alone has changed since is settled in the order in which it was due.
    """

    def __init__(self, policy: SchedulerPolicy, first_token: int = 1) -> None:
        """`first_token`: the fencing token of the first lease; later ones grow."""
        self._state = State(policy, first_token)

    def decide(self, command: asked.Command, now: float) -> list[happened.Event]:
        """What `command` leads to at `now`, in order; the returned events have been applied already.

        A command that may not be done ends in `Refused`, after whatever time had brought about before it.
        """
        decision = Decision(self._state)
        now = max(now, self._state.at)
        if isinstance(command, asked.Tick):
            _settle(decision, now, expire_now=True)
            return decision.events
        # Nobody could take up a lease while nobody served: no grace ends in that time.
        _settle(decision, now, graces=not isinstance(command, asked.Restart))
        _DECIDERS[type(command)](decision, command, now)
        _settle(decision, now)
        return decision.events

    def evolve(self, event: happened.Event) -> None:
        """Replay an event that was decided earlier."""
        evolve(self._state, event)
        self._state.parking.settle()

    def snapshot(self) -> Snapshot:
        """The whole state as it is now."""
        return take(self._state)

    @classmethod
    def restore(cls, policy: SchedulerPolicy, snapshot: Snapshot) -> Scheduler:
        """The scheduler that `snapshot` was taken of; events after it may be replayed with `evolve`."""
        scheduler = cls(policy)
        scheduler._state = rebuild(policy, snapshot)
        return scheduler

    def next_wakeup(self, now: float) -> float | None:
        """When time alone will next change something, never before `now`; None when it will not."""
        due = next_due(self._state)
        return None if due is None else max(now, due.at)

    # Questions.

    def run(self, run_id: str) -> Run | None:
        """A run, live or remembered; None when there is none."""
        return self._state.runs.get(run_id)

    def hold(self, hold_id: str) -> Hold | None:
        """A hold, live or remembered; None when there is none."""
        return self._state.holds.get(hold_id)

    def group(self, group_id: str) -> Group | None:
        """A group, live or remembered; None when there is none."""
        return self._state.groups.get(group_id)

    def hold_token(self, hold_id: str) -> int | None:
        """The token of a hold, live or remembered; None when there is none."""
        hold = self._state.holds.get(hold_id)
        return None if hold is None else hold.token

    def run_of_tag(self, tag: str) -> Run | None:
        """The run in flight that carries `tag`; None when there is none."""
        run = self._state.runs.get(self._state.tags.get(tag, ""))
        return run if run is not None and run.started_at is not None else None

    def session_of(self, run: Run) -> str:
        """The session that a run locks, by itself or under its hold; empty: none."""
        hold = self._state.holds.get(run.request.hold_id)
        keys = (*run.request.locks, *(() if hold is None else hold.request.keys))
        sessions = (key.removeprefix("session:") for key in keys if key.startswith("session:"))
        return next(sessions, "")

    def leased_at(self, pool: str, address: str) -> list[str]:
        """The runs that have their places at a renderer."""
        renderer = self._state.pools[pool].renderers.get(address)
        return [] if renderer is None else list(renderer.leases)

    def is_live(self, lease_id: str) -> bool:
        """Whether a run, hold or group exists and has not ended."""
        return lease_id in self._state.leases

    def live_leases(self) -> int:
        """How many runs, holds and groups have not ended."""
        return len(self._state.leases)

    def listing(self, now: float, pool: str | None = None) -> list[Listed]:
        """Every run, hold and group that has not ended, in the order of arrival; only the runs of `pool` when given.

        Raises `InvalidError` for a pool that does not exist.
        """
        if pool is not None and pool not in self._state.pools:
            raise no_such("pool", pool, self._state.pools)
        return listing(self._state, max(now, self._state.at), pool)

    def waiting(self, pool: str, now: float = 0.0) -> Iterator[Run]:
        """Every waiting run of a pool in the effective order: the first runs next."""
        return self._state.pools[pool].in_order(max(now, self._state.at))

    def place(self, pool: str, position: int, now: float, latest_start: float = 0.0) -> QueuePlace:
        """What the run at `position` of `pool` that expires at `latest_start` is told at `now`."""
        return self.places(pool, now).at(position, latest_start)

    def places(self, pool: str, now: float) -> Places:
        """What the runs that wait in `pool` are told at `now`."""
        return self._state.pools[pool].places(max(now, self._state.at))

    def pools(self) -> tuple[PoolStatus, ...]:
        """Every pool as it is now."""
        return tuple(pool.status() for pool in self._state.pools.values())

    def status(self, caller: Caller) -> SchedulerStatus:
        """Every pool, and what `caller` has and may have in the pool of runs."""
        runs = self._state.pools[RUNS_POOL]
        return SchedulerStatus(
            pools=self.pools(),
            tier=caller.tier,
            user_max_runs=runs.lanes[caller.tier.value].policy.user_cap,
            user_runs=runs.runs_of[caller.user],
        )

    @property
    def ledger(self) -> Ledger:
        """What everybody has used; to be read only."""
        return self._state.ledger

    def begins_something(self, command: asked.Submit | asked.OpenHold | asked.OpenGroup | Reserve) -> bool:
        """Whether `command` asks for work that is new, and is no part of what runs already."""
        if isinstance(command, Reserve):
            return not command.lease_id and grows(self.ledger, command)
        if isinstance(command, asked.OpenHold):
            return command.request.hold_id not in self._state.holds
        if isinstance(command, asked.OpenGroup):
            return command.request.group_id not in self._state.groups
        pool = self._state.pools.get(command.request.pool)
        serves_running = pool is not None and pool.policy.open_while_draining
        return not serves_running and command.request.run_id not in self._state.runs


def _settle(decision: Decision, now: float, *, expire_now: bool = False, graces: bool = True) -> None:
    """Let everything happen that was due by `now`, in order, and let in whoever may enter thereby.

    What gives up exactly at `now` stays until a tick: a command of this very moment may still free its place.
    """
    while True:
        entering.let_in(decision)
        due = next_due(decision.state, graces=graces)
        if due is None or due.at > now or (due.at == now and due.gives_up and not expire_now):
            return
        happen(decision, due)


def _quota(decision: Decision, command: QuotaCommand, now: float) -> None:
    lease_lives = (
        not isinstance(command, Reserve)
        or not command.lease_id
        or decision.state.is_held(command.lease_id, command.token, command.caller.user)
    )
    found = decide_quota(decision.state.ledger, command, now, lease_lives=lease_lives)
    if isinstance(found, PlotlaneError):
        decision.refuse(found, now)
    elif found is not None:
        decision.emit(found)


_DECIDERS: Final[Mapping[type, Callable[[Decision, Any, float], None]]] = MappingProxyType(
    {
        asked.Submit: entering.submit,
        asked.OpenHold: entering.open_hold,
        asked.OpenGroup: entering.open_group,
        asked.Attach: entering.attach,
        asked.LoseStream: leaving.lose_stream,
        asked.Release: leaving.release,
        asked.FinishGroup: leaving.finish_group,
        asked.CancelRun: leaving.cancel_run,
        asked.CancelSession: leaving.cancel_session,
        asked.CancelUser: leaving.cancel_user,
        asked.CancelGroup: leaving.cancel_group,
        asked.Unlock: leaving.unlock,
        asked.Drain: leaving.drain,
        asked.SetSlots: operating.set_slots,
        asked.Pause: operating.pause,
        asked.RegisterRenderer: operating.register_renderer,
        asked.LoseRenderer: operating.lose_renderer,
        asked.Restart: operating.restart,
        **dict.fromkeys(get_args(QuotaCommand), _quota),
    }
)
