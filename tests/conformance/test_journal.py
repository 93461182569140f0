"""What every journal keeps, in what order, and what it promises; run on the twin and on each database."""

from __future__ import annotations

import asyncio
import select
import shutil
import sqlite3
import threading
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from scheduler_svc.core.events import (
    DrainBegan,
    Event,
    HoldEnded,
    HoldOpened,
    RunAdmitted,
    RunEnded,
    RunStarted,
    SlotsChanged,
    StreamLost,
    StreamResumed,
)
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.run import EndReason, Outcome, RunRequest
from scheduler_svc.journal.base import DeposedError, Journal, JournalError, Kept, Moment, OutageError
from scheduler_svc.journal.database import Synchronous, sqlite_url
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.journal.sql import SqlJournal, SqlOptions
from tests_support.outage import Outage
from tests_support.postgres import Postgres

PATIENCE_S = 60.0  # how long a machine that has other work may take; nothing waits for it to pass
REQUEST = RunRequest(
    "r1", "runs", "public", "ada", "plot", ("resource:müll", "session:s1"), "h1", "ab" * 16, bytes(range(256))
)
EVENTS: tuple[Event, ...] = (
    SlotsChanged(0.0, "runs", 5),
    HoldOpened(0.1, HoldRequest("h1", "ada", "turn", ("session:s1",)), token=2**53 - 1),
    RunAdmitted(1 / 3, REQUEST, token=7, tag="cd" * 16, position=1, latest_start=600 + 1 / 3, expected_s=5.0),
    RunStarted(0.5, "r1"),
    StreamLost(1e-9, "r1", until=10.000000001),
    StreamResumed(2.0, "r1"),
    RunEnded(3.0, "r1", EndReason.RELEASED, Outcome.OK),
    RunEnded(3.0, "r2", EndReason.LOST),
    HoldEnded(4.0, "h1", EndReason.CANCELLED),
    DrainBegan(5.0),
)
AT = Moment(5.25, 1_700_000_000.125)
Reopen = Callable[[], Awaitable[tuple[Journal, Kept]]]


def starts(first: int, count: int) -> list[Event]:
    return [RunStarted(float(number), f"r{number}") for number in range(first, first + count)]


def no_failure(error: JournalError) -> None:
    raise AssertionError(error)


