"""The appending: new events become rows, and only as long as the leadership that decided them is still the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from scheduler_svc.journal.leadership import Leadership
from scheduler_svc.journal.rows import to_row
from scheduler_svc.journal.tables import events
from scheduler_svc.journal.writer import Batch

_COLUMNS: Final = ("seq", "core_at", "wall_at", "kind", "form", "data", "term")
# Nobody waits for the leader of a file to fall silent: its epoch is checked, and no beat is written. This goes to the
# driver as it is, because what SQLAlchemy does for an insert and an update takes longer than the commit.
_IN_A_FILE: Final = (
    "INSERT INTO journal_events (seq, core_at, wall_at, kind, form, data, term) "
    "SELECT ?, ?, ?, ?, ?, ?, term FROM journal_leader WHERE id = 1 AND term = ?"
)


def append(connection: sa.Connection, batches: Sequence[Batch], leading: Leadership) -> None:
    """Write `batches` in the caller's transaction. Raises `DeposedError`, also when there are none."""
    rows = [row for batch in batches for row in _rows(batch, leading.term)]
    if rows and connection.dialect.name == "sqlite":
        if connection.exec_driver_sql(_IN_A_FILE, rows).rowcount != len(rows):
            raise leading.lost()
        return
    leading.renew(connection)
    if rows:
        connection.execute(events.insert(), [dict(zip(_COLUMNS, row, strict=True)) for row in rows])


def _rows(batch: Batch, term: int) -> list[tuple[Any, ...]]:
    """In the order of `_COLUMNS`."""
    rows = enumerate(map(to_row, batch.events), start=batch.seq)
    return [(seq, batch.at.core, batch.at.wall, row.kind, row.form, row.data, term) for seq, row in rows]
