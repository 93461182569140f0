"""The house: a renderer that is ready, walls tested and libraries warm, with or without a server in front."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from renderer_svc import meter
from renderer_svc.desk import Desk
from renderer_svc.executor import Executor
from renderer_svc.library import Library, warm_up
from renderer_svc.runtimes import ALL
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.settings import RendererSettings
from renderer_svc.walls import Wall, probe_walls, require


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a renderer needs to serve."""

    kind: str  #: which kind of sandbox runs code
    walls: tuple[Wall, ...]
    desk: Desk


def build_executor(settings: RendererSettings, log: structlog.typing.FilteringBoundLogger) -> Executor:
    """The executor that `settings` ask for. Raises `UnknownMachine` on a processor that we have no filter for."""
    return Executor(BubblewrapKind(settings.sandbox_uid_base), log)


def warm_libraries(executor: Executor, settings: RendererSettings) -> dict[str, Library]:
    """Every runtime, warmed up."""
    limits = settings.run_limits()
    return {runtime.library: warm_up(runtime, executor, limits) for runtime in ALL}


def build_house(
    settings: RendererSettings,
    log: structlog.typing.FilteringBoundLogger,
    on_stuck: Callable[[], None] = lambda: os.kill(os.getpid(), signal.SIGTERM),
) -> House:
    """Test the walls and warm the libraries, side by side, in about 2 s. Raises `WallsOpen`: then nothing may serve."""
    executor = build_executor(settings, log)
    with ThreadPoolExecutor(2) as threads:
        walls_later = threads.submit(probe_walls, executor, settings.run_limits())
        libraries_later = threads.submit(warm_libraries, executor, settings)
        walls, libraries = walls_later.result(), libraries_later.result()
    require(walls)
    desk = build_desk(executor, libraries, settings, log, on_stuck)
    return House(executor.kind.name, walls, desk)


def build_desk(
    executor: Executor,
    libraries: Mapping[str, Library],
    settings: RendererSettings,
    log: structlog.typing.FilteringBoundLogger,
    on_stuck: Callable[[], None],
) -> Desk:
    """A desk in front of `executor`, with the bounds of `settings`."""
    return Desk(
        executor,
        libraries,
        settings.run_limits(),
        slots=settings.render_slots,
        stored=settings.stored_results,
        start_memory_bytes=settings.start_memory_bytes,
        available_memory=meter.available_memory,
        on_stuck=on_stuck,
        log=log,
    )