@pytest.fixture(params=["memory", "sqlite-normal", "sqlite-full", "postgresql"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Journal]:
    """Makes journals of one kind that keep their rows in one place."""
    if request.param == "memory":
        twin = MemoryJournal()
        return lambda: twin
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        url = server.url(f"j{uuid.uuid4().hex}")
        return lambda: SqlJournal(url, SqlOptions(silence_s=1.0))
    synchronous = Synchronous(request.param.removeprefix("sqlite-"))
    url = sqlite_url(tmp_path / "folder" / "journal.db")
    return lambda: SqlJournal(url, SqlOptions(synchronous, room_bytes=0))


@pytest.fixture
async def reopen(make: Callable[[], Journal]) -> AsyncIterator[Reopen]:
    """Closes the journal that is open, if one is, and opens it again."""
    async with AsyncExitStack() as stack:

        async def reopen() -> tuple[Journal, Kept]:
            await stack.aclose()
            journal = make()
            stack.push_async_callback(journal.close)
            return journal, await journal.open(no_failure)

        yield reopen


async def test_a_new_journal_is_empty(reopen: Reopen) -> None:
    _, kept = await reopen()
    assert (kept.last, kept.snapshot, list(kept.events)) == (None, None, [])


async def test_every_event_comes_back_as_it_was(reopen: Reopen) -> None:
    journal, _ = await reopen()
    journal.append(EVENTS, AT)
    await journal.durable()
    _, kept = await reopen()
    assert tuple(kept.events) == EVENTS
    assert kept.last == AT


async def test_closing_writes_what_has_been_appended(reopen: Reopen) -> None:
    journal, _ = await reopen()
    journal.append(EVENTS, AT)
    _, kept = await reopen()
    assert tuple(kept.events) == EVENTS


async def test_many_appends_keep_their_order_over_many_lives(reopen: Reopen) -> None:
    for life in range(3):
        journal, _ = await reopen()
        for number in range(700):
            journal.append(starts(700 * life + number, 1), AT)
        await asyncio.gather(*(journal.durable() for _ in range(50)))
    _, kept = await reopen()
    assert list(kept.events) == starts(0, 2_100)


async def test_replay_begins_at_the_newest_snapshot(reopen: Reopen) -> None:
    journal, _ = await reopen()
    journal.append(starts(0, 3), AT)
    journal.save_snapshot(lambda: '{"after": 3}', AT)
    journal.append(starts(3, 2), AT)
    assert journal.since_snapshot() == 2
    journal, kept = await reopen()
    assert kept.snapshot == '{"after": 3}'
    assert list(kept.events) == starts(3, 2)
    assert journal.since_snapshot() == 2


async def test_a_snapshot_alone_says_when_the_journal_was_last_written_to(reopen: Reopen) -> None:
    journal, _ = await reopen()
    journal.append(starts(0, 1), Moment(1.0, 2.0))
    journal.save_snapshot(lambda: "{}", AT)
    _, kept = await reopen()
    assert (kept.last, list(kept.events)) == (AT, [])


async def test_two_snapshots_of_one_state_are_one(reopen: Reopen) -> None:
    journal, _ = await reopen()
    journal.append(starts(0, 1), AT)
    for _ in range(2):
        journal.save_snapshot(lambda: "{}", AT)
    _, kept = await reopen()
    assert (kept.snapshot, list(kept.events)) == ("{}", [])


async def test_nothing_appended_is_durable_at_once(reopen: Reopen) -> None:
    journal, _ = await reopen()
    await asyncio.wait_for(journal.durable(), PATIENCE_S)


async def test_closing_twice_is_closing_once(reopen: Reopen, make: Callable[[], Journal]) -> None:
    journal, _ = await reopen()
    await journal.close()
    await journal.close()
    await make().close()


on_databases = pytest.mark.parametrize("make", ["sqlite-normal", "postgresql"], indirect=True)


@on_databases
async def test_old_events_go_when_two_snapshots_cover_them(make: Callable[[], Any], reopen: Reopen) -> None:
    journal, _ = await reopen()
    for life in range(4):
        journal.append(starts(10 * life, 10), AT)
        journal.save_snapshot(lambda: "{}", AT)
    await journal.durable()
    assert isinstance(journal, SqlJournal)
    with journal._store.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT min(seq), max(seq), count(*) FROM journal_events").one()
        snapshots = connection.exec_driver_sql("SELECT seq FROM journal_snapshots ORDER BY seq").scalars().all()
    assert tuple(found) == (31, 40, 10)
    assert snapshots == [30, 40]


class Broken:
    """A journal that was opened, and what it said when it failed."""

    def __init__(self, journal: Journal) -> None:
        assert isinstance(journal, SqlJournal)
        self.journal = journal
        self.failed: asyncio.Future[JournalError] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        await self.journal.open(self.failed.set_result)
        self.journal.append(starts(0, 1), AT)
        await self.journal.durable()

    @property
    def url(self) -> str:
        """As the driver takes it."""
        return self.journal._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def change(self, statement: str) -> None:
        """Do to the database what another program might."""
        with self.journal._store.engine.begin() as connection:
            connection.exec_driver_sql(statement)

    async def failure(self) -> JournalError:
        self.journal.append(starts(1, 1), AT)
        waiting = asyncio.create_task(self.journal.durable())
        error = await asyncio.wait_for(self.failed, PATIENCE_S)
        await asyncio.wait([waiting], timeout=0.05)
        assert not waiting.done(), "an event that is not kept was called durable"
        waiting.cancel()
        return error


@pytest.fixture
async def broken(make: Callable[[], Journal]) -> AsyncIterator[Broken]:
    broken = Broken(make())
    await broken.open()
    yield broken
    await broken.journal.close()


@on_databases
async def test_a_failed_write_is_said_once_in_one_line_and_nothing_is_durable_after_it(broken: Broken) -> None:
    broken.change("DROP TABLE journal_events")
    error = await broken.failure()
    assert "journal_events" in str(error)
    assert "\n" not in str(error)


@on_databases
async def test_a_deposed_leader_writes_nothing(broken: Broken, reopen: Reopen) -> None:
    broken.change("UPDATE journal_leader SET term = term + 1")
    assert isinstance(await broken.failure(), DeposedError)
    await broken.journal.close()
    _, kept = await reopen()
    assert list(kept.events) == starts(0, 1)


@on_databases
@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE journal_events SET form = 99", r"row 1 \(RunStarted, form 99\) is from a newer Plotlane"),
        ("UPDATE journal_events SET kind = 'Unheard'", r"row 1 \(Unheard, form 1\) is from a newer Plotlane"),
        ("UPDATE journal_events SET data = '{\"at\": 1.0}'", "row 1 cannot be read: RunStarted.run_id: is missing"),
        ("UPDATE journal_events SET seq = 5", "row 1 is missing"),
    ],
)
async def test_what_is_not_understood_is_refused_and_named(
    broken: Broken, reopen: Reopen, statement: str, told: str
) -> None:
    broken.change(statement)
    await broken.journal.close()
    with pytest.raises(JournalError, match=told):
        await reopen()


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.url(f"j{uuid.uuid4().hex}")


