"""The database: migrated to exactly the tables that the code uses, and never on the event loop."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from agent_svc.sessions.database import migration_config, open_database, sqlite_url
from agent_svc.sessions.session import Session
from agent_svc.sessions.sql import SqlSessionStore
from agent_svc.sessions.tables import metadata
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from plotlane_kit.clock import ManualClock


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


async def test_a_database_of_before_the_mark_gets_it_where_the_user_has_the_last_word(tmp_path: Path) -> None:
    database = await open_database(sqlite_url(tmp_path / "agent.db"))
    said = TranscriptLine(Speaker.USER, "log")
    lines = {"answered": [said, TranscriptLine(Speaker.PLOTLANE, "Done.")], "silent": [], "waits": [said]}
    store = SqlSessionStore(database, ManualClock())
    for session_id, spoken in lines.items():
        await store.create(Session(session_id, "anna", "matplotlib", "en", 0.0, 0.0))
        await store.add_lines(session_id, spoken, 1.0)

    def back(connection: sa.Connection) -> None:
        command.downgrade(migration_config(connection), "0008")

    await database.run(back)
    await database.migrate()
    assert [each.session_id for each in await store.unanswered()] == ["waits"]
    plan = await database.run(lambda c: c.execute(sa.text(_PLAN)).all())
    assert "ix_sessions_unanswered" in str(plan)
    await database.close()


_PLAN = "EXPLAIN QUERY PLAN SELECT session_id FROM sessions WHERE sessions.unanswered ORDER BY session_id"
