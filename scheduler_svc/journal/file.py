"""The journal's file: one scheduler's alone, still what its path names, and written by the driver itself."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from scheduler_svc.journal.appending import Values, append_to_file
from scheduler_svc.journal.base import JournalError
from scheduler_svc.journal.database import FileLock, driver_connection
from scheduler_svc.journal.entry import Batch, Entry
from scheduler_svc.journal.identity import FileIdentity
from scheduler_svc.journal.leadership import Leadership
from scheduler_svc.journal.room import Room

CHECKPOINT_PAGES: Final = 1_000  # of the log; SQLite's own measure
FEW_EVENTS: Final = 8  # what the loop commits itself costs it well under a millisecond to write
_EVENTS_ON_A_PAGE: Final = 8


class JournalFile:
    """A database file from the moment that it is this process's own."""

    def __init__(self, path: Path, room_bytes: int) -> None:
        """Take the lock of the file that `path` leads to. `room_bytes`: free space below which nothing new is begun.

        Folder and file are made for their owner alone: they hold who does what.

        Raises `JournalError` when the folder cannot be used, or another process has the file.
        """
        self._named = path
        # Under two names it is one file still; the driver, too, keeps what belongs to it beside the file itself.
        self._path = path = path.resolve()
        self._owned = ExitStack()
        self._connection: sqlite3.Connection | None = None
        self._files = FileIdentity(())
        self._log_pages = 0
        """About how long the log has grown."""
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._owned.callback(FileLock(path).release)
            # The driver would make it as readable as the process's mask leaves it, and its log like it.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        except OSError as error:
            raise JournalError(f"the journal {path} cannot be opened: {error.strerror}") from error
        self.room = Room(path, room_bytes)
        self.room.refill()

    def use(self, engine: sa.Engine) -> None:
        """Write over the one connection of `engine`, which has been led and read by now."""
        self._connection = driver_connection(engine)
        # The loop must not wait here for another program, and whoever may wait tries again by itself.
        self._connection.execute("PRAGMA busy_timeout=0").fetchall()
        # By itself SQLite would do it in the midst of any commit, also of one that the event loop waits for.
        self._connection.execute("PRAGMA wal_autocheckpoint=0").fetchall()
        # Whoever leads has been written by now: all of the database's files are there.
        own = [self._path.with_name(self._path.name + suffix) for suffix in ("", "-wal", ".lock")]
        self._files = FileIdentity(dict.fromkeys([self._named.absolute(), *own]))

    def append(self, rows: Sequence[Values], leading: Leadership) -> None:
        """Write `rows` in a transaction. Raises `DeposedError`, and what the driver raises."""
        assert self._connection is not None
        append_to_file(self._connection, rows, leading)
        self._log_pages += 1 + len(rows) // _EVENTS_ON_A_PAGE

    def note_snapshot(self) -> None:
        """A snapshot was written, which is many pages."""
        self._log_pages = CHECKPOINT_PAGES

    def is_quickly_written(self, entry: Entry) -> bool:
        """Whether this entry, alone, is written by one short flush and nothing else."""
        return isinstance(entry, Batch) and len(entry.events) <= FEW_EVENTS and not self.is_log_long()

    def is_log_long(self) -> bool:
        """Whether `shorten_log` is due."""
        return self._log_pages >= CHECKPOINT_PAGES

    def shorten_log(self) -> None:
        """Copy what is in the log into the database, so that the log begins anew; that takes several flushes."""
        assert self._connection is not None
        self._log_pages = 0
        # What cannot be copied, for want of room say, stays in the log and is as safe there; another time, then.
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint").fetchall()

    def check(self) -> None:
        """Raise `JournalError` when a file of the journal was removed or replaced: what is in it does not count."""
        self._files.check()

    def release(self) -> None:
        """Let another process have it."""
        self._owned.close()