class Pair:
    """Two journals of one database, of which the second stands by and takes over when the first leaves, no sooner."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._outages = {"leader": asyncio.Event(), "standby": asyncio.Event()}
        self.leader = SqlJournal(url, SqlOptions(on_outage=partial(self._note, "leader")))
        self.standby = SqlJournal(url, SqlOptions(silence_s=PATIENCE_S, on_outage=partial(self._note, "standby")))

    def _note(self, whose: str, _: OutageError) -> None:
        self._loop.call_soon_threadsafe(self._outages[whose].set)

    async def open(self) -> asyncio.Task[Kept]:
        """Returns when the second has looked whether somebody leads; what it will have read when it leads."""
        await self.leader.open(no_failure)
        looked = asyncio.Event()

        @sa.event.listens_for(self.standby._store.engine, "before_cursor_execute")
        def note(_: object, __: object, statement: str, *___: object) -> None:
            if statement.startswith("SELECT journal_leader.term"):
                self._loop.call_soon_threadsafe(looked.set)

        waiting = asyncio.create_task(self.standby.open(no_failure))
        await asyncio.wait_for(looked.wait(), PATIENCE_S)
        return waiting

    async def noticed(self) -> None:
        """Return when both have noticed that the database is away."""
        await asyncio.wait_for(asyncio.gather(*(each.wait() for each in self._outages.values())), PATIENCE_S)


async def test_a_leader_with_nothing_to_do_is_heard_of_and_one_that_leaves_is_followed_at_once(url: str) -> None:
    pair = Pair(url)
    waiting = await pair.open()
    with psycopg.connect(url) as onlooker:
        await heard_of(onlooker, times=3)
    assert not waiting.done()
    pair.leader.append(starts(0, 1), AT)
    await pair.leader.close()
    assert list((await asyncio.wait_for(waiting, PATIENCE_S)).events) == starts(0, 1)
    await pair.standby.close()


async def heard_of(onlooker: psycopg.Connection[Any], times: int) -> None:
    """Return when the leader has raised its count so many times."""
    counts: set[int] = set()
    async with asyncio.timeout(PATIENCE_S):
        while len(counts) <= times:
            row = onlooker.execute("SELECT beat FROM journal_leader").fetchone()
            assert row is not None
            onlooker.rollback()
            counts.add(row[0])
            await asyncio.sleep(0.01)


def dally(journal: SqlJournal, before: str, times: int) -> None:
    """Let the server find the next transactions idle right before a statement that begins with `before`."""
    left = iter(range(times))

    @sa.event.listens_for(journal._store.engine, "before_cursor_execute")
    def wait_to_be_cut_off(_: object, cursor: Any, statement: str, *__: object) -> None:
        if statement.startswith(before) and next(left, None) is not None:
            cursor.execute("SET idle_in_transaction_session_timeout = 1")
            select.select([cursor.connection.fileno()], [], [], PATIENCE_S)


@pytest.mark.parametrize("make", ["postgresql"], indirect=True)
@pytest.mark.parametrize("before", ["INSERT INTO journal_events", "INSERT INTO journal_snapshots"])
async def test_a_leader_that_is_slow_in_a_transaction_still_leads(
    make: Callable[[], Journal], reopen: Reopen, before: str
) -> None:
    journal, _ = await reopen()
    assert isinstance(journal, SqlJournal)
    dally(journal, before, times=2)
    journal.append(starts(0, 3), AT)
    journal.save_snapshot(lambda: "{}", AT)
    journal.append(starts(3, 1), AT)
    await asyncio.wait_for(journal.durable(), PATIENCE_S)
    _, kept = await reopen()
    assert (kept.covered, list(kept.events)) == (3, starts(3, 1))


@pytest.mark.parametrize("make", ["postgresql"], indirect=True)
async def test_a_leader_that_was_cut_off_and_deposed_writes_nothing(broken: Broken, reopen: Reopen) -> None:
    dally(broken.journal, "INSERT INTO journal_events", times=1)

    @sa.event.listens_for(broken.journal._store.engine, "invalidate")
    def another_takes_over(*_: object) -> None:
        with psycopg.connect(broken.url) as other:
            other.execute("UPDATE journal_leader SET term = term + 1")

    assert isinstance(await broken.failure(), DeposedError)
    await broken.journal.close()
    _, kept = await reopen()
    assert list(kept.events) == starts(0, 1)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leader tries for as long as a test takes, however slow the machine is."""
    monkeypatch.setattr("scheduler_svc.journal.commits.PAUSES_S", (0.0, 0.1) + (0.2,) * 1_000)
    monkeypatch.setattr("scheduler_svc.journal.commits.LONGEST_OUTAGE_S", 10 * PATIENCE_S)


