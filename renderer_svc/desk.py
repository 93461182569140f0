"""The desk: takes jobs in, gives each a place and a thread, lets replays join, and hands results out."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

import structlog

from plotlane_kit.errors import DrainingError
from renderer_svc.answers import Answers
from renderer_svc.errors import LibraryUnavailable, LowMemory, RendererBroken, SlotsBusy
from renderer_svc.follow import SandboxStuck
from renderer_svc.job import Job, JobKind, ThemedScript, ThemeResult
from renderer_svc.library import Library
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.picture import Event, Picture
from renderer_svc.round import Round
from renderer_svc.stop import Stop
from renderer_svc.task import Task
from renderer_svc.tool import Tool

_RETRY_S: Final = 1.0
_LOW_MEMORY_RETRY_S: Final = 5.0


class Runner(Protocol):
    """What the desk needs of the executor."""

    def run(self, task: Task, slot: int, stop: Stop, on_start: Callable[[], None]) -> ThemeResult:
        """Run `task` in place `slot`, blocking. Raises `SandboxStuck`, and OSError when this machine fails."""


class Desk:
    """Bounded in places, idempotent per (job id, theme). Lives in one event loop."""

    def __init__(
        self,
        executor: Runner,
        libraries: Mapping[str, Library],
        limits: Limits,
        *,
        slots: int,
        stored: int,
        start_memory_bytes: int,
        available_memory: Callable[[], int],
        on_stuck: Callable[[], None],
        log: structlog.typing.FilteringBoundLogger,
        tools: Mapping[JobKind, Tool] | None = None,
    ) -> None:
        """`tools`: what runs the kinds of jobs that draw nothing."""
        self._executor = executor
        self._libraries = dict(libraries)
        self._tools = tools or {}
        self._limits = limits
        self._free = list(range(slots))
        self._answers = Answers(stored)
        self._start_memory_bytes = start_memory_bytes
        self._available_memory = available_memory
        self._on_stuck = on_stuck
        self._log = log
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="sandbox")
        self._alive: set[Round] = set()  # also those that are abandoned, whose keys others may have by now
        self._draining = False
        self.stuck = False  #: a sandbox would not end: this process must be replaced
        self.slots: Final = slots

    @property
    def busy(self) -> int:
        """Places taken now."""
        return self.slots - len(self._free)

    @property
    def libraries(self) -> Mapping[str, Library]:
        """What may be asked for."""
        return self._libraries

    def relist(self, library: Library) -> None:
        """From now on offer `library` as it is known now: whether it works here may turn out late."""
        self._libraries[library.runtime.library] = library

    async def render(self, job: Job, places: int | None = None) -> AsyncGenerator[Event, None]:
        """The events of each theme, in the job's order. Leaving early stops the job unless others still read it.

        `places`: how many it may take, at most; None: as many as it has themes.
        """
        pictures = self._admit(job, places)
        joined = self._answers.rounds_of(job)
        for joined_round in joined:
            joined_round.callers += 1
        try:
            for picture in pictures:
                async for event in picture.events():
                    yield event
        finally:
            for joined_round in joined:
                self._leave(joined_round)

    async def cancel(self, job_id: str) -> bool:
        """Stop `job_id`; returns when its sandboxes are gone, saying whether there were any."""
        rounds = {running for running in self._alive if running.job.job_id == job_id and not running.is_over}
        for running in rounds:
            running.cancelled = True
            running.stop.request()
        if tasks := [running.task for running in rounds if running.task is not None]:
            await asyncio.wait(tasks)
        return bool(rounds)

    def drain(self) -> None:
        """Take no new work; what runs may end."""
        self._draining = True

    async def close(self) -> None:
        """Stop what still runs and let go of the threads."""
        self._draining = True
        for running in self._alive:
            running.stop.request()
        if tasks := [running.task for running in self._alive if running.task is not None]:
            await asyncio.wait(tasks)
        self._threads.shutdown(wait=not self.stuck)

    def _admit(self, job: Job, places: int | None) -> list[Picture]:
        known = [self._answers.known(job, script) for script in job.scripts]
        new = [script for script, picture in zip(job.scripts, known, strict=True) if picture is None]
        if new:
            self._begin(job, new, places)
        return self._answers.pictures_of(job)

    def _begin(self, job: Job, scripts: list[ThemedScript], places: int | None) -> None:
        if self._draining:
            raise DrainingError(retry_after_s=_RETRY_S)
        if self.stuck:
            raise RendererBroken
        tool = self._tool(job)
        available = self._available_memory()
        if available < self._start_memory_bytes:
            bounds = {"available_bytes": str(available), "needed_bytes": str(self._start_memory_bytes)}
            raise LowMemory(retry_after_s=_LOW_MEMORY_RETRY_S, metadata=bounds)
        if not self._free:
            raise SlotsBusy(retry_after_s=_RETRY_S, metadata={"slots": str(self.slots)})
        pictures = [Picture(script, job.content_of(script)) for script in scripts]
        slots = [heapq.heappop(self._free) for _ in range(min(len(pictures), len(self._free), places or len(pictures)))]
        running = Round(job, pictures, slots)
        self._answers.enter(running)
        self._alive.add(running)
        running.task = asyncio.create_task(self._draw(running, tool))

    def _tool(self, job: Job) -> Tool:
        tool = self._libraries.get(job.library) if job.kind is JobKind.RENDER else self._tools.get(job.kind)
        if tool is None or not tool.available:
            remedy = tool.remedy if tool else "choose one that ListRuntimes names"
            raise LibraryUnavailable(metadata={"library": job.library or job.kind.value, "remedy": remedy})
        return tool

    async def _draw(self, running: Round, tool: Tool) -> None:
        waiting = deque(running.pictures)
        try:
            await asyncio.gather(*(self._draw_in(slot, running, tool, waiting) for slot in running.slots))
        finally:
            self._end(running)

    async def _draw_in(self, slot: int, running: Round, tool: Tool, waiting: deque[Picture]) -> None:
        """Draw what waits, one after another, in place `slot`, and give the place back."""
        try:
            while waiting:
                picture = waiting.popleft()
                self._settle(running, picture, await self._draw_one(running, tool, picture, slot))
        except SandboxStuck:  # it keeps its place
            waiting.clear()
            self.stuck = True
            self._on_stuck()
            return
        except OSError as error:  # this machine's fault, such as no descriptors left; the text stays here
            self._log.error("host_error", kind=type(error).__name__, errno=error.errno)
        if not self.stuck:
            heapq.heappush(self._free, slot)

    def _note(self, job: Job, script: ThemedScript, result: ThemeResult) -> None:
        fields: dict[str, object] = {"outcome": result.outcome.value, "render_ms": round(result.wall_s * 1000)}
        if job.kind is JobKind.RENDER:
            fields |= {"library": job.library, "theme": script.theme, "slot_wait_ms": job.slot_wait_ms}
        self._log.info(job.kind.value, **fields)

    async def _draw_one(self, running: Round, tool: Tool, picture: Picture, slot: int) -> ThemeResult:
        if running.stop.requested:
            return ThemeResult(Outcome.CANCELLED)
        loop = asyncio.get_running_loop()
        task = tool.task(running.job, picture.script, self._limits)

        def on_start() -> None:
            loop.call_soon_threadsafe(picture.started.set)

        return await loop.run_in_executor(self._threads, self._executor.run, task, slot, running.stop, on_start)

    def _settle(self, running: Round, picture: Picture, result: ThemeResult) -> None:
        self._answers.settle(running, picture, result)
        self._note(running.job, picture.script, result)

    def _end(self, running: Round) -> None:
        self._alive.discard(running)
        running.stop.close()
        for picture in running.pictures:
            if picture.result is None:  # nobody knows how it ended
                self._settle(running, picture, ThemeResult(Outcome.LAUNCHER))

    def _leave(self, joined: Round) -> None:
        joined.callers -= 1
        if joined.callers == 0:
            joined.stop.request()
