"""The journal's seam: what every journal keeps, in what order, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from scheduler_svc.core.events import Event


class JournalError(Exception):
    """The journal cannot be opened, read or written; the message is one line for the operator."""


class DeposedError(JournalError):
    """Another scheduler leads this journal now; nothing that this one decides may take effect any more."""


class RoomError(JournalError):
    """There is no room left on the disk."""


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


OnFailure = Callable[[JournalError], None]


class Journal(Protocol):
    """Events in one order, written in groups by one writer; used from one event loop and never blocking it.

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

    async def durable(self) -> None:
        """Return once everything appended so far would survive the end of this process."""
        ...

    async def close(self) -> None:
        """Finish what has been appended and let go. Safe to call twice, and on a journal that was never opened."""
        ...
