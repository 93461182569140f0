"""The log of a fan-out: the events of all its members and of the whole, numbered in one row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from agent_svc.fanout.member import Member
from agent_svc.turns.events import Blocked, Done, Event, Queued


@dataclass(frozen=True, slots=True)
class Told:
    """An event and its id; `member` is None for an event of the whole."""

    event_id: int
    member: Member | None
    event: Event


class FanOutLog:
    """Numbers events and wakes whoever follows.

    Of where a member waits only the latest is kept, so that a log stays short however long the queue: a late reader
    sees a gap in the ids there.
    """

    def __init__(self, first_id: int = 1) -> None:
        self._told: dict[int, Told] = {}
        self._next_id = first_id
        self._waits: dict[Member, int] = {}
        self._changed = asyncio.Event()
        self.closed = False
        """Whether the last event has been written."""

    @property
    def begun(self) -> bool:
        """Whether there is any event."""
        return bool(self._told)

    def append(self, member: Member | None, event: Event) -> None:
        """Write the next event; `Done` of the whole is the last. Raises RuntimeError after it."""
        if self.closed:
            raise RuntimeError("the fan-out has ended")
        event_id, self._next_id = self._next_id, self._next_id + 1
        if member is not None and isinstance(event, Queued | Blocked):
            self._told.pop(self._waits.get(member, 0), None)
            self._waits[member] = event_id
        self._told[event_id] = Told(event_id, member, event)
        self.closed = member is None and isinstance(event, Done)
        self._changed.set()
        self._changed = asyncio.Event()

    async def follow(self, after: int = 0) -> AsyncIterator[Told]:
        """The events with a larger id than `after`, those that were and those that come, up to the last.

        Every reader gets the last event: one that has seen it, or more than there is, gets it again.
        """
        last = self._next_id - 1
        seen = min(after, last - 1 if self.closed else last)
        while True:
            changed = self._changed
            for told in [kept for event_id, kept in self._told.items() if event_id > seen]:
                seen = told.event_id
                yield told
            if self.closed and seen == self._next_id - 1:
                return
            await changed.wait()
