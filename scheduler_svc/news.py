"""The news: who listens to what, what events mean to them, and when changed places and heartbeats are told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import islice

from scheduler_svc.core import status as say
from scheduler_svc.core.events import (
    BlockChanged,
    Event,
    GroupEnded,
    HoldEnded,
    HoldGranted,
    PoolPaused,
    RendererLost,
    RendererRegistered,
    RunAdmitted,
    RunEnded,
    RunEntered,
    RunStarted,
    SlotsChanged,
)
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.run import Run, RunState
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.mailbox import GroupMailbox, Mailbox
from scheduler_svc.rounds import FRONT, Rounds
from scheduler_svc.streams import Streams

Durable = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often waiting callers hear from us, in seconds."""

    position_interval_s: float
    """The least time between two rounds of changed positions."""
    position_heartbeat_s: float
    """How long a position may stay unsaid."""


class News:
    """Everything that streams are told. `scheduler` is asked, never told."""

    def __init__(self, scheduler: Scheduler, rhythm: Rhythm, durable: Durable) -> None:
        """`durable` returns once all that has been decided so far is kept: nothing is told before."""
        self.scheduler = scheduler
        self._rhythm = rhythm
        self._durable = durable
        self._streams = Streams()
        self._rounds = Rounds(rhythm.position_interval_s)

    # Who listens.

    def open_streams(self) -> int:
        """How many callers listen."""
        return self._streams.open

    def listen(self, lease_id: str) -> Mailbox:
        """A stream of a run or a hold has opened."""
        mailbox = Mailbox(lease_id, self._durable)
        self._streams.add(mailbox)
        return mailbox

    def listen_to_group(self, group_id: str) -> GroupMailbox:
        """A stream of a group has opened; its members are added one by one."""
        mailbox = GroupMailbox(group_id, self._durable)
        self._streams.add(mailbox)
        return mailbox

    def add_member(self, mailbox: GroupMailbox, run_id: str) -> Mailbox:
        """One more member is heard on a group's stream."""
        part = mailbox.add(run_id)
        self._streams.add(part)
        return part

    def leave(self, mailbox: Mailbox) -> bool:
        """A stream is gone; whether it was the last of its lease."""
        for part in mailbox.members if isinstance(mailbox, GroupMailbox) else ():
            self._streams.remove(part)
        return self._streams.remove(mailbox)

    def closing(self) -> set[Mailbox]:
        """Every stream that has been told its last message and is still there."""
        return self._streams.closing()

    # What they are told.

    def say_accepted(self, run: Run, mailbox: Mailbox, now: float) -> None:
        """Tell a stream that its run exists."""
        self._streams.tell(mailbox, say.accepted(run), now)

    def say_where(self, run: Run, mailbox: Mailbox, now: float, *, has_just_entered: bool) -> None:
        """Tell a stream where its run stands; a place in the queue at once only when it has just been found."""
        pool = run.request.pool
        if run.state is RunState.BLOCKED:
            self._streams.tell(mailbox, say.blocked(run), now)
        elif run.state is not RunState.QUEUED:
            self._streams.tell(mailbox, say.settled(run), now)
        elif has_just_entered:
            place = self.scheduler.place(pool, run.position, now, run.latest_start)
            self._streams.tell(mailbox, say.queued(run, place), now)
        else:
            # Finding one rank costs as much as a round for all; a storm of reconnects shares one.
            self._rounds.mark(pool)

    def publish(self, event: Event, now: float) -> None:
        """Tell whoever listens what has happened, or soon."""
        if isinstance(event, RunAdmitted):
            self._rounds.mark(event.request.pool)
        elif isinstance(event, SlotsChanged | PoolPaused | RendererRegistered | RendererLost):
            self._rounds.mark(event.pool)
        elif isinstance(event, RunEntered | BlockChanged | RunStarted | RunEnded):
            run = self._run(event.run_id)
            self._rounds.mark(run.request.pool)
            # What has entered and started at one moment hears of its start alone.
            waits = run.state in (RunState.BLOCKED, RunState.QUEUED)
            if waits or isinstance(event, RunStarted | RunEnded):
                for mailbox in self._streams.of(event.run_id):
                    self.say_where(run, mailbox, now, has_just_entered=True)
        elif isinstance(event, HoldGranted):
            for mailbox in self._streams.of(event.hold_id):
                mailbox.put(say.held(self._hold(event.hold_id)))
        elif isinstance(event, HoldEnded | GroupEnded):
            for mailbox in self._streams.of(event.hold_id if isinstance(event, HoldEnded) else event.group_id):
                mailbox.close()

    # Time.

    def due_at(self) -> float:
        """When something is to be told next; infinity when nothing is."""
        silent = self._streams.silent_since()
        beat = float("inf") if silent is None else silent[0] + self._rhythm.position_heartbeat_s
        return min(beat, self._rounds.due_at())

    def beat(self, now: float) -> None:
        """Tell every stream that has been silent for too long where its run stands."""
        while (silent := self._streams.silent_since()) is not None:
            told_at, mailbox = silent
            if told_at + self._rhythm.position_heartbeat_s > now:
                return
            run = self._run(mailbox.lease_id)
            if mailbox.place is None:
                self._streams.tell(mailbox, say.blocked(run), now)
                continue
            place = self.scheduler.place(run.request.pool, mailbox.place.position, now, run.latest_start)
            self._streams.tell(mailbox, say.queued(run, place), now)

    def tell_places(self, now: float) -> bool:
        """Let each waiting stream whose place has changed hear the new one, if a round is due; whether it was."""
        if now < self._rounds.due_at():
            return False
        messages = sum(self._tell_pool(pool, None, now) for pool in self._rounds.take_whole(now))
        messages += sum(self._tell_pool(pool, FRONT, now) for pool in self._rounds.take_quick(now))
        self._rounds.told(now, messages)
        return True

    def _tell_pool(self, pool: str, most: int | None, now: float) -> int:
        messages, places = 0, self.scheduler.places(pool, now)
        for position, run in enumerate(islice(self.scheduler.waiting(pool, now), most), start=1):
            for mailbox in self._streams.of(run.request.run_id):
                old = mailbox.place
                if old is None or old.position != position or old.waiting != places.waiting:
                    self._streams.tell(mailbox, say.queued(run, places.at(position, run.latest_start)), now)
                    messages += 1
        return messages

    def _run(self, run_id: str) -> Run:
        run = self.scheduler.run(run_id)
        assert run is not None
        return run

    def _hold(self, hold_id: str) -> Hold:
        hold = self.scheduler.hold(hold_id)
        assert hold is not None
        return hold
