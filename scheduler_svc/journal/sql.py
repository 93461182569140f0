"""The SQL journal: events, snapshots and the leadership in one database, SQLite or PostgreSQL, on one code path."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import sqlalchemy as sa

from scheduler_svc.core.events import Event
from scheduler_svc.journal import leadership
from scheduler_svc.journal.appending import append
from scheduler_svc.journal.base import JournalError, Kept, Moment, OnFailure, RoomError
from scheduler_svc.journal.database import FileLock, Synchronous, connect, is_full, migrate, reason, shown
from scheduler_svc.journal.leadership import Leadership
from scheduler_svc.journal.room import Room
from scheduler_svc.journal.rows import Row, from_row
from scheduler_svc.journal.tables import events as events_table
from scheduler_svc.journal.tables import snapshots as snapshots_table
from scheduler_svc.journal.writer import Batch, Entry, GroupWriter, Picture

T = TypeVar("T")

STANDBY_POLL_S: Final = 0.25
BEATS_IN_SILENCE: Final = 5  # how often a leader is heard of in the time after which it counts as silent


@dataclass(frozen=True, slots=True)
class SqlOptions:
    """How a SQL journal behaves."""

    synchronous: Synchronous = Synchronous.FULL
    silence_s: float = 2.5
    """Seconds without a word from the leader after which a standby takes over; PostgreSQL only."""
    room_bytes: int = 64 * 1024 * 1024
    """Free space on a journal file's disk below which nothing new is begun; SQLite only."""


class SqlJournal:
    """See `Journal`. All work on the database is done in threads, one at a time."""

    def __init__(self, url: str, options: SqlOptions) -> None:
        """`url`: as SQLAlchemy writes it. Raises `JournalError` when it is none, or there is no driver for it."""
        self._url = shown(url)
        self._options = options
        self._engine = connect(url, options.synchronous)
        self._opener = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal-open")
        self._owned = ExitStack()
        self._room: Room | None = None
        self._leadership: Leadership | None = None
        self._writer: GroupWriter | None = None
        self._seq = 0
        self._covered = 0

    async def open(self, on_failure: OnFailure) -> Kept:
        path = self._path()
        if path is not None:
            self._own_file(path)
        await self._in_thread(self._prepare)
        # Nobody else can have a file's lock: whoever led it has ended.
        leading = await self._lead(self._options.silence_s if path is None else 0.0)
        kept = await self._in_thread(lambda connection: self._read(connection, leading))
        beat_s = self._options.silence_s / BEATS_IN_SILENCE if path is None else None
        self._writer = GroupWriter(lambda entries: self._commit(entries, leading), on_failure, beat_s)
        return kept

    async def _lead(self, silence_s: float) -> Leadership:
        time = asyncio.get_running_loop().time
        last, since = await self._in_thread(leadership.listen), time()
        while True:
            if last.is_vacant or time() >= since + silence_s:
                taken = await self._in_thread(partial(leadership.take_over, last=last))
                if taken is not None:
                    self._leadership = taken
                    return taken
            await asyncio.sleep(STANDBY_POLL_S)
            beat = await self._in_thread(leadership.listen)
            if beat != last:
                last, since = beat, time()

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
        return self._room is not None and self._room.is_low()

    async def durable(self) -> None:
        if self._writer is not None:
            await self._writer.durable()

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._leadership is not None:
            # Without this word a successor waits a little longer, that is all.
            with suppress(JournalError):
                await self._in_thread(self._leadership.abdicate)
            self._leadership = None
        self._opener.shutdown()
        self._engine.dispose()
        self._owned.close()

    # In a thread.

    def _prepare(self, connection: sa.Connection) -> None:
        migrate(connection)
        leadership.found(connection)

    def _read(self, connection: sa.Connection, leading: Leadership) -> Kept:
        leading.renew(connection)
        newest = snapshots_table.select().order_by(snapshots_table.c.seq.desc()).limit(1)
        picture = connection.execute(newest).first()
        self._covered = self._seq = 0 if picture is None else picture.seq
        later = events_table.select().where(events_table.c.seq > self._covered).order_by(events_table.c.seq)
        rows = connection.execute(later).all()
        for row in rows:
            self._seq += 1
            if row.seq != self._seq:
                raise JournalError(f"{self._url}: row {self._seq} is missing; restore the journal from a copy")
        last = rows[-1] if rows else picture
        return Kept(
            last=None if last is None else Moment(last.core_at, last.wall_at),
            snapshot=None if picture is None else picture.data,
            events=[from_row(Row(row.kind, row.form, row.data), row.seq) for row in rows],
        )

    def _commit(self, entries: Sequence[Entry], leading: Leadership) -> None:
        def write(connection: sa.Connection) -> None:
            append(connection, [entry for entry in entries if isinstance(entry, Batch)], leading)
            for entry in entries:
                if isinstance(entry, Picture):
                    _save(connection, entry)

        try:
            self._transaction(write)
        except RoomError:
            # What runs must be able to end; nothing new is begun until there is space again.
            if self._room is None or not self._room.spend():
                raise
            self._transaction(write)

    def _transaction(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            with self._engine.begin() as connection:
                return work(connection)
        except sa.exc.SQLAlchemyError as error:
            kind = RoomError if is_full(error) else JournalError
            raise kind(f"the journal {self._url} failed: {reason(error)}") from error

    async def _in_thread(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._opener, self._transaction, work)

    def _own_file(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._owned.callback(FileLock(path).release)
        except OSError as error:
            raise JournalError(f"the journal {path} cannot be opened: {error.strerror}") from error
        self._room = Room(path, self._options.room_bytes)
        self._room.refill()

    def _path(self) -> Path | None:
        url = self._engine.url
        return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _save(connection: sa.Connection, picture: Picture) -> None:
    """Keep this snapshot and the one before it, with the events in between, in case that this one is ever doubted."""
    seqs = snapshots_table.select().with_only_columns(snapshots_table.c.seq)
    if connection.execute(seqs.where(snapshots_table.c.seq == picture.seq)).first() is not None:
        return
    before = connection.execute(seqs.order_by(snapshots_table.c.seq.desc()).limit(1)).scalar()
    if before is not None:
        connection.execute(snapshots_table.delete().where(snapshots_table.c.seq < before))
        connection.execute(events_table.delete().where(events_table.c.seq <= before))
    values = {"seq": picture.seq, "data": picture.snapshot(), "core_at": picture.at.core, "wall_at": picture.at.wall}
    connection.execute(snapshots_table.insert().values(values))
