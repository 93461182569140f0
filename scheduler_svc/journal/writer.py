"""The writer: one thread that commits what has been handed in, as many at a time as have gathered meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Final

from scheduler_svc.core.events import Event
from scheduler_svc.journal.base import JournalError, Moment, OnFailure

GROUP: Final = 512  # batches in one commit at most, so that the first of a burst does not wait for the last
LINGER_S: Final = 0.00025  # after a commit, for each entry in it but one: what comes meanwhile shares the next
LONGEST_LINGER_S: Final = 0.002


@dataclass(frozen=True, slots=True)
class Batch:
    """Events that are written together; `seq` is the number of the first."""

    seq: int
    events: Sequence[Event]
    at: Moment


@dataclass(frozen=True, slots=True)
class Picture:
    """The state after the event `seq`."""

    seq: int
    snapshot: Callable[[], str]
    at: Moment


Entry = Batch | Picture
Commit = Callable[[Sequence[Entry]], None]


class GroupWriter:
    """Handed entries from one event loop, it calls `commit` with groups of them in its own thread.

    One group is under way at a time; what is put in meanwhile is the next. The loop forms the groups, not the thread,
    so that one wakes the other once a group and not once an entry.
    """

    def __init__(self, commit: Commit, on_failure: OnFailure, beat_s: float | None) -> None:
        """`beat_s`: seconds after which `commit` is called with nothing, to be heard of; None: never."""
        self._commit = commit
        self._on_failure = on_failure
        self._beat_s = beat_s
        self._loop = asyncio.get_running_loop()
        self._gathered: deque[Entry] = deque()
        self._groups: SimpleQueue[Sequence[Entry] | None] = SimpleQueue()
        self._is_busy = False
        """Whether a group is under way, or about to be."""
        self._is_closing = False
        self._handed_in = 0
        self._committed = 0
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def put(self, entry: Entry) -> None:
        """Hand in an entry; it is written after all before it."""
        self._handed_in += 1
        self._gathered.append(entry)
        if not self._is_busy:
            self._is_busy = True
            # Whatever else this turn of the loop decides goes along.
            self._loop.call_soon(self._hand_over)

    async def durable(self) -> None:
        """Return once everything handed in so far is committed; never after a failure."""
        if self._committed >= self._handed_in:
            return
        future: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((self._handed_in, future))
        await future

    async def close(self) -> None:
        """Write what has been handed in, then end the thread."""
        self._is_closing = True
        while self._gathered:
            self._hand_over()
        self._groups.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        group = list(islice(self._gathered, GROUP))
        for _ in group:
            self._gathered.popleft()
        self._is_busy = bool(group)
        if group:
            self._groups.put(group)

    def _work(self) -> None:
        try:
            while (group := self._next()) is not None:
                self._commit(group)
                if group:
                    self._tell(self._done, len(group))
        except JournalError as error:
            self._tell(self._on_failure, error)
        except Exception as error:
            # Whatever it was, nothing is durable any more, and nobody may go on as if it were.
            self._tell(self._on_failure, JournalError(f"the journal's writer failed: {error!r}"))

    def _next(self) -> Sequence[Entry] | None:
        """What to commit next (nothing: only be heard of); None at the end."""
        try:
            return self._groups.get(timeout=self._beat_s)
        except Empty:
            return []

    def _done(self, count: int) -> None:
        self._committed += count
        # Who calls alone waits for nothing; where many call at once, fewer commits leave more of the processor to them.
        if count > 1 and not self._is_closing:
            self._loop.call_later(min(LONGEST_LINGER_S, LINGER_S * (count - 1)), self._hand_over)
        else:
            self._hand_over()
        while self._waiting and self._waiting[0][0] <= self._committed:
            future = self._waiting.popleft()[1]
            if not future.done():
                future.set_result(None)

    def _tell(self, what: Callable[..., None], *values: object) -> None:
        # A loop that is closed has nobody left who waits.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(what, *values)
