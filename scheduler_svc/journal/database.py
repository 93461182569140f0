"""The database: one connection's engine for SQLite or PostgreSQL by URL, set up and migrated."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from scheduler_svc.journal.base import JournalError

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_MIGRATION_LOCK: Final = 7_568_202  # an advisory lock of PostgreSQL; any number that nothing else in the database uses

_PRIMARY_CODE: Final = 0xFF  # what SQLite's longer codes tell more exactly

# A leader that was stopped in mid-transaction must not keep its successor waiting for the row that it has locked.
_POSTGRES_OPTIONS: Final = "-c idle_in_transaction_session_timeout=1500 -c lock_timeout=10000"


class Synchronous(StrEnum):
    """What SQLite waits for before a commit counts. PostgreSQL keeps to its own `synchronous_commit`."""

    NORMAL = "normal"
    """The file system has it: survives kill -9."""
    FULL = "full"
    """The disk has it: survives a power cut too."""


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


def shown(url: str) -> str:
    """`url` as an operator may see it: without its password."""
    return _parsed(url).render_as_string(hide_password=True)


def _parsed(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        parsed = sa.URL.create("")
    if parsed.get_backend_name() not in ("sqlite", "postgresql", "postgres"):
        # The wrong text is not repeated: it may hold a password.
        raise JournalError("the journal's URL must be sqlite:///file or postgresql://user:password@host/database")
    if parsed.get_backend_name() == "sqlite" and not _is_in_a_file(parsed):
        raise JournalError("an SQLite journal needs a file: sqlite:////folder/journal.db; memory: keeps nothing at all")
    return parsed


def _is_in_a_file(url: sa.URL) -> bool:
    name = url.database or ":memory:"
    return ":memory:" not in name and not name.startswith("file:") and "uri" not in url.query


def connect(url: str, synchronous: Synchronous) -> sa.Engine:
    """An engine with one connection. Raises `JournalError` when there is no driver for `url`."""
    parsed = _parsed(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    try:
        if parsed.get_backend_name() == "sqlite":
            engine = sa.create_engine(parsed, poolclass=sa.StaticPool, connect_args={"check_same_thread": False})
            sa.event.listen(engine, "connect", _sqlite_setup(synchronous))
            return engine
        options: dict[str, Any] = {"options": _POSTGRES_OPTIONS, "connect_timeout": 5, "tcp_user_timeout": 5_000}
        return sa.create_engine(parsed, pool_size=1, max_overflow=0, connect_args=options)
    except ImportError as error:
        raise JournalError(f"{shown(url)} needs a driver: pip install 'plotlane[postgres]'") from error


def _sqlite_setup(synchronous: Synchronous) -> Any:
    def set_up(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous.value.upper()}", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return set_up


def driver_connection(engine: sa.Engine) -> sqlite3.Connection:
    """The one connection that an engine of `connect` keeps to a file, as its driver has it."""
    with engine.connect() as connection:
        found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def is_full(error: sa.exc.SQLAlchemyError | sqlite3.Error) -> bool:
    """Whether SQLite found no room on the disk."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def is_busy(error: sa.exc.SQLAlchemyError | sqlite3.Error) -> bool:
    """Whether another program has the file locked."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    return isinstance(cause, sqlite3.Error) and code is not None and code & _PRIMARY_CODE == sqlite3.SQLITE_BUSY


def is_away(error: sa.exc.SQLAlchemyError | sqlite3.Error) -> bool:
    """Whether a server could not be reached or ended the connection, as it does when it is started again."""
    if not isinstance(error, sa.exc.DBAPIError) or isinstance(error.orig, sqlite3.Error):
        return False
    return error.connection_invalidated or isinstance(error, sa.exc.OperationalError)


def reason(error: sa.exc.SQLAlchemyError | sqlite3.Error) -> str:
    """What the driver said, in one line."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig is not None else error
    return " ".join(str(cause).split()) or type(cause).__name__


def migrate(connection: sa.Connection) -> None:
    """Bring the tables to the newest form; of several processes that start at once, one does it.

    Raises `JournalError` when their form is none that this Plotlane knows.
    """
    if connection.dialect.name == "postgresql":
        # Nobody leads by this transaction, and finding the migrations may take a slow machine a while.
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 60000")
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        # What Alembic says names a revision that tells an operator nothing.
        message = "the journal's tables are from a newer Plotlane; start that one, or begin a new journal elsewhere"
        raise JournalError(message) from error


class FileLock:
    """Keeps a second scheduler from a journal file. The kernel lets go of it however the process ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock beside the database `path`. Raises `JournalError` when another process has it."""
        self._fd = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._fd)
            raise JournalError(f"another scheduler uses the journal {path}; stop it, or name another folder") from error

    def release(self) -> None:
        """Let go of it."""
        os.close(self._fd)
