"""The engine: what callers may ask of the scheduler, each a command or a look at it, and a stream of what follows."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from prometheus_client import CollectorRegistry

from plotlane_kit.clock import Clock
from scheduler_svc.core import status as say
from scheduler_svc.core.commands import (
    Attach,
    Command,
    Drain,
    FinishGroup,
    LoseStream,
    OpenGroup,
    OpenHold,
    Pause,
    Release,
    SetSlots,
    Submit,
)
from scheduler_svc.core.events import (
    Event,
    GroupEnded,
    HoldEnded,
    RunAdmitted,
    RunEnded,
    RunEntered,
)
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.quota.commands import QuotaCommand
from scheduler_svc.core.run import EndReason, Outcome, Run, RunRequest, RunState
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.driver import Driver
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.mailbox import GroupMailbox, Mailbox
from scheduler_svc.meter import Meter
from scheduler_svc.news import News, Rhythm
from scheduler_svc.onlooker import Onlooker
from scheduler_svc.recorder import Recorder
from scheduler_svc.renderer_desk import RendererDesk
from scheduler_svc.run_log import RunLog


class Engine:
    """Runs on one event loop: every call below decides at once and returns, and waits for no disk.

    Nothing else may touch the scheduler. A refused call raises its `PlotlaneError`.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        clock: Clock,
        rhythm: Rhythm,
        log: RunLog,
        recorder: Recorder | None = None,
        meter: Meter | None = None,
    ) -> None:
        """`recorder`: where decided events are kept; None: in memory. `meter`: None: nobody looks."""
        self._news = News(scheduler, rhythm, self.durable)
        recorder = recorder or Recorder(MemoryJournal(), clock)
        self._driver = Driver(scheduler, clock, self._news, log, meter or Meter(CollectorRegistry()), recorder)
        self.looks = Onlooker(self._driver, rhythm.position_heartbeat_s)
        """What may be known of the whole."""
        self.renderers = RendererDesk(self._driver)
        """What renderers may ask."""
        self._untold: set[Mailbox] = set()
        self._all_told = asyncio.Event()

    def take_over(self, scheduler: Scheduler, clock: Clock, recorder: Recorder) -> None:
        """Go on with what a journal kept: every lease lives on its grace from now on. Before the first call only."""
        self._driver.take_over(scheduler, clock, recorder)

    def durable(self) -> Coroutine[Any, Any, None]:
        """Return once all that has been decided so far is kept: no answer may promise anything before."""
        return self._driver.durable()

    def certain(self) -> Coroutine[Any, Any, None]:
        """Return once no other scheduler can have taken the lead by now: what is asked of this one it may judge."""
        return self._driver.certain()

    # What callers ask.

    def submit(self, request: RunRequest, tag: str) -> Mailbox:
        """Admit or join a run and listen to it: ACCEPTED first, then where it stands."""
        self._driver.follow_wall_clock()
        events = self._driver.do(Submit(request, tag))
        run, now = self._driver.known(request.run_id), self._driver.now()
        mailbox = self._news.listen(request.run_id)
        self._news.say_accepted(run, mailbox, now)
        is_new = any(isinstance(event, RunAdmitted) for event in events)
        self._say_where(run, mailbox, has_just_entered=is_new)
        return mailbox

    def attach(self, run_id: str, token: int, owner: str | None = None) -> Mailbox:
        """Listen to a run that exists: where it stands first. `owner`: only if it is this user's, here and below."""
        self._driver.do(Attach(run_id, token, owner))
        mailbox = self._news.listen(run_id)
        self._say_where(self._driver.known(run_id), mailbox, has_just_entered=False)
        return mailbox

    def hold(self, request: HoldRequest) -> Mailbox:
        """Ask for locks: a mailbox that says STARTED when they are held, and closes when the hold is over."""
        self._driver.do(OpenHold(request))
        mailbox = self._news.listen(request.hold_id)
        hold = self._driver.scheduler.hold(request.hold_id)
        assert hold is not None
        if not hold.waits:
            mailbox.put(say.held(hold))
        return mailbox

    def open_group(self, request: GroupRequest, tags: tuple[str, ...]) -> tuple[int, GroupMailbox]:
        """Open or join a group and listen to its members: the group's token, and where each of them stands."""
        self._driver.follow_wall_clock()
        events = self._driver.do(OpenGroup(request, tags))
        group = self._driver.scheduler.group(request.group_id)
        assert group is not None
        mailbox = self._news.listen_to_group(request.group_id)
        entered = {event.run_id for event in events if isinstance(event, RunEntered)}
        for member in request.members:
            if (run := self._driver.scheduler.run(member.run_id)) is not None:
                part = self._news.add_member(mailbox, member.run_id)
                self._news.say_accepted(run, part, self._driver.now())
                self._say_where(run, part, has_just_entered=member.run_id in entered)
        return group.token, mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """A stream is gone; without another one its lease lives on its grace."""
        self._untold.discard(mailbox)
        if not self._untold:
            self._all_told.set()
        is_last = self._news.leave(mailbox)
        if is_last and self._driver.scheduler.is_live(mailbox.lease_id) and not self._driver.closed:
            self._driver.do(LoseStream(mailbox.lease_id))

    def release(self, lease_id: str, token: int, outcome: Outcome | None, owner: str | None = None) -> None:
        """End a run or a hold as its owner."""
        self._driver.do(Release(lease_id, token, outcome, owner))

    def cancel(self, command: Command) -> int:
        """Carry out a Cancel command; how many runs and holds it ended."""
        events = self._driver.do(command)
        ends = [event for event in events if isinstance(event, RunEnded | HoldEnded | GroupEnded)]
        return sum(event.reason is EndReason.CANCELLED for event in ends)

    def finish_group(self, group_id: str, token: int, owner: str | None = None) -> None:
        """End a group whose runs have all ended."""
        self._driver.do(FinishGroup(group_id, token, owner))

    def pause(self, pool: str, *, paused: bool) -> None:
        """Stop or resume the starts of a pool."""
        self._driver.do(Pause(pool, paused))

    def set_slots(self, pool: str, slots: int) -> None:
        """Say how many places a pool has."""
        self._driver.do(SetSlots(pool, slots))

    def count(self, command: QuotaCommand) -> list[Event]:
        """Carry out a quota command; what it changed."""
        self._driver.follow_wall_clock()
        return self._driver.do(command)

    def drain(self) -> None:
        """Admit nothing more and tell whoever waits."""
        self.looks.end()
        self._driver.do(Drain())
        self._driver.pulse()

    async def told(self) -> None:
        """Wait until every stream that has got its last message by now has delivered it and ended."""
        self._untold = self._news.closing()
        if self._untold:
            self._all_told.clear()
            await self._all_told.wait()

    async def idle(self) -> None:
        """Wait until no run and no hold is live: what a drain lets go on has ended then."""
        await self._driver.idle.wait()

    def close(self) -> None:
        """Stop the timer. Streams that end after this are not noticed any more."""
        self._driver.close()

    def wake(self) -> None:
        """Do whatever is due, as the timer does; calling it early or late is harmless."""
        self._driver.wake()

    def _say_where(self, run: Run, mailbox: Mailbox, *, has_just_entered: bool) -> None:
        self._news.say_where(run, mailbox, self._driver.now(), has_just_entered=has_just_entered)
        if run.state in (RunState.BLOCKED, RunState.QUEUED):
            self._driver.arm()
