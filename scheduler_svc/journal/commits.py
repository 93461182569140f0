"""The commits: how a group of entries is written, to a file or to a server, and what is tried again until it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import sqlalchemy as sa

from scheduler_svc.journal.appending import Values, append, rows_of
from scheduler_svc.journal.base import BusyError, CutOffError, RoomError
from scheduler_svc.journal.certainty import ticking
from scheduler_svc.journal.entry import Entry, Picture
from scheduler_svc.journal.file import JournalFile
from scheduler_svc.journal.history import Snapshot, save, snapshots_of
from scheduler_svc.journal.leadership import Leadership
from scheduler_svc.journal.standby import OnOutage
from scheduler_svc.journal.store import Store

# Before each further try of a commit of which nothing was written. The first is for a leader that got no turn in the
# midst of it and was cut off; the rest is as long as a server takes to start again.
PAUSES_S: Final = (0.0, 0.1, 0.25, 0.5, 1.0, 1.0, 1.0, 1.0)
LONGEST_OUTAGE_S: Final = 10.0  # after which there is no further try, however few there were
BUSY_S: Final = 5.0  # for which another program may keep a file locked
_BUSY_PAUSE_S: Final = 0.01

OnProof = Callable[[float], None]


class FileCommits:
    """Into a file of ours."""

    def __init__(self, store: Store, file: JournalFile, leading: Leadership) -> None:
        self._store = store
        self._file = file
        self._leading = leading

    def __call__(self, entries: Sequence[Entry]) -> None:
        """Write them; while another program has the file locked, try again for up to 5 s. Raises `JournalError`."""
        self._commit(entries, BUSY_S)

    def at_once(self, entries: Sequence[Entry]) -> None:
        """Write them without waiting for anybody: raises `BusyError` when another program has the file locked."""
        self._commit(entries, 0.0)

    def _commit(self, entries: Sequence[Entry], patience_s: float) -> None:
        rows, pictures = rows_of(entries, self._leading.term), snapshots_of(entries)
        file, is_log_long = self._file, self._file.is_log_long()
        try:
            self._write_when_free(rows, pictures, patience_s)
        except RoomError:
            # What runs must be able to end; nothing new is begun until there is space again.
            if not file.room.spend():
                raise
            self._write_when_free(rows, pictures, patience_s)
        file.check()
        if pictures:
            file.note_snapshot()
        elif is_log_long:
            file.shorten_log()

    def _write_when_free(self, rows: Sequence[Values], pictures: Sequence[Snapshot], patience_s: float) -> None:
        give_up_at = time.monotonic() + patience_s
        while True:
            try:
                return self._write(rows, pictures)
            except BusyError:
                if time.monotonic() >= give_up_at:
                    raise
            time.sleep(_BUSY_PAUSE_S)

    def _write(self, rows: Sequence[Values], pictures: Sequence[Snapshot]) -> None:
        if pictures:
            _write(self._store, rows, pictures, self._leading)
            return
        with self._store.named():
            self._file.append(rows, self._leading)


class ServerCommits:
    """To a server, which may be away for a moment."""

    def __init__(self, store: Store, leading: Leadership, on_outage: OnOutage, on_proof: OnProof) -> None:
        """`on_proof`: told of each commit that counted when it was sent: until then nobody had taken over."""
        self._store = store
        self._leading = leading
        self._on_outage = on_outage
        self._on_proof = on_proof

    def __call__(self, entries: Sequence[Entry]) -> None:
        """Write them, or with none of them just prove to lead; what did not get through is tried again for about 5 s.

        Raises `JournalError`.
        """
        if any(isinstance(entry, Picture) for entry in entries):
            # To be heard of before what takes longest.
            self._write((), ())
        # Before a transaction begins: whoever is slow in the midst of one keeps others waiting, and may be cut off.
        self._write(rows_of(entries, self._leading.term), snapshots_of(entries))

    def _write(self, rows: Sequence[Values], pictures: Sequence[Snapshot]) -> None:
        give_up_at = time.monotonic() + LONGEST_OUTAGE_S
        for number, pause_s in enumerate(PAUSES_S):
            try:
                return self._on_proof(_write(self._store, rows, pictures, self._leading))
            except CutOffError as error:
                # Nothing was written; whether we still lead is asked again with it.
                if time.monotonic() >= give_up_at:
                    raise
                if number == 1:
                    self._on_outage(error)
                time.sleep(pause_s)
        return self._on_proof(_write(self._store, rows, pictures, self._leading))


def _write(store: Store, rows: Sequence[Values], pictures: Sequence[Snapshot], leading: Leadership) -> float:
    """When the commit was sent: no standby can have heard of it before."""

    def write(connection: sa.Connection) -> float:
        with store.not_committed():
            append(connection, rows, leading)
            for picture in pictures:
                save(connection, picture)
        return ticking()

    return store.transaction(write)
