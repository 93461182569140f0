"""Whoever only looks, too, is told nothing that would not survive the scheduler's end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from google.protobuf.message import Message

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.clock import ManualClock
from plotlane_kit.event_log import event_log
from scheduler_svc.core.run import RunRequest
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.engine import Engine
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.news import Rhythm
from scheduler_svc.quota_service import QuotaService
from scheduler_svc.recorder import Recorder
from scheduler_svc.run_log import RunLog
from scheduler_svc.service import SchedulerService
from tests.unit.scheduler_svc.desk import policy

TAG = "0" * 32
LOOKS: list[Message] = [
    pb.GetStatusRequest(),
    pb.WatchStatusRequest(),
    pb.ListRunsRequest(),
    pb.ResolveRunTagRequest(tag=TAG),
    pb.GetUsageRequest(),
    pb.ListUsageRequest(),
]


class SlowJournal(MemoryJournal):
    """A disk that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()

    async def durable(self) -> None:
        await self.written.wait()


class Operator:
    """What a servicer knows of a call."""

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return caller_metadata(Caller("root", Tier.ADMIN))


@pytest.fixture
def journal() -> SlowJournal:
    return SlowJournal()


@pytest.fixture
async def engine(journal: SlowJournal) -> AsyncIterator[Engine]:
    clock = ManualClock()
    log, recorder = RunLog(event_log("scheduler")), Recorder(journal, clock)
    engine = Engine(Scheduler(policy()), clock, Rhythm(0.1, 15.0), log, recorder)
    engine.set_slots("runs", 1)
    yield engine
    engine.close()


async def answered(engine: Engine, request: Message) -> Any:
    """The first answer to `request`."""
    name = type(request).__name__.removesuffix("Request")
    service = next(each for each in (SchedulerService, QuotaService) if name in vars(each))
    answer = getattr(service(engine), name)(request, Operator())
    return await (anext(answer) if hasattr(answer, "__anext__") else answer)


@pytest.mark.parametrize("request_", LOOKS, ids=lambda each: type(each).__name__)
async def test_a_look_is_answered_when_what_it_shows_is_kept(
    engine: Engine, journal: SlowJournal, request_: Message
) -> None:
    engine.submit(RunRequest("r1", "runs", "public", "ada"), TAG)
    looking = asyncio.create_task(answered(engine, request_))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not looking.done()
    journal.written.set()
    assert isinstance(await looking, Message)
