"""The store: one database, transactions in it, and what its driver raises in our own words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from scheduler_svc.journal.base import BusyError, CutOffError, JournalError, OutageError, RoomError
from scheduler_svc.journal.database import Synchronous, connect, is_away, is_busy, is_full, reason, shown

T = TypeVar("T")
_Raised = sa.exc.SQLAlchemyError | sqlite3.Error


class Store:
    """For one thread at a time. What it raises is a `JournalError`, which names the database without its password."""

    def __init__(self, url: str, synchronous: Synchronous) -> None:
        """`url`: as SQLAlchemy writes it. Raises `JournalError` when it is none, or there is no driver for it."""
        self.name = shown(url)
        self.engine = connect(url, synchronous)

    @property
    def path(self) -> Path | None:
        """Its file; None when it is a server's."""
        url = self.engine.url
        return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None

    def transaction(self, work: Callable[[sa.Connection], T]) -> T:
        """Do `work` in a transaction of its own."""
        with self.named(), self._connected() as connection, connection.begin():
            return work(connection)

    @contextmanager
    def named(self) -> Iterator[None]:
        """What the database raises becomes our error."""
        try:
            yield
        except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
            raise _kind(error)(self._failure(error)) from error

    @contextmanager
    def not_committed(self) -> Iterator[None]:
        """What is lost with the connection here is lost for good: no COMMIT was sent yet."""
        try:
            yield
        except sa.exc.DBAPIError as error:
            if not error.connection_invalidated:
                raise
            raise CutOffError(self._failure(error)) from error

    def close(self) -> None:
        """Let go of it."""
        self.engine.dispose()

    def _connected(self) -> sa.Connection:
        try:
            return self.engine.connect()
        except sa.exc.DBAPIError as error:
            if not is_away(error):
                raise
            raise CutOffError(self._failure(error)) from error

    def _failure(self, error: _Raised) -> str:
        return f"the journal {self.name} failed: {reason(error)}"


def _kind(error: _Raised) -> type[JournalError]:
    if is_full(error):
        return RoomError
    if is_busy(error):
        return BusyError
    return OutageError if is_away(error) else JournalError
