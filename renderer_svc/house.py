"""The house: a renderer that is ready, walls tested and libraries warm, with or without a server in front."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from renderer_svc import meter
from renderer_svc.browser_trial import BrowserTrials
from renderer_svc.conversion import prepare_converter
from renderer_svc.data_code import prepare_data_code
from renderer_svc.desk import Desk
from renderer_svc.executor import Executor
from renderer_svc.font_list import MatplotlibFiles
from renderer_svc.job import JobKind
from renderer_svc.library import Library, warm_up
from renderer_svc.limits import Limits
from renderer_svc.runtimes import ALL
from renderer_svc.sandbox.base import SPARE_SLOTS, SandboxKind
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.sandbox.cloudrun import CloudRunKind
from renderer_svc.sandbox.gvisor import GvisorKind
from renderer_svc.sandbox.image import Image
from renderer_svc.sandbox.kinds import KindForEach
from renderer_svc.sandbox.none import NoKind
from renderer_svc.sandbox.prewarmed import PrewarmedKind
from renderer_svc.sandbox.zygote.kind import ZygoteKind
from renderer_svc.settings import RendererSettings
from renderer_svc.shared_image import share
from renderer_svc.tool import Tool
from renderer_svc.walled import keep_where_walls_hold, tested_walls
from renderer_svc.walls import Wall


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a renderer needs to serve."""

    kind: str  #: which kind of sandbox runs code
    walls: tuple[Wall, ...]
    desk: Desk
    executor: Executor

    def close(self) -> None:
        """End what the sandboxes keep ready; after the desk was closed."""
        self.executor.close()


def build_executor(settings: RendererSettings, log: structlog.typing.FilteringBoundLogger) -> Executor:
    """The executor that `settings` ask for. Raises `UnknownMachine` on a processor that we have no filter for."""
    _allow_descriptors()
    return Executor(_build_kind(settings, log), log)


def _allow_descriptors() -> None:
    """As many as the system lets us have, for us and the zygotes that we start.

    Threat: descriptors that scripts have on their way through sockets count for all processes of a user, and who is
    past its own limit by them can send none; a zygote lives by sending them.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _build_kind(settings: RendererSettings, log: structlog.typing.FilteringBoundLogger) -> SandboxKind:
    if settings.sandbox == "gvisor":
        return GvisorKind(settings.sandbox_uid_base)
    if settings.sandbox == "cloudrun":
        return CloudRunKind(settings.work_volume or Path("/work"))
    if settings.sandbox == "none":
        log.warning("no_sandbox")
        return NoKind()
    bubblewrap = BubblewrapKind(settings.sandbox_uid_base)
    browsers = PrewarmedKind(
        bubblewrap,
        log,
        ready=settings.ready_browsers,
        first_slot=settings.render_slots,
        may_keep=_room_beside_jobs(settings),
    )
    if settings.sandbox == "bubblewrap":
        return KindForEach(bubblewrap, browsers)
    zygote = ZygoteKind(settings.sandbox_uid_base, log, ready=settings.ready_sandboxes)
    return KindForEach(zygote, browsers)


def _room_beside_jobs(settings: RendererSettings) -> Callable[[Limits], bool]:
    """Whether a sandbox of such limits would leave a job the memory that it needs to start."""
    return lambda limits: meter.available_memory() > settings.start_memory_bytes + limits.memory_bytes


def kinds_in_use(settings: RendererSettings) -> tuple[tuple[str, bool], ...]:
    """(name, whether its scripts may be forked) of each kind of sandbox that a renderer with `settings` uses."""
    usual = (settings.sandbox, True)
    return (usual, ("bubblewrap", False)) if settings.sandbox == "zygote" else (usual,)


def warm_libraries(executor: Executor, settings: RendererSettings) -> dict[str, Library]:
    """Every runtime, warmed up."""
    limits = settings.run_limits()
    files = MatplotlibFiles(executor, limits)
    return {runtime.library: warm_up(runtime, executor, limits, files) for runtime in ALL}


def prepare_tools(executor: Executor, settings: RendererSettings, warm: Image | None = None) -> dict[JobKind, Tool]:
    """What runs the jobs that draw nothing, each tried once; data code in `warm`, where pandas is imported already."""
    limits = settings.run_limits()
    data_code = prepare_data_code(executor, limits)
    if warm is not None:
        data_code = replace(data_code, image=warm)
    return {JobKind.DATA: data_code, JobKind.CONVERT: prepare_converter(executor, limits)}


def build_house(
    settings: RendererSettings,
    log: structlog.typing.FilteringBoundLogger,
    on_stuck: Callable[[], None] = lambda: os.kill(os.getpid(), signal.SIGTERM),
) -> House:
    """Warm the libraries and test the walls around them, in about 4 s. Raises `WallsOpen`: then nothing may serve."""
    executor = build_executor(settings, log)
    try:
        return _build_house(executor, settings, log, on_stuck)
    except BaseException:
        executor.close()
        raise


def _build_house(
    executor: Executor,
    settings: RendererSettings,
    log: structlog.typing.FilteringBoundLogger,
    on_stuck: Callable[[], None],
) -> House:
    limits = settings.run_limits()
    libraries = warm_libraries(executor, settings)
    if settings.sandbox == "zygote":
        libraries = share(libraries)
    for library in libraries.values():
        if library.available:
            executor.kind.prepare(library.image, library.runtime.limits(limits))
    with ThreadPoolExecutor(3) as threads:
        walls_later = threads.submit(tested_walls, executor, limits)
        image = next((one.image for one in libraries.values() if one.image.warm), None)
        tools_later = threads.submit(prepare_tools, executor, settings, image)
        others_later = threads.submit(keep_where_walls_hold, libraries, executor, limits)
        walls, tools = walls_later.result(), tools_later.result()
        libraries, others = others_later.result()
    desk = build_desk(executor, libraries, settings, log, on_stuck, tools)
    return House(executor.kind.name, (*walls, *others), desk, executor)


def build_trials(
    house: House,
    settings: RendererSettings,
    log: structlog.typing.FilteringBoundLogger,
    tell: Callable[[Library], object],
) -> BrowserTrials:
    """The trials of what `house` draws with a browser, for which no start waits."""
    return BrowserTrials(
        house.executor,
        house.desk.libraries,
        settings.run_limits(),
        log,
        tell,
        slot=settings.render_slots + SPARE_SLOTS,
        may_try=_room_beside_jobs(settings),
    )


def build_desk(
    executor: Executor,
    libraries: Mapping[str, Library],
    settings: RendererSettings,
    log: structlog.typing.FilteringBoundLogger,
    on_stuck: Callable[[], None],
    tools: Mapping[JobKind, Tool] | None = None,
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
        tools=tools,
    )
