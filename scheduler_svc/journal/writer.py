"""The writer: commits what has been handed in, group after group, as many entries at a time as have gathered."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Final

from scheduler_svc.journal.base import BusyError, JournalError, OnFailure
from scheduler_svc.journal.entry import Commit, Entry
from scheduler_svc.journal.stall import Stall

GROUP: Final = 512  # batches in one commit at most, so that the first of a burst does not wait for the last
LINGER_S: Final = 0.0005  # after a commit, for each entry in it but one: what comes meanwhile shares the next
LONGEST_LINGER_S: Final = 0.004


Later = Callable[[float, Callable[[], None]], object]
"""Calls in the loop after so many seconds."""
OnCommit = Callable[[int, float], None]
"""Told of each commit how many entries it had and how many seconds it took, in the writer's thread."""


def unheard(_: int, __: float) -> None:
    """What is told when nobody wants to know."""


def never(_: Entry) -> bool:
    """The loop commits nothing itself."""
    return False


class GroupWriter:
    """Handed entries from one event loop, it calls `commit` with groups of them in its own thread.

    One group is under way at a time; what is put in meanwhile is the next. The loop forms the groups, not the thread,
    so that one wakes the other once a group and not once an entry. An entry that comes alone, while callers come one by
    one, is committed by the loop: waking a thread and being woken takes longer than a quick disk, and whoever comes
    meanwhile would have to wait for that commit anyway. A `Stall` bounds what a slow disk may take of the loop's time.
    """

    def __init__(
        self,
        commit: Commit,
        on_failure: OnFailure,
        beat_s: float | None,
        on_commit: OnCommit = unheard,
        *,
        at_once: Commit | None = None,
        is_for_loop: Callable[[Entry], bool] = never,
        stall: Stall | None = None,
        later: Later | None = None,
    ) -> None:
        """`beat_s`: seconds after which `commit` is called with nothing, to be heard of; None: never.

        `is_for_loop`: whether this entry may be committed by the loop when it is alone; not together with `beat_s`.
        `at_once`: how the loop commits, raising `BusyError` where `commit` would wait; None: as `commit` does. `later`:
        None: the loop's own.
        """
        self._commit = commit
        self._commit_at_once = at_once or commit
        self._on_failure = on_failure
        self._beat_s = beat_s
        self._on_commit = on_commit
        self._is_for_loop = is_for_loop
        self._stall = stall or Stall()
        self._loop = asyncio.get_running_loop()
        self._later = later or self._loop.call_later
        self._gathered: deque[Entry] = deque()
        self._groups: SimpleQueue[Sequence[Entry] | None] = SimpleQueue()
        self._is_busy = False
        """Whether a group is under way, or about to be."""
        self._come_alone = True
        """Whether the last group was a single entry."""
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
        if not group:
            return
        comes_alone, self._come_alone = self._come_alone, len(group) == 1
        if comes_alone and self._come_alone and self._may_loop_commit(group[0]):
            self._commit_here(group)
        else:
            self._groups.put(group)

    def _may_loop_commit(self, entry: Entry) -> bool:
        return not self._is_closing and self._is_for_loop(entry) and self._stall.is_allowed()

    def _commit_here(self, group: Sequence[Entry]) -> None:
        began = time.perf_counter()
        error = self._try(self._commit_at_once, group)
        if isinstance(error, BusyError):
            # The thread may wait until the other program is done.
            self._groups.put(group)
            return
        if error is not None:
            self._on_failure(error)
            return
        took_s = time.perf_counter() - began
        self._stall.note(took_s)
        self._done(len(group))
        self._on_commit(len(group), took_s)

    def _work(self) -> None:
        while (group := self._next()) is not None:
            began = time.perf_counter()
            if (error := self._try(self._commit, group)) is not None:
                self._tell(self._on_failure, error)
                return
            if group:
                self._on_commit(len(group), time.perf_counter() - began)
                self._tell(self._done, len(group))

    def _try(self, commit: Commit, group: Sequence[Entry]) -> JournalError | None:
        try:
            commit(group)
        except JournalError as error:
            return error
        except Exception as error:
            # Whatever it was, nothing is durable any more, and nobody may go on as if it were.
            return JournalError(f"the journal's writer failed: {error!r}")
        return None

    def _next(self) -> Sequence[Entry] | None:
        """What to commit next (nothing: only be heard of); None at the end."""
        try:
            return self._groups.get(timeout=self._beat_s)
        except Empty:
            return []

    def _done(self, count: int) -> None:
        self._committed += count
        while self._waiting and self._waiting[0][0] <= self._committed:
            future = self._waiting.popleft()[1]
            if not future.done():
                future.set_result(None)
        # Who calls alone waits for nothing; where many call at once, fewer commits leave more of the processor to them.
        if count > 1 and not self._is_closing:
            self._later(min(LONGEST_LINGER_S, LINGER_S * (count - 1)), self._hand_over)
        else:
            self._hand_over()

    def _tell(self, what: Callable[..., None], *values: object) -> None:
        # A loop that is closed has nobody left who waits.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(what, *values)
