"""The log of a turn: its events, numbered, and the readers that follow them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from agent_svc.turns.events import Done, Event, Numbered, Queued

MAX_EVENTS: Final = 512


class TurnLog:
    """Numbers events from 1 and wakes whoever reads.

    Holds at most `MAX_EVENTS`: beyond that the oldest queue positions are forgotten, which are worth nothing by then; a
    late reader sees a gap in the ids there.
    """

    def __init__(self, on_readers: Callable[[int], None] = lambda _count: None) -> None:
        self._events: list[Numbered] = []
        self._last_id = 0
        self._readers: set[Reader] = set()
        self._on_readers = on_readers

    @property
    def begun(self) -> bool:
        """Whether there is any event."""
        return bool(self._events)

    @property
    def closed(self) -> bool:
        """Whether the last event has been written."""
        return bool(self._events) and isinstance(self._events[-1].event, Done)

    @property
    def readers(self) -> int:
        """How many follow now."""
        return len(self._readers)

    def append(self, event: Event) -> None:
        """Write the next event. Raises RuntimeError after `Done`: a turn ends once."""
        if self.closed:
            raise RuntimeError("the turn has ended")
        self._last_id += 1
        self._events.append(Numbered(self._last_id, event))
        if len(self._events) > MAX_EVENTS:
            self._forget_a_position()
        for reader in self._readers:
            reader.wake()

    def has(self, kind: type[Event]) -> bool:
        """Whether there is an event of this kind."""
        return any(isinstance(each.event, kind) for each in self._events)

    def after(self, event_id: int) -> list[Numbered]:
        """The events with a larger id, in order."""
        first = len(self._events)
        while first > 0 and self._events[first - 1].event_id > event_id:
            first -= 1
        return self._events[first:]

    def follow(self, after: int = 0) -> Reader:
        """A reader of the events with a larger id than `after`, those that were and those that come.

        Every reader gets the last event: one that has seen it, or more than there is, gets it again.
        """
        seen = min(after, self._last_id - 1 if self.closed else self._last_id)
        reader = Reader(self, seen)
        self._readers.add(reader)
        self._on_readers(len(self._readers))
        return reader

    def leave(self, reader: Reader) -> None:
        """Forget a reader; safe to call twice."""
        if reader in self._readers:
            self._readers.remove(reader)
            self._on_readers(len(self._readers))

    def _forget_a_position(self) -> None:
        oldest = next((index for index, kept in enumerate(self._events) if isinstance(kept.event, Queued)), None)
        if oldest is not None:
            del self._events[oldest]


class Reader:
    """Follows a log to its end; `close` it when nobody listens any more."""

    def __init__(self, log: TurnLog, after: int) -> None:
        self._log = log
        self._seen = after
        self._news = asyncio.Event()
        self._closed = False

    def wake(self) -> None:
        """There is something new."""
        self._news.set()

    def close(self) -> None:
        """Stop reading; safe to call twice."""
        self._closed = True
        self._log.leave(self)
        self._news.set()

    def __aiter__(self) -> Reader:
        return self

    async def __anext__(self) -> Numbered:
        while not self._closed:
            self._news.clear()
            new = self._log.after(self._seen)
            if new:
                self._seen = new[0].event_id
                return new[0]
            if self._log.closed:
                break
            await self._news.wait()
        self.close()
        raise StopAsyncIteration
