"""The composition root: reads the settings, builds the scheduler, serves it."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from typing import Final

import grpc

from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.event_log import event_log
from plotlane_kit.serve import ServiceApp, serve
from plotlane_kit.settings import load_settings
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.engine import Engine, Rhythm
from scheduler_svc.run_log import RunLog
from scheduler_svc.service import SchedulerService
from scheduler_svc.settings import SchedulerSettings

NAME: Final = "scheduler"
SERVICE_NAMES: Final = (scheduler_pb2.DESCRIPTOR.services_by_name["SchedulerService"].full_name,)


def build(settings: SchedulerSettings, clock: Clock) -> ServiceApp:
    """The scheduler as `settings` want it, ready to be served."""
    # Tokens go on from the wall clock, so that a lease of today beats every lease from before a restart.
    first_token = int(clock.wall().timestamp() * 1_000_000)
    engine = Engine(
        Scheduler(settings.policy(), first_token),
        clock,
        Rhythm(settings.position_interval_s, settings.position_heartbeat_s),
        RunLog(event_log(NAME)),
    )

    def register(server: grpc.aio.Server) -> None:
        scheduler_pb2_grpc.add_SchedulerServiceServicer_to_server(SchedulerService(engine), server)

    async def start() -> None:
        for pool, slots in settings.slots().items():
            engine.set_slots(pool, slots)

    async def drain() -> None:
        engine.drain()
        # The server takes no call once it stops, and what runs still has to be released.
        with suppress(TimeoutError):
            await asyncio.wait_for(engine.idle(), settings.drain_s)

    async def stop() -> None:
        engine.close()

    return ServiceApp(NAME, SERVICE_NAMES, register, start=start, drain=drain, stop=stop)


async def main() -> None:
    """Serve until told to stop. Raises `SettingsError`, and OSError when the port is taken."""
    # Thousands of open streams are millions of long-lived objects that need not be looked at again and again.
    gc.set_threshold(100_000, 50, 1_000)
    settings = load_settings(SchedulerSettings)
    await serve(build(settings, SystemClock()), settings)
