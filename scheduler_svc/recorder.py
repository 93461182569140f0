"""The recorder: hands decided events to the journal, and a snapshot now and then so that a restart replays little."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Final

from plotlane_kit.clock import Clock
from scheduler_svc.core.events import Event, Refused
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.journal.base import Journal, Moment
from scheduler_svc.journal.codec import encode_in_steps

SNAPSHOT_EVENTS: Final = 25_000


class Recorder:
    """What the engine knows of the journal. Nothing here blocks."""

    def __init__(self, journal: Journal, clock: Clock, snapshot_events: int = SNAPSHOT_EVENTS) -> None:
        """`clock`: core time. `snapshot_events`: how many events lie between two snapshots."""
        self._journal = journal
        self._clock = clock
        self._snapshot_events = snapshot_events

    def record(self, events: Sequence[Event], scheduler: Scheduler) -> None:
        """Write what has just been decided; a refusal changed nothing and is not written."""
        changes = [event for event in events if not isinstance(event, Refused)]
        if not changes:
            return
        self._journal.append(changes, self._now())
        if self._journal.since_snapshot() >= self._snapshot_events:
            self.save(scheduler)

    def save(self, scheduler: Scheduler) -> None:
        """Write the whole state."""
        self._journal.save_snapshot(partial(encode_in_steps, scheduler.snapshot()), self._now())

    def is_low_on_room(self) -> bool:
        """Whether nothing new should be begun for want of disk space."""
        return self._journal.is_low_on_room()

    def durable(self) -> Coroutine[Any, Any, None]:
        """Return once everything recorded so far would survive the end of this process, which certainly leads."""
        return self._journal.durable()

    def certain(self) -> Coroutine[Any, Any, None]:
        """Return once no other process can have taken the lead by now."""
        return self._journal.certain()

    def _now(self) -> Moment:
        return Moment(self._clock.monotonic(), self._clock.wall().timestamp())