@pytest.mark.usefixtures("endless")
async def test_a_leader_and_its_standby_outlast_a_restart_of_the_server(url: str) -> None:
    pair = Pair(url)
    waiting = await pair.open()
    async with Outage(url):
        pair.leader.append(starts(0, 1), AT)
        kept = asyncio.create_task(pair.leader.durable())
        await pair.noticed()
        assert (kept.done(), waiting.done()) == (False, False)
    await asyncio.wait_for(kept, PATIENCE_S)
    assert not waiting.done()
    await pair.leader.close()
    assert list((await asyncio.wait_for(waiting, PATIENCE_S)).events) == starts(0, 1)
    await pair.standby.close()


@pytest.mark.usefixtures("endless")
async def test_a_leader_in_doubt_says_so_and_tells_nobody_anything_until_it_surely_leads(url: str) -> None:
    said: asyncio.Queue[bool] = asyncio.Queue()
    journal = SqlJournal(url, SqlOptions(silence_s=0.5, on_certainty=said.put_nowait))
    await journal.open(no_failure)
    await asyncio.wait_for(journal.certain(), PATIENCE_S)
    async with Outage(url):
        while await asyncio.wait_for(said.get(), PATIENCE_S):
            pass
        asked = [asyncio.create_task(each) for each in (journal.durable(), journal.certain())]
        await asyncio.sleep(0)
        assert [each.done() for each in asked] == [False, False]
    await asyncio.wait_for(asyncio.gather(*asked), PATIENCE_S)
    assert await asyncio.wait_for(said.get(), PATIENCE_S) is True
    await journal.close()


