"""The database: migrated to exactly the tables that the code uses, and never on the event loop."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from agent_svc.sessions.database import open_database, sqlite_url
from agent_svc.sessions.tables import metadata


async def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    database = await open_database(sqlite_url(tmp_path / "agent.db"))
    differences = await database.run(
        lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )
    assert differences == []
    await database.close()


async def test_work_runs_in_one_thread_that_is_not_the_event_loop_s(tmp_path: Path) -> None:
    database = await open_database(sqlite_url(tmp_path / "agent.db"))
    threads = {await database.run(lambda _connection: threading.get_ident()) for _ in range(5)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    await database.close()


async def test_a_transaction_that_raises_leaves_nothing_behind(tmp_path: Path) -> None:
    database = await open_database(sqlite_url(tmp_path / "agent.db"))

    def half(connection: sa.Connection) -> None:
        connection.execute(sa.text("CREATE TABLE half (x INTEGER)"))
        connection.execute(sa.text("INSERT INTO half VALUES (1)"))
        raise KeyError("half")

    with pytest.raises(KeyError):
        await database.run(half)
    tables = await database.run(lambda connection: sa.inspect(connection).get_table_names())
    counted = "half" in tables and await database.run(lambda c: c.scalar(sa.text("SELECT count(*) FROM half")))
    assert not counted
    await database.close()


async def test_sqlite_writes_ahead_and_checks_its_references(tmp_path: Path) -> None:
    database = await open_database(sqlite_url(tmp_path / "agent.db"))
    pragmas = await database.run(
        lambda connection: [connection.scalar(sa.text(f"PRAGMA {name}")) for name in ("journal_mode", "foreign_keys")]
    )
    assert pragmas == ["wal", 1]
    await database.close()
