"""The composition root: reads the settings, builds the scheduler, serves it."""

from __future__ import annotations

import asyncio
import gc
import os
from contextlib import suppress
from typing import Final

import grpc

from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.able import Able
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.event_log import event_log
from plotlane_kit.metrics import new_registry
from plotlane_kit.serve import ServiceApp, serve
from plotlane_kit.settings import load_settings
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.engine import Engine
from scheduler_svc.journal.base import Journal, JournalError, OnFailure, OutageError
from scheduler_svc.journal.certainty import OnCertainty, unnoticed
from scheduler_svc.journal.database import sqlite_url
from scheduler_svc.journal.memory import MemoryJournal
from scheduler_svc.journal.sql import SqlJournal, SqlOptions
from scheduler_svc.journal.writer import OnCommit, unheard
from scheduler_svc.meter import Meter
from scheduler_svc.news import Rhythm
from scheduler_svc.quota_service import QuotaService
from scheduler_svc.recorder import Recorder
from scheduler_svc.recovery import recover
from scheduler_svc.run_log import RunLog
from scheduler_svc.service import SchedulerService
from scheduler_svc.settings import SchedulerSettings

NAME: Final = "scheduler"
LAST_WORDS_S: Final = 2.0  # what slow readers get to take their last message
MEMORY_URL: Final = "memory:"
SERVICE_NAMES: Final = tuple(service.full_name for service in scheduler_pb2.DESCRIPTOR.services_by_name.values())


def end_process(error: JournalError) -> None:
    """Say why and end at once: what could not be kept must not be told, and callers find whoever leads now."""
    with suppress(OSError):
        os.write(2, f"{NAME}: {error}\n".encode())
    os._exit(1)


def say_outage(error: OutageError) -> None:
    """Log that the journal's database is away and is tried again."""
    event_log(NAME).warning("journal_unreachable", error=str(error))


def build(settings: SchedulerSettings, clock: Clock, fail: OnFailure = end_process) -> ServiceApp:
    """The scheduler as `settings` want it, ready to be served.

    `fail` is called once, when what is decided can be kept no more.
    Raises `JournalError` when the journal's URL is none that can be used.
    """
    registry = new_registry()
    meter = Meter(registry)
    able = Able()
    journal = journal_of(settings, meter.committed, lambda certain: able.set(able=certain))
    leads = False
    engine = Engine(
        Scheduler(settings.policy()),
        clock,
        Rhythm(settings.position_interval_s, settings.position_heartbeat_s),
        RunLog(event_log(NAME)),
        meter=meter,
    )
    meter.watch(engine.looks)

    def register(server: grpc.aio.Server) -> None:
        scheduler_pb2_grpc.add_SchedulerServiceServicer_to_server(SchedulerService(engine), server)
        scheduler_pb2_grpc.add_QuotaServiceServicer_to_server(QuotaService(engine), server)

    async def begin() -> None:
        nonlocal leads
        recovered = recover(await journal.open(fail), settings.policy(), clock)
        recorder = Recorder(journal, recovered.clock, settings.journal_snapshot_events)
        engine.take_over(recovered.scheduler, recovered.clock, recorder)
        for pool, slots in settings.slots().items():
            engine.set_slots(pool, slots)
        await engine.durable()
        leads = True

    async def drain() -> None:
        if not leads:
            return
        engine.drain()
        await last_words()
        # The server takes no call once it stops, and what runs still has to be released.
        with suppress(TimeoutError):
            await asyncio.wait_for(engine.idle(), settings.drain_s)
        await last_words()

    async def last_words() -> None:
        # A stream that is cut before its last message would come back for it.
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS_S):
                await engine.durable()
                await engine.told()

    async def stop() -> None:
        engine.close()
        await journal.close()

    return ServiceApp(
        NAME,
        SERVICE_NAMES,
        register,
        begin=begin,
        certain=engine.certain,
        able=able,
        drain=drain,
        stop=stop,
        registry=registry,
    )


def journal_of(
    settings: SchedulerSettings, on_commit: OnCommit = unheard, on_certainty: OnCertainty = unnoticed
) -> Journal:
    """The journal that `settings` name; `on_commit` is told of each commit of one that is kept."""
    if settings.journal_url == MEMORY_URL:
        return MemoryJournal()
    room_bytes = settings.journal_room_mb * 1024 * 1024
    options = SqlOptions(
        settings.synchronous, settings.journal_silence_s, room_bytes, on_commit, say_outage, on_certainty
    )
    return SqlJournal(settings.journal_url or sqlite_url(settings.data_dir / "journal.db"), options)


async def main() -> None:
    """Serve until told to stop. Raises `SettingsError`, and OSError when the port is taken."""
    # Thousands of open streams are millions of long-lived objects that need not be looked at again and again.
    gc.set_threshold(100_000, 50, 1_000)
    settings = load_settings(SchedulerSettings)
    await serve(build(settings, SystemClock()), settings)
