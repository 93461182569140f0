"""The database: one engine, one worker thread that all of its work is done in, migrated when opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

T = TypeVar("T")

_MIGRATIONS: Final = Path(__file__).with_name("migrations")


class Database:
    """Runs transactions off the event loop, one at a time, so that SQLite never sees two writers of ours."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sessions")

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """What `work` returns, in one transaction that commits when it returns and rolls back when it raises.

        A caller that is cancelled stops waiting; the transaction still ends one way or the other.
        """
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._transaction, work)

    def _transaction(self, work: Callable[[sa.Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def migrate(self) -> None:
        """Bring the tables to the newest form."""
        await self.run(_upgrade)

    async def close(self) -> None:
        """Finish what is under way and close every connection."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._engine.dispose)
        self._worker.shutdown()


def _upgrade(connection: sa.Connection) -> None:
    command.upgrade(migration_config(connection), "head")


def migration_config(connection: sa.Connection) -> Config:
    """What Alembic needs to migrate the database of `connection`."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


async def open_database(url: str) -> Database:
    """Connect to `url` (such as `sqlite:////data/agent.db`) and migrate. Raises SQLAlchemy's errors when it cannot."""
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    database = Database(engine)
    try:
        await database.migrate()
    except BaseException:
        await database.close()
        raise
    return database


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