@pytest.mark.parametrize("make", ["postgresql"], indirect=True)
async def test_a_leader_whose_server_stays_away_says_so_and_ends(
    broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scheduler_svc.journal.commits.PAUSES_S", (0.0, 0.0))
    async with Outage(broken.url):
        assert "is not currently accepting connections" in str(await broken.failure())


@on_databases
async def test_tables_of_a_newer_plotlane_are_refused_in_one_line(broken: Broken, reopen: Reopen) -> None:
    broken.change("UPDATE journal_form SET version_num = '9999'")
    await broken.journal.close()
    with pytest.raises(JournalError, match=r"^the journal's tables are from a newer Plotlane[^\n]*$"):
        await reopen()


@pytest.mark.parametrize("make", ["sqlite-full"], indirect=True)
async def test_a_file_has_one_writer(make: Callable[[], Journal], reopen: Reopen) -> None:
    await reopen()
    second = make()
    with pytest.raises(JournalError, match="another scheduler uses the journal"):
        await second.open(no_failure)
    await second.close()


FILES = pytest.mark.parametrize("make", ["sqlite-normal", "sqlite-full"], indirect=True)


@FILES
async def test_while_another_program_has_the_file_the_loop_goes_on_and_the_commit_waits(
    reopen: Reopen, tmp_path: Path
) -> None:
    journal, _ = await reopen()
    locked, let_go = threading.Event(), threading.Event()

    def hold() -> bool:
        with closing(sqlite3.connect(tmp_path / "folder" / "journal.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            locked.set()
            was_let_go = let_go.wait(4)  # SQLite itself would make the loop wait for 5 s
            other.execute("COMMIT")
            return was_let_go

    holding = asyncio.get_running_loop().run_in_executor(None, hold)
    await asyncio.to_thread(locked.wait)
    journal.append(starts(0, 1), AT)
    kept = asyncio.create_task(journal.durable())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not kept.done()
    let_go.set()
    assert await holding, "the loop stood still"
    await asyncio.wait_for(kept, PATIENCE_S)
    _, found = await reopen()
    assert list(found.events) == starts(0, 1)


def remove_the_database(folder: Path) -> None:
    (folder / "journal.db").unlink()


def remove_the_log(folder: Path) -> None:
    (folder / "journal.db-wal").unlink()


def remove_the_lock(folder: Path) -> None:
    (folder / "journal.db.lock").unlink()


def remove_the_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def replace_the_database(folder: Path) -> None:
    copy = folder / "copy.db"
    shutil.copy(folder / "journal.db", copy)
    copy.replace(folder / "journal.db")


def move_the_folder_and_make_another(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.mkdir()


@FILES
@pytest.mark.parametrize(
    "spoil",
    [
        remove_the_database,
        remove_the_log,
        remove_the_lock,
        remove_the_folder,
        replace_the_database,
        move_the_folder_and_make_another,
    ],
)
async def test_a_file_that_is_gone_is_noticed_before_a_commit_counts(
    broken: Broken, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(tmp_path / "folder")
    error = await broken.failure()
    assert "journal.db" in str(error)
    assert "\n" not in str(error)


@FILES
async def test_a_missing_folder_is_no_want_of_room(broken: Broken, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "folder")
    assert broken.journal.is_low_on_room() is False
    await broken.failure()


@pytest.mark.parametrize("make", ["memory", "sqlite-full", "postgresql"], indirect=True)
async def test_what_is_read_says_which_event_comes_first(reopen: Reopen) -> None:
    journal, kept = await reopen()
    assert kept.covered == 0
    journal.append(starts(0, 3), AT)
    journal.save_snapshot(lambda: "{}", AT)
    journal.append(starts(3, 2), AT)
    _, kept = await reopen()
    assert (kept.covered, len(kept.events)) == (3, 2)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("secret", "the journal's URL must be"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///file:one?mode=memory&uri=true", "needs a file"),
        ("mysql://ada:secret@host/plotlane", "the journal's URL must be"),
        ("sqlite:////proc/nowhere/journal.db", "cannot be opened"),
        ("postgresql://ada:secret@127.0.0.1:9/plotlane", r"ada:\*\*\*@127.0.0.1:9/plotlane failed"),
    ],
)
async def test_a_journal_that_cannot_be_reached_says_so_without_its_password(url: str, told: str) -> None:
    with pytest.raises(JournalError, match=told) as refused:
        journal = SqlJournal(url, SqlOptions())
        try:
            await journal.open(no_failure)
        finally:
            await journal.close()
    assert "secret" not in str(refused.value)
