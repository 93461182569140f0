"""The appending: new events become rows, and only as long as the leadership that decided them is still the last one."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

import sqlalchemy as sa

from scheduler_svc.journal.entry import Batch, Entry
from scheduler_svc.journal.leadership import Leadership
from scheduler_svc.journal.rows import to_row
from scheduler_svc.journal.tables import events

_COLUMNS: Final = ("seq", "core_at", "wall_at", "kind", "form", "data", "term")
Values = tuple[Any, ...]
"""One row, in the order of its columns."""

_AT_A_TIME: Final = (64, 32, 16, 8, 4, 2, 1)  # rows in one statement to a file


def append(connection: sa.Connection, rows: Sequence[Values], leading: Leadership) -> None:
    """Write `rows` in the caller's transaction. Raises `DeposedError`, also when there are none."""
    leading.renew(connection)
    if rows:
        connection.execute(events.insert(), [dict(zip(_COLUMNS, row, strict=True)) for row in rows])


def append_to_file(connection: sqlite3.Connection, rows: Sequence[Values], leading: Leadership) -> None:
    """Write `rows` in a transaction of their own, by the driver alone: any layer above it costs as much as the disk.

    Raises `DeposedError`, and what the driver raises.
    """
    done = 0
    with connection:
        while done < len(rows):
            count = next(each for each in _AT_A_TIME if each <= len(rows) - done)
            values = (*chain.from_iterable(row[:-1] for row in rows[done : done + count]), leading.term)
            if connection.execute(_insert_into_file(count), values).rowcount != count:
                raise leading.lost()
            done += count


@cache
def _insert_into_file(rows: int) -> str:
    """One statement for many rows: after each the thread waits for the interpreter, which the event loop has.

    Nobody waits for the leader of a file to fall silent: its epoch is checked, and no beat is written.
    """
    values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    return (
        f"INSERT INTO journal_events ({', '.join(_COLUMNS)}) "  # noqa: S608  # nothing in it comes from outside
        f"SELECT new.*, term FROM journal_leader, (VALUES {values}) AS new WHERE id = 1 AND term = ?"
    )


def rows_of(entries: Sequence[Entry], term: int) -> list[Values]:
    """What is written of the events among `entries` in the epoch `term`."""
    return [
        (seq, batch.at.core, batch.at.wall, row.kind, row.form, row.data, term)
        for batch in entries
        if isinstance(batch, Batch)
        for seq, row in enumerate(map(to_row, batch.events), start=batch.seq)
    ]
