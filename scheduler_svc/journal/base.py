"""The journal's seam: what every journal keeps, in what order, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scheduler_svc.core.events import Event


class JournalError(Exception):
    """The journal cannot be opened, read or written; the message is one line for the operator."""


class DeposedError(JournalError):
    """Another scheduler leads this journal now; nothing that this one decides may take effect any more."""


class RoomError(JournalError):
    """There is no room left on the disk."""


class BusyError(JournalError):
    """Another program has the file locked at this moment; nothing was written."""


class OutageError(JournalError):
    """The database could not be reached, or the connection was lost: it may be there again in a moment."""


class CutOffError(OutageError):
    """There was no connection, or it was lost before a transaction was to be committed: nothing of it was written."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment on two clocks: core time, in seconds since the journal was begun, and seconds since 1970."""

    core: float
    wall: float


@dataclass(frozen=True, slots=True)
class Kept:
    """What a journal holds when it is opened."""

    last: Moment | None
    """When it was last written to; None for a new journal."""
    snapshot: str | None
    """The state after every event up to some point, as it was saved; None: replay begins with nothing."""
    events: Sequence[Event]
    """Every event after the snapshot."""
    covered: int = 0
    """How many events the snapshot covers: the number of the event before the first of `events`."""


OnFailure = Callable[[JournalError], None]


class Journal(Protocol):
    """Events in one order, written in groups by one writer; used from one event loop, and never blocking it for long.

    After a failed write nothing becomes durable any more: `on_failure` is called once, and whoever waits in
    `durable()` waits until the process ends.
    """

    async def open(self, on_failure: OnFailure) -> Kept:
        """Become the one writer and read what is there. Waits while another scheduler leads. Raises `JournalError`."""
        ...

    def append(self, events: Sequence[Event], at: Moment) -> None:
        """Write `events`, decided together at `at`, after everything before them; all of them or none."""
        ...

    def save_snapshot(self, snapshot: Callable[[], str], at: Moment) -> None:
        """Write the state after every event so far; replay will begin there, and older events may be dropped.

        `snapshot` is called once, in whatever thread writes.
        """
        ...

    def since_snapshot(self) -> int:
        """How many events the newest snapshot does not cover."""
        ...

    def is_low_on_room(self) -> bool:
        """Whether so little room is left that nothing new should be begun."""
        ...

    def durable(self) -> Coroutine[Any, Any, None]:
        """Return once everything appended so far would survive the end of this process, which is `certain` to lead."""
        ...

    def certain(self) -> Coroutine[Any, Any, None]:
        """Return once no other process can have taken the lead by now."""
        ...

    async def close(self) -> None:
        """Finish what has been appended and let go. Safe to call twice, and on a journal that was never opened."""
        ...
