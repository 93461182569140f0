"""What every journal keeps, in what order, and what it promises; run on the twin and on each database."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

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
from scheduler_svc.journal.base import DeposedError, Journal, JournalError, Kept, Moment
from scheduler_svc.journal.database import Synchronous, sqlite_url
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.journal.sql import SqlJournal, SqlOptions
from tests_support.postgres import Postgres

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
    await asyncio.wait_for(journal.durable(), 5)


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
    with journal._engine.connect() as connection:
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

    def change(self, statement: str) -> None:
        """Do to the database what another program might."""
        with self.journal._engine.begin() as connection:
            connection.exec_driver_sql(statement)

    async def failure(self) -> JournalError:
        self.journal.append(starts(1, 1), AT)
        waiting = asyncio.create_task(self.journal.durable())
        error = await asyncio.wait_for(self.failed, 10)
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


@pytest.mark.parametrize("make", ["postgresql"], indirect=True)
async def test_a_standby_waits_until_the_leader_is_silent(make: Callable[[], Journal]) -> None:
    leader, standby = make(), make()
    await leader.open(no_failure)
    waiting = asyncio.create_task(standby.open(no_failure))
    # Longer than the silence after which it would take over: the leader's beats keep it waiting.
    await asyncio.wait([waiting], timeout=1.5)
    assert not waiting.done()
    leader.append(starts(0, 1), AT)
    await leader.close()
    assert list((await asyncio.wait_for(waiting, 5)).events) == starts(0, 1)
    await standby.close()


@pytest.mark.parametrize("make", ["sqlite-full"], indirect=True)
async def test_a_file_has_one_writer(make: Callable[[], Journal], reopen: Reopen) -> None:
    await reopen()
    second = make()
    with pytest.raises(JournalError, match="another scheduler uses the journal"):
        await second.open(no_failure)
    await second.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("secret", "the journal's URL must be"),
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
