"""The engine: the one owner of the core in a process; calls and time become commands, events become news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from scheduler_svc.core import status as say
from scheduler_svc.core.commands import (
    Attach,
    Command,
    Drain,
    FinishGroup,
    LoseRenderer,
    LoseStream,
    OpenGroup,
    OpenHold,
    Pause,
    RegisterRenderer,
    Release,
    Restart,
    SetSlots,
    Submit,
    Tick,
)
from scheduler_svc.core.events import Event, GroupEnded, HoldEnded, Refused, RunAdmitted, RunEnded, RunEntered
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.listing import Listed
from scheduler_svc.core.quota.calendar import Moment
from scheduler_svc.core.quota.commands import QuotaCommand, SetCalendar
from scheduler_svc.core.quota.decide import CLOSE_ENOUGH_S
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.report import today_of, usage_of
from scheduler_svc.core.run import EndReason, Outcome, Run, RunRequest
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.core.status import SchedulerStatus
from scheduler_svc.errors import NoRoomError
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.mailbox import GroupMailbox, Mailbox
from scheduler_svc.news import News, Rhythm
from scheduler_svc.recorder import Recorder
from scheduler_svc.run_log import RunLog


class Engine:
    """Runs on one event loop and never blocks it: every call below decides at once and returns.

    Nothing else may touch the scheduler. A refused call raises its `PlotlaneError`.
    """

    def __init__(
        self, scheduler: Scheduler, clock: Clock, rhythm: Rhythm, log: RunLog, recorder: Recorder | None = None
    ) -> None:
        """`recorder`: where decided events are kept; None: in memory."""
        self._scheduler = scheduler
        self._clock = clock
        self._recorder = recorder or Recorder(MemoryJournal(), clock)
        self._rhythm = rhythm
        self._log = log
        self._news = News(scheduler, rhythm, self.durable)
        self._renderers: dict[str, object] = {}
        """The latest stream of each renderer, by address."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = float("inf")
        self._changed = asyncio.Event()
        self._draining = False
        self._closed = False
        self._untold: set[Mailbox] = set()
        self._all_told = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()

    def take_over(self, scheduler: Scheduler, clock: Clock, recorder: Recorder) -> None:
        """Go on with what a journal kept: every lease lives on its grace from now on. Before the first call only."""
        self._scheduler, self._clock, self._recorder = scheduler, clock, recorder
        self._news.scheduler = scheduler
        self._do(Restart())
        self._follow_wall_clock()

    async def durable(self) -> None:
        """Return once all that has been decided so far is kept: no answer may promise anything before."""
        await self._recorder.durable()

    # What callers ask.

    def submit(self, request: RunRequest, tag: str) -> Mailbox:
        """Admit or join a run and listen to it: ACCEPTED first, then where it stands."""
        self._follow_wall_clock()
        events = self._do(Submit(request, tag))
        run, now = self._known(request.run_id), self._clock.monotonic()
        mailbox = self._news.listen(request.run_id)
        self._news.say_accepted(run, mailbox, now)
        is_new = any(isinstance(event, RunAdmitted) for event in events)
        self._say_where(run, mailbox, has_just_entered=is_new)
        return mailbox

    def attach(self, run_id: str, token: int) -> Mailbox:
        """Listen to a run that exists: where it stands first."""
        self._do(Attach(run_id, token))
        mailbox = self._news.listen(run_id)
        self._say_where(self._known(run_id), mailbox, has_just_entered=False)
        return mailbox

    def hold(self, request: HoldRequest) -> Mailbox:
        """Ask for locks: a mailbox that says STARTED when they are held, and closes when the hold is over."""
        self._do(OpenHold(request))
        mailbox = self._news.listen(request.hold_id)
        hold = self._scheduler.hold(request.hold_id)
        assert hold is not None
        if not hold.waits:
            mailbox.put(say.held(hold))
        return mailbox

    def open_group(self, request: GroupRequest, tags: tuple[str, ...]) -> tuple[int, GroupMailbox]:
        """Open or join a group and listen to its members: the group's token, and where each of them stands."""
        self._follow_wall_clock()
        events = self._do(OpenGroup(request, tags))
        group = self._scheduler.group(request.group_id)
        assert group is not None
        mailbox = self._news.listen_to_group(request.group_id)
        entered = {event.run_id for event in events if isinstance(event, RunEntered)}
        for member in request.members:
            if (run := self._scheduler.run(member.run_id)) is not None:
                part = self._news.add_member(mailbox, member.run_id)
                self._news.say_accepted(run, part, self._clock.monotonic())
                self._say_where(run, part, has_just_entered=member.run_id in entered)
        return group.token, mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """A stream is gone; without another one its lease lives on its grace."""
        self._untold.discard(mailbox)
        if not self._untold:
            self._all_told.set()
        if self._news.leave(mailbox) and not self._closed:
            self._do(LoseStream(mailbox.lease_id))

    def release(self, lease_id: str, token: int, outcome: Outcome | None) -> None:
        """End a run or a hold as its owner."""
        self._do(Release(lease_id, token, outcome))

    def cancel(self, command: Command) -> int:
        """Carry out a Cancel command; how many runs and holds it ended."""
        events = self._do(command)
        ends = [event for event in events if isinstance(event, RunEnded | HoldEnded | GroupEnded)]
        return sum(event.reason is EndReason.CANCELLED for event in ends)

    def finish_group(self, group_id: str, token: int) -> None:
        """End a group whose runs have all ended."""
        self._do(FinishGroup(group_id, token))

    def pause(self, pool: str, *, paused: bool) -> None:
        """Stop or resume the starts of a pool."""
        self._do(Pause(pool, paused))

    def register_renderer(self, stream: object, offer: RegisterRenderer) -> int:
        """Count a renderer's places for as long as `stream` is its latest; how many of them are leased."""
        self._do(offer)
        self._renderers[offer.address] = stream
        return self._scheduler.leased_at(offer.pool, offer.address)

    def lose_renderer(self, stream: object, pool: str, address: str) -> None:
        """The stream of a renderer is gone; unless it has opened another one, so is the renderer."""
        if self._renderers.get(address) is stream and not self._closed:
            del self._renderers[address]
            self._do(LoseRenderer(pool, address))

    def listing(self, pool: str | None) -> tuple[list[Listed], float]:
        """Everything that has not ended, and the present time in seconds."""
        self._do(Tick())
        now = self._clock.monotonic()
        return self._scheduler.listing(now, pool), now

    def run_of_tag(self, tag: str) -> tuple[Run, str] | None:
        """The run in flight that carries `tag`, and the session that it locks; None when there is none."""
        self._do(Tick())
        run = self._scheduler.run_of_tag(tag)
        return None if run is None else (run, self._scheduler.session_of(run))

    def set_slots(self, pool: str, slots: int) -> None:
        """Say how many places a pool has."""
        self._do(SetSlots(pool, slots))

    def count(self, command: QuotaCommand) -> list[Event]:
        """Carry out a quota command; what it changed."""
        self._follow_wall_clock()
        return self._do(command)

    def ledger(self) -> Ledger:
        """What everybody has used, to be read only."""
        return self._scheduler.ledger

    def moment(self) -> Moment:
        """Now, as quotas see it; what was due by now has happened."""
        self._follow_wall_clock()
        self._do(Tick())
        return self._scheduler.ledger.moment(self._clock.monotonic())

    def status(self, caller: Caller) -> SchedulerStatus:
        """The scheduler as it is now."""
        moment = self.moment()
        usage = usage_of(self._scheduler.ledger, caller, moment)
        return replace(self._scheduler.status(caller), usage=usage)

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

    async def told(self) -> None:
        """Wait until every stream that has got its last message by now has delivered it and ended."""
        self._untold = self._news.closing()
        if self._untold:
            self._all_told.clear()
            await self._all_told.wait()

    async def idle(self) -> None:
        """Wait until no run and no hold is live: what a drain lets go on has ended then."""
        await self._idle.wait()

    def close(self) -> None:
        """Stop the timer. Streams that end after this are not noticed any more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    # Time.

    def wake(self) -> None:
        """Do whatever is due; the timer calls this, and calling it early or late is harmless."""
        self._decide(Tick())
        now = self._clock.monotonic()
        self._news.beat(now)
        if self._news.tell_places(now):
            self._pulse()
        self._arm()

    def _arm(self) -> None:
        now = self._clock.monotonic()
        due = self._scheduler.next_wakeup(now)
        at = min(float("inf") if due is None else due, self._news.due_at())
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

    # Decisions and what they lead to.

    def _do(self, command: Command) -> list[Event]:
        self._refuse_without_room(command)
        events = self._decide(command)
        self._arm()
        if events and isinstance(events[-1], Refused):
            raise events[-1].error
        return events

    def _decide(self, command: Command) -> list[Event]:
        events = self._scheduler.decide(command, self._clock.monotonic())
        self._recorder.record(events, self._scheduler)
        self._publish(events)
        return events

    def _follow_wall_clock(self) -> None:
        """Days are the wall clock's, which may be set, or go on while the machine sleeps, as core time does not."""
        offset_s = self._clock.wall().timestamp() - self._clock.monotonic()
        if abs(offset_s - self._scheduler.ledger.calendar.offset_s) >= CLOSE_ENOUGH_S:
            self._decide(SetCalendar(offset_s))

    def _refuse_without_room(self, command: Command) -> None:
        """What runs needs what is left of the disk to come to its end."""
        if not isinstance(command, Submit | OpenHold | OpenGroup) or not self._recorder.is_low_on_room():
            return
        if self._scheduler.begins_something(command):
            raise NoRoomError(retry_after_s=30.0)

    def _publish(self, events: list[Event]) -> None:
        now = self._clock.monotonic()
        for event in events:
            self._news.publish(event, now)
            if isinstance(event, RunEnded):
                run, ledger = self._known(event.run_id), self._scheduler.ledger
                self._log.ended(run, today_of(ledger, run.request.user, ledger.moment(now)))
        if self._scheduler.live_leases():
            self._idle.clear()
        else:
            self._idle.set()

    def _pulse(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _say_where(self, run: Run, mailbox: Mailbox, *, has_just_entered: bool) -> None:
        self._news.say_where(run, mailbox, self._clock.monotonic(), has_just_entered=has_just_entered)
        self._arm()

    def _known(self, run_id: str) -> Run:
        run = self._scheduler.run(run_id)
        assert run is not None
        return run
