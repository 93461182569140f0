"""What the journal does with its file besides writing to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from scheduler_svc.core.events import RunStarted
from scheduler_svc.journal.base import JournalError, Moment
from scheduler_svc.journal.database import Synchronous, sqlite_url
from scheduler_svc.journal.entry import Batch, Picture
from scheduler_svc.journal.file import CHECKPOINT_PAGES, FEW_EVENTS
from scheduler_svc.journal.sql import SqlJournal, SqlOptions

AT = Moment(0.0, 0.0)


def batch(events: int) -> Batch:
    return Batch(1, [RunStarted(0.0, "r1")] * events, AT)


def no_failure(error: JournalError) -> None:
    raise AssertionError(error)


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[SqlJournal]:
    journal = SqlJournal(sqlite_url(tmp_path / "journal.db"), SqlOptions(Synchronous.NORMAL, room_bytes=0))
    await journal.open(no_failure)
    yield journal
    await journal.close()


async def test_few_events_are_written_quickly_but_not_many_and_no_snapshot(journal: SqlJournal) -> None:
    file = journal._file
    assert file is not None
    assert file.is_quickly_written(batch(FEW_EVENTS))
    assert not file.is_quickly_written(batch(FEW_EVENTS + 1))
    assert not file.is_quickly_written(Picture(1, str, AT))


async def test_the_log_is_copied_into_the_database_when_it_is_long_and_begins_anew(
    journal: SqlJournal, tmp_path: Path
) -> None:
    log, database = tmp_path / "journal.db-wal", tmp_path / "journal.db"
    small = database.stat().st_size
    for _ in range(CHECKPOINT_PAGES + 20):
        journal.append([RunStarted(0.0, "r1")], AT)
        await journal.durable()
    assert database.stat().st_size > small
    longest = log.stat().st_size
    for _ in range(CHECKPOINT_PAGES // 2):
        journal.append([RunStarted(0.0, "r1")], AT)
        await journal.durable()
    assert log.stat().st_size == longest


async def test_a_file_is_one_journal_under_every_name_that_leads_to_it(journal: SqlJournal, tmp_path: Path) -> None:
    (tmp_path / "other.db").symlink_to(tmp_path / "journal.db")
    second = SqlJournal(sqlite_url(tmp_path / "other.db"), SqlOptions(Synchronous.NORMAL, room_bytes=0))
    with pytest.raises(JournalError, match="another scheduler uses the journal"):
        await second.open(no_failure)
    await second.close()


async def test_what_is_made_for_a_journal_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "scheduler"
    journal = SqlJournal(sqlite_url(folder / "journal.db"), SqlOptions(Synchronous.NORMAL, room_bytes=0))
    await journal.open(no_failure)
    assert {path.name: path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())} == dict.fromkeys(
        ("scheduler", "journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock", "journal.db.reserve"), 0
    )
    await journal.close()
