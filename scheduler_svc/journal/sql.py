"""The SQL journal: events, snapshots and the leadership in one database, SQLite or PostgreSQL, on one code path."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from scheduler_svc.core.events import Event
from scheduler_svc.journal import leadership
from scheduler_svc.journal.base import DeposedError, JournalError, Kept, Moment, OnFailure, OutageError
from scheduler_svc.journal.certainty import Certainty, OnCertainty, ticking, unnoticed
from scheduler_svc.journal.commits import FileCommits, ServerCommits
from scheduler_svc.journal.database import Synchronous, migrate
from scheduler_svc.journal.entry import Batch, Picture
from scheduler_svc.journal.file import JournalFile
from scheduler_svc.journal.history import Found, read
from scheduler_svc.journal.leadership import Leadership
from scheduler_svc.journal.standby import OnOutage, stand_by, untold
from scheduler_svc.journal.store import Store
from scheduler_svc.journal.writer import GroupWriter, OnCommit, unheard

T = TypeVar("T")

BEATS_IN_SILENCE: Final = 5  # how often a leader is heard of in the time after which it counts as silent


@dataclass(frozen=True, slots=True)
class SqlOptions:
    """How a SQL journal behaves."""

    synchronous: Synchronous = Synchronous.FULL
    silence_s: float = 2.5
    """Seconds without a word from the leader after which a standby takes over; PostgreSQL only."""
    room_bytes: int = 64 * 1024 * 1024
    """Free space on a journal file's disk below which nothing new is begun; SQLite only."""
    on_commit: OnCommit = unheard
    """Told of each commit; see `OnCommit`."""
    on_outage: OnOutage = untold
    """Told of each outage of the database; see `OnOutage`. PostgreSQL only."""
    on_certainty: OnCertainty = unnoticed
    """Told when it is in doubt whether this scheduler leads, and when it is not; see `OnCertainty`. PostgreSQL only."""


class SqlJournal:
    """See `Journal`. Threads work on the database, one at a time, and the loop where `GroupWriter` lets it."""

    def __init__(self, url: str, options: SqlOptions) -> None:
        """`url`: as SQLAlchemy writes it. Raises `JournalError` when it is none, or there is no driver for it."""
        self._options = options
        self._store = Store(url, options.synchronous)
        self._opener = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal-open")
        self._file: JournalFile | None = None
        """Not of a PostgreSQL."""
        self._leadership: Leadership | None = None
        self._certainty: Certainty | None = None
        """Of a PostgreSQL alone: the kernel keeps everybody else from a file."""
        self._writer: GroupWriter | None = None
        self._seq = 0
        self._covered = 0

    async def open(self, on_failure: OnFailure) -> Kept:
        path = self._store.path
        if path is not None:
            self._file = JournalFile(path, self._options.room_bytes)
        await self._in_thread(_prepare)
        leading, found = await self._lead()
        self._covered, self._seq = found.covered, found.seq
        self._writer = self._start_writer(leading, on_failure)
        # From here on the writer is heard of: what is large may take its time.
        return await asyncio.get_running_loop().run_in_executor(self._opener, found.understood, self._store.name)

    def _start_writer(self, leading: Leadership, on_failure: OnFailure) -> GroupWriter:
        heard = self._options.on_commit
        if self._certainty is not None:
            commits = ServerCommits(self._store, leading, self._options.on_outage, self._certainty.show_from_thread)
            return GroupWriter(commits, on_failure, self._options.silence_s / BEATS_IN_SILENCE, heard)
        assert self._file is not None
        self._file.use(self._store.engine)
        file_commits, is_for_loop = FileCommits(self._store, self._file, leading), self._file.is_quickly_written
        return GroupWriter(file_commits, on_failure, None, heard, at_once=file_commits.at_once, is_for_loop=is_for_loop)

    async def _lead(self) -> tuple[Leadership, Found]:
        # Nobody else can have a file's lock: whoever led it has ended.
        silence_s = self._options.silence_s if self._file is None else 0.0
        while True:
            leading = await stand_by(self._in_thread, silence_s, self._options.on_outage)
            self._leadership = leading
            began = ticking()
            try:
                found = await self._in_thread(partial(_read, leading=leading))
            except (OutageError, DeposedError):
                # Nobody was told anything yet: whoever has not begun to lead stands by again.
                self._leadership = None
                continue
            if self._file is None:
                self._certainty = Certainty(silence_s, began, self._options.on_certainty)
            return leading, found

    def append(self, events: Sequence[Event], at: Moment) -> None:
        assert self._writer is not None
        self._writer.put(Batch(self._seq + 1, events, at))
        self._seq += len(events)

    def save_snapshot(self, snapshot: Callable[[], str], at: Moment) -> None:
        assert self._writer is not None
        self._writer.put(Picture(self._seq, snapshot, at))
        self._covered = self._seq

    def since_snapshot(self) -> int:
        return self._seq - self._covered

    def is_low_on_room(self) -> bool:
        return self._file is not None and self._file.room.is_low()

    def durable(self) -> Coroutine[Any, Any, None]:
        if self._writer is None:
            return _at_once()
        return self._writer.durable() if self._certainty is None else self._surely_kept(self._writer, self._certainty)

    async def _surely_kept(self, writer: GroupWriter, certainty: Certainty) -> None:
        await writer.durable()
        await certainty.wait()

    def certain(self) -> Coroutine[Any, Any, None]:
        return _at_once() if self._certainty is None else self._certainty.wait()

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._certainty is not None:
            self._certainty.close()
        if self._leadership is not None:
            # Without this word a successor waits a little longer, that is all.
            with suppress(JournalError):
                await self._in_thread(self._leadership.abdicate)
            self._leadership = None
        self._opener.shutdown()
        self._store.close()
        if self._file is not None:
            self._file.release()

    async def _in_thread(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._opener, self._store.transaction, work)


def _prepare(connection: sa.Connection) -> None:
    migrate(connection)
    leadership.found(connection)


def _read(connection: sa.Connection, leading: Leadership) -> Found:
    leading.renew(connection)
    return read(connection)


async def _at_once() -> None:
    return None
