"""The scheduler: commands and time in, events out; the rules of who waits, who starts and what ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core import commands as asked
from scheduler_svc.core import events as happened
from scheduler_svc.core.admission import refuse_hold, refuse_run
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.run import EndReason, Outcome, Run
from scheduler_svc.core.state import State
from scheduler_svc.core.status import QueuePlace, SchedulerStatus
from scheduler_svc.errors import NotFoundError

RUNS_POOL: Final = "runs"

# The order of what is due at one moment: what frees a place, then what takes one, then what gives up for want of one.
_GRACE: Final = 0
_START: Final = 1
_EXPIRY: Final = 2


class Scheduler:
    """`decide` is the only door. Time is seconds on any clock that never goes back; a past `now` counts as the present.

    Things are judged by when they were due, not by when somebody woke up to look: before a command is judged, all that
    time alone has changed since is settled in the order in which it was due.
    """

    def __init__(self, policy: SchedulerPolicy, first_token: int = 1) -> None:
        """`first_token`: the fencing token of the first lease; later ones grow by one."""
        self._state = State(policy, first_token)
        self._out: list[happened.Event] = []
        self._deciders: dict[type, Callable[[Any, float], None]] = {
            asked.Submit: self._submit,
            asked.OpenHold: self._open_hold,
            asked.Attach: self._attach,
            asked.LoseStream: self._lose_stream,
            asked.Release: self._release,
            asked.CancelRun: self._cancel_run,
            asked.CancelSession: self._cancel_session,
            asked.CancelUser: self._cancel_user,
            asked.SetSlots: self._set_slots,
            asked.Drain: self._drain,
        }

    def decide(self, command: asked.Command, now: float) -> list[happened.Event]:
        """What `command` leads to at `now`, in order; the returned events have been applied already.

        A command that may not be done ends in `Refused`, after whatever time had brought about before it.
        """
        self._out = []
        now = max(now, self._state.at)
        if isinstance(command, asked.Tick):
            self._settle(now, expire_now=True)
        else:
            self._settle(now, expire_now=False)
            self._deciders[type(command)](command, now)
            self._settle(now, expire_now=False)
        return self._out

    def evolve(self, event: happened.Event) -> None:
        """Replay an event that was decided earlier."""
        self._state.evolve(event)

    def next_wakeup(self, now: float) -> float | None:
        """When time alone will next change something, never before `now`; None when it will not."""
        due = self._next_due()
        return None if due is None else max(now, due[0])

    # Time.

    def _settle(self, now: float, *, expire_now: bool) -> None:
        """Let everything happen that was due by `now`, in order.

        What expires exactly at `now` stays until a tick: a command of this very moment may still free its place.
        """
        while (due := self._next_due()) is not None:
            at, order, subject = due
            if at > now or (at == now and order == _EXPIRY and not expire_now):
                return
            if order == _GRACE:
                self._end_lease(subject, at, EndReason.LOST)
            elif order == _START:
                self._emit(happened.RunStarted(at, subject))
            else:
                self._emit(happened.RunEnded(at, subject, EndReason.EXPIRED))

    def _next_due(self) -> tuple[float, int, str] | None:
        """The next thing that time does: when, of which sort, and to whom."""
        found = [(_GRACE, self._state.leases.first_stale())]
        for pool in self._state.pools.values():
            if pool.waiting:
                found += ((_START, pool.start_due()), (_EXPIRY, pool.expiry_due()))
        at = self._state.at
        return min(((max(at, due[0]), order, due[1]) for order, due in found if due is not None), default=None)

    # Commands.

    def _submit(self, command: asked.Submit, now: float) -> None:
        request, state = command.request, self._state
        known = state.runs.get(request.run_id)
        if known is not None and known.request == request:
            self._resume(request.run_id, now)
            return
        if (refusal := refuse_run(state, request, now)) is not None:
            self._refuse(refusal, now)
            return
        pool = state.pools[request.pool]
        self._emit(
            happened.RunAdmitted(
                now,
                request,
                token=state.next_token,
                tag=command.tag,
                position=pool.position_of_next(request.lane),
                latest_start=now + pool.lanes[request.lane].policy.max_wait_s,
            )
        )

    def _open_hold(self, command: asked.OpenHold, now: float) -> None:
        request = command.request
        known = self._state.holds.get(request.hold_id)
        if known is not None and known.request == request:
            if known.end is None:
                self._resume(request.hold_id, now)
            else:
                self._refuse(NotFoundError("this hold has ended; take a new one under a new id"), now)
            return
        if (refusal := refuse_hold(self._state, request)) is not None:
            self._refuse(refusal, now)
            return
        self._emit(happened.HoldOpened(now, request, token=self._state.next_token))

    def _attach(self, command: asked.Attach, now: float) -> None:
        run = self._state.runs.get(command.run_id)
        if run is None or run.token != command.token:
            self._refuse(NotFoundError(), now)
        else:
            self._resume(command.run_id, now)

    def _lose_stream(self, command: asked.LoseStream, now: float) -> None:
        lease_id, leases = command.lease_id, self._state.leases
        if lease_id in leases and not leases.is_lost(lease_id):
            self._emit(happened.StreamLost(now, lease_id, until=now + self._state.policy.lease_grace_s))

    def _resume(self, lease_id: str, now: float) -> None:
        if self._state.leases.is_lost(lease_id):
            self._emit(happened.StreamResumed(now, lease_id))

    def _release(self, command: asked.Release, now: float) -> None:
        if self._state.token_of(command.lease_id) != command.token:
            self._refuse(NotFoundError(), now)
        elif command.lease_id in self._state.leases:
            self._end_lease(command.lease_id, now, EndReason.RELEASED, command.outcome)

    def _cancel_run(self, command: asked.CancelRun, now: float) -> None:
        entry = self._state.runs.get(command.run_id) or self._state.holds.get(command.run_id)
        if entry is not None and command.owner in (None, entry.request.user):
            self._cancel(command.run_id, now)

    def _cancel_session(self, command: asked.CancelSession, now: float) -> None:
        lease_id = self._state.locks.owner(f"session:{command.session_id}")
        if lease_id is None:
            return
        hold = self._state.holds.get(lease_id)
        request = self._state.runs[lease_id].request if hold is None else hold.request
        if command.owner not in (None, request.user):
            return
        if hold is not None and hold.run_id:
            self._cancel(hold.run_id, now)
        self._cancel(lease_id, now)

    def _cancel_user(self, command: asked.CancelUser, now: float) -> None:
        for run_id in list(self._state.unfinished_of.get(command.user, ())):
            self._cancel(run_id, now)

    def _cancel(self, lease_id: str, now: float) -> None:
        if lease_id in self._state.leases:
            self._end_lease(lease_id, now, EndReason.CANCELLED)

    def _set_slots(self, command: asked.SetSlots, now: float) -> None:
        if self._state.pools[command.pool].slots != command.slots:
            self._emit(happened.SlotsChanged(now, command.pool, command.slots))

    def _drain(self, _: asked.Drain, now: float) -> None:
        if self._state.draining:
            return
        self._emit(happened.DrainBegan(now))
        for pool in self._state.pools.values():
            for run in () if pool.policy.open_while_draining else list(pool.in_order()):
                self._end_lease(run.request.run_id, now, EndReason.DRAINED)

    # Events.

    def _emit(self, event: happened.Event) -> None:
        self._state.evolve(event)
        self._out.append(event)

    def _refuse(self, error: PlotlaneError, now: float) -> None:
        self._emit(happened.Refused(now, error))

    def _end_lease(self, lease_id: str, at: float, reason: EndReason, outcome: Outcome | None = None) -> None:
        if lease_id in self._state.runs:
            self._emit(happened.RunEnded(at, lease_id, reason, outcome))
        else:
            self._emit(happened.HoldEnded(at, lease_id, reason))

    # Questions.

    def run(self, run_id: str) -> Run | None:
        """A run, live or remembered; None when there is none."""
        return self._state.runs.get(run_id)

    def hold_token(self, hold_id: str) -> int | None:
        """The token of a hold, live or remembered; None when there is none."""
        hold = self._state.holds.get(hold_id)
        return None if hold is None else hold.token

    def live_leases(self) -> int:
        """How many runs and holds have not ended."""
        return len(self._state.leases)

    def waiting(self, pool: str) -> Iterator[Run]:
        """Every waiting run of a pool in the effective order: the first runs next."""
        return self._state.pools[pool].in_order()

    def place(self, pool: str, position: int, now: float) -> QueuePlace:
        """What the run at `position` of `pool` is told at `now`."""
        return self._state.pools[pool].place(position, max(now, self._state.at))

    def status(self, caller: Caller) -> SchedulerStatus:
        """Every pool, and what `caller` has and may have in the pool of runs."""
        runs = self._state.pools[RUNS_POOL]
        return SchedulerStatus(
            pools=tuple(pool.status() for pool in self._state.pools.values()),
            tier=caller.tier,
            user_max_runs=runs.lanes[caller.tier.value].policy.user_cap,
            user_runs=runs.runs_of[caller.user],
        )
