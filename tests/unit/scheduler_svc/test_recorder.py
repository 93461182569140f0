"""The recorder and the recovery: nothing is told before it is kept, and what is kept makes the same scheduler again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import ManualClock
from plotlane_kit.event_log import event_log
from scheduler_svc.core.events import RunStarted, SlotsChanged
from scheduler_svc.core.quota.commands import Reserve
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.run import Outcome, RunRequest
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.core.status import Step
from scheduler_svc.engine import Engine
from scheduler_svc.errors import NoRoomError
from scheduler_svc.journal.base import JournalError, Moment
from scheduler_svc.journal.codec import encode
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.news import Rhythm
from scheduler_svc.recorder import Recorder
from scheduler_svc.recovery import recover
from scheduler_svc.run_log import RunLog
from tests.unit.scheduler_svc.desk import policy


class SlowJournal(MemoryJournal):
    """A disk that takes its time, and may be full."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()
        self.full = False

    async def durable(self) -> None:
        await self.written.wait()

    def is_low_on_room(self) -> bool:
        return self.full


def run(run_id: str, pool: str = "runs", lane: str = "public") -> RunRequest:
    return RunRequest(run_id, pool, lane, "ada")


def fail(error: JournalError) -> None:
    raise AssertionError(error)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def journal() -> SlowJournal:
    return SlowJournal()


@pytest.fixture
async def engine(clock: ManualClock, journal: SlowJournal) -> AsyncIterator[Engine]:
    recorder = Recorder(journal, clock, snapshot_events=5)
    engine = Engine(Scheduler(policy()), clock, Rhythm(0.1, 15.0), RunLog(event_log("scheduler")), recorder)
    engine.set_slots("runs", 1)
    engine.set_slots("render", 1)
    yield engine
    engine.close()


async def test_no_message_is_told_before_its_events_are_kept(engine: Engine, journal: SlowJournal) -> None:
    mailbox = engine.submit(run("r1"), tag="t")
    first = asyncio.ensure_future(anext(mailbox.messages()))
    await asyncio.wait([first], timeout=0.02)
    assert not first.done()
    journal.written.set()
    assert (await first).step is Step.ACCEPTED


async def test_what_is_kept_makes_the_same_scheduler_again(
    engine: Engine, journal: SlowJournal, clock: ManualClock
) -> None:
    journal.written.set()
    for number in range(9):
        clock.advance(1)
        token = await begin(engine, f"r{number}")
        if number % 2:
            engine.release(f"r{number}", token, Outcome.OK)
    kept = await journal.open(fail)
    assert kept.snapshot is not None
    again = recover(kept, policy(), clock)
    assert again.scheduler.snapshot() == engine._driver.scheduler.snapshot()
    assert again.clock.monotonic() == clock.monotonic()


async def begin(engine: Engine, run_id: str) -> int:
    """The token of a new run."""
    mailbox = engine.submit(RunRequest(run_id, "runs", "public", run_id), tag=f"t-{run_id}")
    return (await anext(mailbox.messages())).token


async def test_a_refusal_is_not_kept(engine: Engine, journal: SlowJournal) -> None:
    before = journal.since_snapshot()
    with pytest.raises(Exception, match="no such run"):
        engine.release("nobody", 1, None)
    assert journal.since_snapshot() == before


async def test_a_snapshot_that_is_not_understood_is_said(clock: ManualClock, journal: SlowJournal) -> None:
    journal.save_snapshot(lambda: "{}", Moment(0.0, 0.0))
    kept = await journal.open(fail)
    with pytest.raises(JournalError, match="snapshot cannot be read"):
        recover(kept, policy(), clock)


async def test_an_event_that_does_not_fit_is_named_in_one_line(clock: ManualClock, journal: SlowJournal) -> None:
    journal.append([SlotsChanged(0.0, "runs", 1)], Moment(0.0, 0.0))
    journal.save_snapshot(lambda: encode(Scheduler(policy()).snapshot()), Moment(0.0, 0.0))
    journal.append([SlotsChanged(1.0, "runs", 2), RunStarted(2.0, "nobody")], Moment(2.0, 2.0))
    with pytest.raises(JournalError, match=r"^journal row 3 \(RunStarted\) does not fit [^\n]*$"):
        recover(await journal.open(fail), policy(), clock)


async def test_a_snapshot_that_does_not_fit_the_settings_is_named_in_one_line(
    clock: ManualClock, journal: SlowJournal
) -> None:
    text = encode(Scheduler(policy()).snapshot()).replace('"pool":"render"', '"pool":"elsewhere"')
    journal.save_snapshot(lambda: text, Moment(0.0, 0.0))
    with pytest.raises(JournalError, match=r"^the journal's snapshot \(after row 0\) does not fit [^\n]*$"):
        recover(await journal.open(fail), policy(), clock)


async def test_without_room_nothing_new_begins_but_what_runs_goes_on(engine: Engine, journal: SlowJournal) -> None:
    journal.written.set()
    engine.submit(run("r1"), tag="a")
    journal.full = True
    with pytest.raises(NoRoomError):
        engine.submit(run("r2"), tag="b")
    engine.submit(run("r1"), tag="c")
    engine.submit(run("j1", pool="render", lane="pipeline"), tag="d")


async def test_without_room_nothing_more_is_reserved_but_what_is_kept_can_shrink(
    engine: Engine, journal: SlowJournal
) -> None:
    ada = Caller("ada", Tier.PUBLIC)
    engine.count(Reserve(ada, "s1", QuotaKind.STORED_BYTES, 10))
    engine.count(Reserve(ada, "m1", QuotaKind.MESSAGES, 1))
    journal.full = True
    for more in (Reserve(ada, "m2", QuotaKind.MESSAGES, 1), Reserve(ada, "s1", QuotaKind.STORED_BYTES, 11)):
        with pytest.raises(NoRoomError):
            engine.count(more)
    assert engine.count(Reserve(ada, "m1", QuotaKind.MESSAGES, 1)) == []
    assert engine.count(Reserve(ada, "s1", QuotaKind.STORED_BYTES, 5))
