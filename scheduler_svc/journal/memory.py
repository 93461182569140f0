"""The memory twin: a journal that forgets with its process; for tests, benchmarks, and who wants no file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scheduler_svc.core.events import Event
from scheduler_svc.journal.base import Kept, Moment, OnFailure
from scheduler_svc.journal.rows import Row, from_row, to_row


class MemoryJournal:
    """Keeps the same rows as the database, so that an event that cannot be written or read shows here too."""

    def __init__(self) -> None:
        self._last: Moment | None = None
        self._snapshot: str | None = None
        self._rows: list[Row] = []
        self._covered = 0

    async def open(self, on_failure: OnFailure) -> Kept:  # noqa: ARG002 (memory does not fail)
        events = [from_row(row, seq) for seq, row in enumerate(self._rows, start=self._covered + 1)]
        return Kept(self._last, self._snapshot, events, self._covered)

    def append(self, events: Sequence[Event], at: Moment) -> None:
        self._rows += [to_row(event) for event in events]
        self._last = at

    def save_snapshot(self, snapshot: Callable[[], str], at: Moment) -> None:
        self._covered += len(self._rows)
        self._snapshot, self._rows, self._last = snapshot(), [], at

    def since_snapshot(self) -> int:
        return len(self._rows)

    def is_low_on_room(self) -> bool:
        return False

    async def durable(self) -> None:
        return None

    async def certain(self) -> None:
        return None

    async def close(self) -> None:
        return None
