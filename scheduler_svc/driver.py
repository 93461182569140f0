"""The driver: decides commands, has them kept and tells what came of them, and wakes the core when something is due."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from plotlane_kit.clock import Clock
from scheduler_svc.core.commands import Command, OpenGroup, OpenHold, Restart, Submit, Tick
from scheduler_svc.core.events import Event, Refused, RunEnded, RunStarted
from scheduler_svc.core.quota.commands import Reserve, SetCalendar
from scheduler_svc.core.quota.decide import calendar_holds
from scheduler_svc.core.quota.report import today_of
from scheduler_svc.core.run import Run
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.errors import NoRoomError
from scheduler_svc.meter import Meter
from scheduler_svc.news import News
from scheduler_svc.offers import Offers
from scheduler_svc.recorder import Recorder
from scheduler_svc.run_log import RunLog


class Driver:
    """Nothing else may make the scheduler decide. Runs on one event loop."""

    def __init__(
        self, scheduler: Scheduler, clock: Clock, news: News, log: RunLog, meter: Meter, recorder: Recorder
    ) -> None:
        self.scheduler = scheduler
        self.news = news
        self.offers = Offers()
        """The streams of the renderers."""
        self.changed = asyncio.Event()
        """Set, and replaced, after each round of changes."""
        self.idle = asyncio.Event()
        """Set while no run, hold or group is live."""
        self.idle.set()
        self.closed = False
        self._clock = clock
        self._recorder = recorder
        self._log = log
        self._meter = meter
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = float("inf")

    def take_over(self, scheduler: Scheduler, clock: Clock, recorder: Recorder) -> None:
        """Go on with what a journal kept: every lease lives on its grace from now on. Before the first command only."""
        self.scheduler, self._clock, self._recorder = scheduler, clock, recorder
        self.news.scheduler = scheduler
        self.do(Restart())
        self.follow_wall_clock()

    def durable(self) -> Coroutine[Any, Any, None]:
        """Return once all that has been decided so far is kept."""
        return self._recorder.durable()

    def certain(self) -> Coroutine[Any, Any, None]:
        """Return once no other process can have taken the lead by now."""
        return self._recorder.certain()

    def now(self) -> float:
        """Core time."""
        return self._clock.monotonic()

    def known(self, run_id: str) -> Run:
        """A run that exists."""
        run = self.scheduler.run(run_id)
        assert run is not None
        return run

    def do(self, command: Command) -> list[Event]:
        """Carry out `command`; what it led to. Raises the `PlotlaneError` of a refusal."""
        if self._has_no_room_for(command):
            error = NoRoomError(retry_after_s=30.0)
            self._meter.refused(error.reason)
            raise error
        events = self._decide(command)
        self.arm()
        if events and isinstance(events[-1], Refused):
            self._meter.refused(events[-1].error.reason)
            raise events[-1].error
        return events

    def follow_wall_clock(self) -> None:
        """Days are the wall clock's, which may be set, or go on while the machine sleeps, as core time does not."""
        now = self._clock.monotonic()
        offset_s = self._clock.wall().timestamp() - now
        if not calendar_holds(self.scheduler.ledger, offset_s, now):
            self._decide(SetCalendar(offset_s))

    def pulse(self) -> None:
        """Let whoever watches the whole look again."""
        self.changed.set()
        self.changed = asyncio.Event()

    def close(self) -> None:
        """Stop the timer."""
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()

    # Time.

    def wake(self) -> None:
        """Do whatever is due; the timer calls this, and calling it early or late is harmless."""
        self._decide(Tick())
        now = self._clock.monotonic()
        self.news.beat(now)
        if self.news.tell_places(now):
            self.pulse()
        self.arm()

    def arm(self) -> None:
        """Set the timer to when something is due or to be told next."""
        now = self._clock.monotonic()
        due = self.scheduler.next_wakeup(now)
        at = min(float("inf") if due is None else due, self.news.due_at())
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

    # Decisions.

    def _decide(self, command: Command) -> list[Event]:
        events = self.scheduler.decide(command, self._clock.monotonic())
        if events:
            self._recorder.record(events, self.scheduler)
            self._publish(events)
        return events

    def _has_no_room_for(self, command: Command) -> bool:
        """What runs needs what is left of the disk to come to its end."""
        if not isinstance(command, Submit | OpenHold | OpenGroup | Reserve) or not self._recorder.is_low_on_room():
            return False
        return self.scheduler.begins_something(command)

    def _publish(self, events: list[Event]) -> None:
        now = self._clock.monotonic()
        for event in events:
            self.news.publish(event, now)
            if isinstance(event, RunStarted | RunEnded):
                self._notice(event, now)
        if self.scheduler.live_leases():
            self.idle.clear()
        else:
            self.idle.set()

    def _notice(self, event: RunStarted | RunEnded, now: float) -> None:
        run = self.known(event.run_id)
        if (latest := self.offers.latest(run.renderer)) is not None:
            latest[0].set()
        if isinstance(event, RunStarted):
            self._meter.started(run)
            return
        self._meter.ended(run)
        ledger = self.scheduler.ledger
        self._log.ended(run, today_of(ledger, run.request.user, ledger.moment(now)))
