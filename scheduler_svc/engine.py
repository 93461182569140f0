"""The engine: the one owner of the core in a process; calls and time become commands, events become news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from scheduler_svc.core import status as say
from scheduler_svc.core.commands import Attach, Command, Drain, LoseStream, OpenHold, Release, SetSlots, Submit, Tick
from scheduler_svc.core.events import Event, HoldEnded, Refused, RunAdmitted, RunEnded, RunStarted, SlotsChanged
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.run import EndReason, Outcome, Run, RunRequest, RunState
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.core.status import SchedulerStatus
from scheduler_svc.mailbox import Mailbox
from scheduler_svc.rounds import FRONT, Rounds
from scheduler_svc.run_log import RunLog
from scheduler_svc.streams import Streams


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often waiting callers hear from us, in seconds."""

    position_interval_s: float
    """The least time between two rounds of changed positions."""
    position_heartbeat_s: float
    """How long a position may stay unsaid."""


class Engine:
    """Runs on one event loop and never blocks it: every call below decides at once and returns.

    Nothing else may touch the scheduler. A refused call raises its `PlotlaneError`.
    """

    def __init__(self, scheduler: Scheduler, clock: Clock, rhythm: Rhythm, log: RunLog) -> None:
        self._scheduler = scheduler
        self._clock = clock
        self._rhythm = rhythm
        self._log = log
        self._streams = Streams()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = float("inf")
        self._rounds = Rounds(rhythm.position_interval_s)
        self._changed = asyncio.Event()
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()

    # What callers ask.

    def submit(self, request: RunRequest, tag: str) -> Mailbox:
        """Admit or join a run and listen to it: ACCEPTED first, then where it stands."""
        events = self._do(Submit(request, tag))
        run = self._known(request.run_id)
        mailbox = self._listen(request.run_id)
        self._streams.tell(mailbox, say.accepted(run), self._clock.monotonic())
        self._say_where(run, mailbox, is_new=any(isinstance(event, RunAdmitted) for event in events))
        return mailbox

    def attach(self, run_id: str, token: int) -> Mailbox:
        """Listen to a run that exists: where it stands first."""
        self._do(Attach(run_id, token))
        mailbox = self._listen(run_id)
        self._say_where(self._known(run_id), mailbox, is_new=False)
        return mailbox

    def hold(self, request: HoldRequest) -> tuple[int, Mailbox]:
        """Take locks: the hold's token, and a mailbox that says nothing and closes when the hold is over."""
        self._do(OpenHold(request))
        token = self._scheduler.hold_token(request.hold_id)
        assert token is not None
        return token, self._listen(request.hold_id)

    def leave(self, mailbox: Mailbox) -> None:
        """A stream is gone; without another one its lease lives on its grace."""
        if self._streams.remove(mailbox):
            self._do(LoseStream(mailbox.lease_id))

    def release(self, lease_id: str, token: int, outcome: Outcome | None) -> None:
        """End a run or a hold as its owner."""
        self._do(Release(lease_id, token, outcome))

    def cancel(self, command: Command) -> int:
        """Carry out a Cancel command; how many runs and holds it ended."""
        events = self._do(command)
        ends = [event for event in events if isinstance(event, RunEnded | HoldEnded)]
        return sum(event.reason is EndReason.CANCELLED for event in ends)

    def set_slots(self, pool: str, slots: int) -> None:
        """Say how many places a pool has."""
        self._do(SetSlots(pool, slots))

    def status(self, caller: Caller) -> SchedulerStatus:
        """The scheduler as it is now."""
        self._do(Tick())
        return self._scheduler.status(caller)

    async def watch(self, caller: Caller) -> AsyncIterator[SchedulerStatus]:
        """The status now, then after each round of changes and at least every heartbeat, until the service drains."""
        while not self._draining:
            changed = self._changed
            yield self.status(caller)
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), self._rhythm.position_heartbeat_s)

    def drain(self) -> None:
        """Admit nothing more and tell whoever waits."""
        self._draining = True
        self._do(Drain())
        self._pulse()

    async def idle(self) -> None:
        """Wait until no run and no hold is live: what a drain lets go on has ended then."""
        await self._idle.wait()

    def close(self) -> None:
        """Stop the timer; the engine is not used after this."""
        if self._timer is not None:
            self._timer.cancel()

    # Time.

    def wake(self) -> None:
        """Do whatever is due; the timer calls this, and calling it early or late is harmless."""
        self._publish(self._scheduler.decide(Tick(), self._clock.monotonic()))
        self._beat()
        self._tell_places()
        self._arm()

    def _arm(self) -> None:
        now = self._clock.monotonic()
        due = self._scheduler.next_wakeup(now)
        silent = self._streams.silent_since()
        at = min(
            float("inf") if due is None else due,
            float("inf") if silent is None else silent[0] + self._rhythm.position_heartbeat_s,
            self._rounds.due_at(),
        )
        if at == self._timer_at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = at
        wait = max(0.0, at - now)
        self._timer = None if at == float("inf") else asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer, self._timer_at = None, float("inf")
        self.wake()

    def _beat(self) -> None:
        now = self._clock.monotonic()
        while (silent := self._streams.silent_since()) is not None:
            told_at, mailbox = silent
            if told_at + self._rhythm.position_heartbeat_s > now:
                return
            assert mailbox.place is not None
            run = self._known(mailbox.lease_id)
            place = self._scheduler.place(run.request.pool, mailbox.place.position, now)
            self._streams.tell(mailbox, say.queued(run, place), now)

    # Decisions and what they lead to.

    def _do(self, command: Command) -> list[Event]:
        events = self._scheduler.decide(command, self._clock.monotonic())
        self._publish(events)
        self._arm()
        if events and isinstance(events[-1], Refused):
            raise events[-1].error
        return events

    def _publish(self, events: list[Event]) -> None:
        now = self._clock.monotonic()
        for event in events:
            if isinstance(event, RunAdmitted):
                self._rounds.mark(event.request.pool)
            elif isinstance(event, SlotsChanged):
                self._rounds.mark(event.pool)
            elif isinstance(event, RunStarted | RunEnded):
                run = self._known(event.run_id)
                self._rounds.mark(run.request.pool)
                for mailbox in self._streams.of(event.run_id):
                    self._streams.tell(mailbox, say.settled(run), now)
                if isinstance(event, RunEnded):
                    self._log.ended(run)
            elif isinstance(event, HoldEnded):
                for mailbox in self._streams.of(event.hold_id):
                    mailbox.close()
        if self._scheduler.live_leases():
            self._idle.clear()
        else:
            self._idle.set()

    def _tell_places(self) -> None:
        """The rounds that are due: each waiting stream whose place has changed hears the new one."""
        now = self._clock.monotonic()
        if now < self._rounds.due_at():
            return
        messages = sum(self._tell_pool(pool, None, now) for pool in self._rounds.take_whole(now))
        messages += sum(self._tell_pool(pool, FRONT, now) for pool in self._rounds.take_quick(now))
        self._rounds.told(now, messages)
        self._pulse()

    def _tell_pool(self, pool: str, places: int | None, now: float) -> int:
        messages = 0
        for position, run in enumerate(islice(self._scheduler.waiting(pool), places), start=1):
            for mailbox in self._streams.of(run.request.run_id):
                place = self._scheduler.place(pool, position, now)
                old = mailbox.place
                if old is None or (old.position, old.waiting) != (position, place.waiting):
                    self._streams.tell(mailbox, say.queued(run, place), now)
                    messages += 1
        return messages

    def _pulse(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _listen(self, lease_id: str) -> Mailbox:
        mailbox = Mailbox(lease_id)
        self._streams.add(mailbox)
        return mailbox

    def _say_where(self, run: Run, mailbox: Mailbox, *, is_new: bool) -> None:
        now, pool = self._clock.monotonic(), run.request.pool
        if run.state is not RunState.QUEUED:
            self._streams.tell(mailbox, say.settled(run), now)
        elif is_new:
            place = self._scheduler.place(pool, run.position, now)
            self._streams.tell(mailbox, say.queued(run, place), now)
        else:
            # Finding one rank costs as much as a round for all; a storm of reconnects shares one.
            self._rounds.mark(pool)
            self._arm()

    def _known(self, run_id: str) -> Run:
        run = self._scheduler.run(run_id)
        assert run is not None
        return run
