"""The history: what a database holds of a journal, as it is read at a start, and the snapshots that keep it short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from scheduler_svc.journal.base import JournalError, Kept, Moment
from scheduler_svc.journal.entry import Entry, Picture
from scheduler_svc.journal.rows import Row, from_row
from scheduler_svc.journal.tables import events, snapshots


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after the event `seq`, as text."""

    seq: int
    data: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Found:
    """The rows as they were read: to understand them takes longer, and nobody is kept waiting for that."""

    snapshot: sa.Row[Any] | None
    rows: Sequence[sa.Row[Any]]

    @property
    def covered(self) -> int:
        """How many events the snapshot covers."""
        return 0 if self.snapshot is None else int(self.snapshot.seq)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.covered + len(self.rows)

    def understood(self, name: str) -> Kept:
        """What the rows say. `name`: what errors call the journal. Raises `JournalError`."""
        for seq, row in enumerate(self.rows, start=self.covered + 1):
            if row.seq != seq:
                raise JournalError(f"{name}: row {seq} is missing; restore the journal from a copy")
        last = self.rows[-1] if self.rows else self.snapshot
        return Kept(
            last=None if last is None else Moment(last.core_at, last.wall_at),
            snapshot=None if self.snapshot is None else self.snapshot.data,
            events=[from_row(Row(row.kind, row.form, row.data), row.seq) for row in self.rows],
            covered=self.covered,
        )


def read(connection: sa.Connection) -> Found:
    """The newest snapshot and what came after it."""
    newest = snapshots.select().order_by(snapshots.c.seq.desc()).limit(1)
    snapshot = connection.execute(newest).first()
    covered = 0 if snapshot is None else snapshot.seq
    later = events.select().where(events.c.seq > covered).order_by(events.c.seq)
    return Found(snapshot, connection.execute(later).all())


def snapshots_of(entries: Sequence[Entry]) -> list[Snapshot]:
    """The pictures among `entries`, made into text."""
    return [Snapshot(entry.seq, entry.snapshot(), entry.at) for entry in entries if isinstance(entry, Picture)]


def save(connection: sa.Connection, snapshot: Snapshot) -> None:
    """Keep this snapshot and the one before it, with the events in between, in case that this one is ever doubted."""
    seqs = snapshots.select().with_only_columns(snapshots.c.seq)
    if connection.execute(seqs.where(snapshots.c.seq == snapshot.seq)).first() is not None:
        return
    before = connection.execute(seqs.order_by(snapshots.c.seq.desc()).limit(1)).scalar()
    if before is not None:
        connection.execute(snapshots.delete().where(snapshots.c.seq < before))
        connection.execute(events.delete().where(events.c.seq <= before))
    values = {"seq": snapshot.seq, "data": snapshot.data, "core_at": snapshot.at.core, "wall_at": snapshot.at.wall}
    connection.execute(snapshots.insert().values(values))
