"""Places, replays, cancels and callers that leave, with an executor whose runs end when the test says so."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from plotlane_kit.errors import DrainingError
from plotlane_kit.event_log import event_log
from renderer_svc.desk import Desk
from renderer_svc.errors import JobConflict, LibraryUnavailable, LowMemory, RendererBroken, SlotsBusy
from renderer_svc.follow import SandboxStuck
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.library import Library
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.picture import Ended, Event, Started
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime
from renderer_svc.sandbox.image import Image
from renderer_svc.stop import Stop
from renderer_svc.task import Task

LIBRARY = Library(MatplotlibRuntime(), Image((), (), (), "python", ()))
MIB = 1024 * 1024
FINE = ThemeResult(Outcome.OK)


class ScriptedExecutor:
    """A run starts at once and ends when the test opens the gate of its script's text, or when it is told to stop.

    What is told to stop does so once `may_die` is set.
    """

    def __init__(self) -> None:
        self.may_die = threading.Event()
        self.may_die.set()
        self.gates: dict[str, threading.Event] = {}
        self.results: dict[str, ThemeResult | type[Exception]] = {}
        self.runs: list[tuple[str, int]] = []
        self.begun = threading.Semaphore(0)

    def open(self, source: str, result: ThemeResult | type[Exception] = FINE) -> None:
        self.results[source] = result
        self.gates.setdefault(source, threading.Event()).set()

    def run(self, task: Task, slot: int, stop: Stop, on_start: Callable[[], None]) -> ThemeResult:
        source = task.files["plot.py"].decode()
        self.runs.append((source, slot))
        self.begun.release()
        on_start()
        gate = self.gates.setdefault(source, threading.Event())
        while not gate.wait(0.002):
            if stop.requested:
                self.may_die.wait(30)
                return ThemeResult(Outcome.CANCELLED)
        result = self.results[source]
        if isinstance(result, type):
            raise result
        return replace(result, stdout=source, start_s=0.1)


class Bench:
    """A desk with two places, and what a test may turn."""

    def __init__(self) -> None:
        self.executor = ScriptedExecutor()
        self.available = 10_000 * MIB
        self.stuck_calls = 0
        self.desk = Desk(
            self.executor,
            {"matplotlib": LIBRARY, "broken": replace(LIBRARY, remedy="pip install broken")},
            Limits(),
            slots=2,
            stored=16,
            start_memory_bytes=1024 * MIB,
            available_memory=lambda: self.available,
            on_stuck=self._stuck,
            log=event_log("test"),
        )

    def _stuck(self) -> None:
        self.stuck_calls += 1

    async def render(self, work: Job) -> list[Event]:
        return [event async for event in self.desk.render(work)]

    async def start(self, work: Job) -> asyncio.Task[list[Event]]:
        """Begin `work` and return once its first theme runs."""
        begun = asyncio.Event()

        async def read() -> list[Event]:
            events = []
            stream = self.desk.render(work)
            try:
                async for event in stream:
                    events.append(event)
                    begun.set()
            finally:
                await stream.aclose()
            return events

        reading = asyncio.create_task(read())
        hearing = asyncio.create_task(begun.wait())
        await asyncio.wait([reading, hearing], return_when=asyncio.FIRST_COMPLETED)
        if not begun.is_set():
            reading.result()  # which raises: it was refused
        return reading

    async def runs(self, number: int) -> None:
        """Wait until `number` runs have begun."""
        for _ in range(number):
            assert await asyncio.to_thread(self.executor.begun.acquire, timeout=30)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def job(job_id: str = "j1", *sources: str, **fields: Any) -> Job:
    """A job that draws `sources` as light and dark."""
    scripts = tuple(
        ThemedScript(theme, source) for theme, source in zip(("light", "dark"), sources or ("a",), strict=False)
    )
    return replace(Job(job_id, "matplotlib", b"", scripts, 60.0), **fields)


def outcomes(events: list[Event]) -> list[tuple[str, Outcome]]:
    return [(event.theme, event.result.outcome) for event in events if isinstance(event, Ended)]


async def settled() -> None:
    """Wait for everything that runs beside the test."""
    async with asyncio.timeout(30):
        await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})


async def test_each_theme_is_started_and_ended_in_the_jobs_order(bench: Bench) -> None:
    bench.executor.open("a")
    bench.executor.open("b", ThemeResult(Outcome.FAILED))
    events = await bench.render(job("j1", "a", "b"))
    assert [(type(event), event.theme) for event in events] == [
        *((Started, "light"), (Ended, "light"), (Started, "dark"), (Ended, "dark"))
    ]
    assert outcomes(events) == [("light", Outcome.OK), ("dark", Outcome.FAILED)]


async def test_the_themes_of_a_job_are_drawn_side_by_side_where_places_are_free(bench: Bench) -> None:
    reading = await bench.start(job("j1", "a", "b"))
    await bench.runs(2)
    assert bench.desk.busy == 2
    bench.executor.open("a")
    bench.executor.open("b")
    assert outcomes(await reading) == [("light", Outcome.OK), ("dark", Outcome.OK)]
    assert (bench.desk.busy, {slot for _, slot in bench.executor.runs}) == (0, {0, 1})


async def test_the_themes_of_a_job_share_the_one_place_that_is_free(bench: Bench) -> None:
    other = await bench.start(job("j0", "c"))
    bench.executor.open("a")
    bench.executor.open("b")
    assert outcomes(await bench.render(job("j1", "a", "b"))) == [("light", Outcome.OK), ("dark", Outcome.OK)]
    assert [slot for source, slot in bench.executor.runs if source != "c"] == [1, 1]
    bench.executor.open("c")
    await other


async def test_more_jobs_than_places_are_told_to_come_back(bench: Bench) -> None:
    readings = [await bench.start(job(f"j{n}", "a")) for n in range(2)]
    with pytest.raises(SlotsBusy) as refusal:
        await bench.render(job("j3", "a"))
    assert refusal.value.retry_after_s == 1.0
    bench.executor.open("a")
    await asyncio.gather(*readings)
    assert outcomes(await bench.render(job("j3", "a"))) == [("light", Outcome.OK)]


async def test_a_replay_joins_the_run_in_flight(bench: Bench) -> None:
    first = await bench.start(job())
    second = await bench.start(job())
    bench.executor.open("a")
    assert outcomes(await first) == outcomes(await second) == [("light", Outcome.OK)]
    assert len(bench.executor.runs) == 1


async def test_a_replay_after_the_end_gets_the_stored_answer_even_when_all_places_are_taken(bench: Bench) -> None:
    bench.executor.open("a")
    await bench.render(job())
    others = [await bench.start(job(f"o{n}", "b")) for n in range(2)]
    assert outcomes(await bench.render(job())) == [("light", Outcome.OK)]
    assert len(bench.executor.runs) == 3
    bench.executor.open("b")
    await asyncio.gather(*others)


async def test_another_theme_of_a_known_job_runs_alone(bench: Bench) -> None:
    bench.executor.open("a")
    bench.executor.open("b")
    await bench.render(job("j1", "a"))
    assert outcomes(await bench.render(job("j1", "a", "b"))) == [("light", Outcome.OK), ("dark", Outcome.OK)]
    assert [source for source, _ in bench.executor.runs] == ["a", "b"]


async def test_other_content_under_the_same_id_is_a_conflict_in_flight_and_after(bench: Bench) -> None:
    reading = await bench.start(job("j1", "a"))
    with pytest.raises(JobConflict):
        await bench.render(job("j1", "other"))
    bench.executor.open("a")
    await reading
    with pytest.raises(JobConflict):
        await bench.render(job("j1", "a", data=b"other"))


async def test_the_last_sixteen_answers_are_kept(bench: Bench) -> None:
    bench.executor.open("a")
    for number in range(17):
        await bench.render(job(f"j{number}"))
    await bench.render(job("j1"))
    assert len(bench.executor.runs) == 17
    await bench.render(job("j0"))
    assert len(bench.executor.runs) == 18


@pytest.mark.parametrize("outcome", [Outcome.LAUNCHER, Outcome.LOW_MEMORY])
async def test_what_was_not_the_scripts_doing_is_not_kept(bench: Bench, outcome: Outcome) -> None:
    bench.executor.open("a", ThemeResult(outcome))
    await bench.render(job())
    bench.executor.open("a")
    assert outcomes(await bench.render(job())) == [("light", Outcome.OK)]


async def test_cancel_ends_all_themes_and_returns_when_the_place_is_free(bench: Bench) -> None:
    reading = await bench.start(job("j1", "a", "b"))
    assert await bench.desk.cancel("j1")
    assert bench.desk.busy == 0
    assert outcomes(await reading) == [("light", Outcome.CANCELLED), ("dark", Outcome.CANCELLED)]


async def test_a_cancelled_job_stays_cancelled(bench: Bench) -> None:
    await bench.start(job())
    await bench.desk.cancel("j1")
    bench.executor.open("a")
    assert outcomes(await bench.render(job())) == [("light", Outcome.CANCELLED)]


async def test_cancelling_what_is_unknown_or_over_is_no_error(bench: Bench) -> None:
    bench.executor.open("a")
    await bench.render(job())
    assert not await bench.desk.cancel("j1")
    assert not await bench.desk.cancel("unknown")


async def test_the_last_caller_to_leave_stops_the_run_and_the_job_may_come_again(bench: Bench) -> None:
    readings = [await bench.start(job()) for _ in range(2)]
    readings[0].cancel()
    await asyncio.wait([readings[0]])
    assert bench.desk.busy == 1
    readings[1].cancel()
    await settled()
    assert bench.desk.busy == 0
    bench.executor.open("a")
    assert outcomes(await bench.render(job())) == [("light", Outcome.OK)]


async def abandoned(bench: Bench, work: Job) -> None:
    """Begin `work` and leave; what it runs is told to end and takes its time."""
    bench.executor.may_die.clear()
    reading = await bench.start(work)
    await bench.runs(1)
    reading.cancel()
    await asyncio.wait([reading])


async def test_a_job_that_comes_again_while_its_abandoned_run_ends_is_run_anew(bench: Bench) -> None:
    await abandoned(bench, job())
    again = await bench.start(job())
    await bench.runs(1)
    bench.executor.may_die.set()
    bench.executor.open("a")
    assert outcomes(await again) == [("light", Outcome.OK)]
    await settled()
    assert bench.desk.busy == 0
    assert outcomes(await bench.render(job())) == [("light", Outcome.OK)]
    assert len(bench.executor.runs) == 2  # the new run's answer is kept, whichever of the two ended last


async def test_a_job_that_comes_again_while_all_places_end_their_abandoned_runs_is_told_to_come_back(
    bench: Bench,
) -> None:
    await abandoned(bench, job("j1", "a", "b"))
    await bench.runs(1)
    with pytest.raises(SlotsBusy):
        await bench.render(job("j1", "a", "b"))
    bench.executor.may_die.set()


async def test_a_job_that_comes_again_while_it_is_cancelled_gets_that_as_its_answer(bench: Bench) -> None:
    bench.executor.may_die.clear()
    first = await bench.start(job())
    await bench.runs(1)
    cancelling = asyncio.create_task(bench.desk.cancel("j1"))
    await asyncio.sleep(0)
    again = asyncio.create_task(bench.render(job()))
    await asyncio.sleep(0)
    bench.executor.may_die.set()
    assert await cancelling
    assert outcomes(await first) == outcomes(await again) == [("light", Outcome.CANCELLED)]


async def test_cancel_also_waits_for_an_abandoned_run_whose_job_came_again(bench: Bench) -> None:
    await abandoned(bench, job())
    again = await bench.start(job())
    await bench.runs(1)
    bench.executor.may_die.set()
    assert await bench.desk.cancel("j1")
    assert bench.desk.busy == 0
    assert outcomes(await again) == [("light", Outcome.CANCELLED)]


async def test_a_machine_short_of_memory_starts_nothing(bench: Bench) -> None:
    bench.available = 1000 * MIB
    with pytest.raises(LowMemory) as refusal:
        await bench.render(job())
    assert refusal.value.metadata == {"available_bytes": str(1000 * MIB), "needed_bytes": str(1024 * MIB)}


@pytest.mark.parametrize(("library", "remedy"), [("broken", "pip install broken"), ("unknown", "choose one")])
async def test_a_library_that_does_not_work_here_is_refused_with_the_remedy(
    bench: Bench, library: str, remedy: str
) -> None:
    with pytest.raises(LibraryUnavailable) as refusal:
        await bench.render(job(library=library))
    assert remedy in refusal.value.metadata["remedy"]


async def test_a_library_that_turned_out_not_to_work_is_refused_from_then_on_until_it_does(bench: Bench) -> None:
    bench.desk.relist(replace(LIBRARY, remedy="mend it"))
    with pytest.raises(LibraryUnavailable) as refusal:
        await bench.render(job())
    assert refusal.value.metadata["remedy"] == "mend it"
    bench.desk.relist(LIBRARY)
    reading = await bench.start(job())
    bench.executor.open("a")
    assert outcomes(await reading) == [("light", Outcome.OK)]


async def test_a_draining_desk_ends_what_runs_and_takes_nothing_new(bench: Bench) -> None:
    reading = await bench.start(job())
    bench.desk.drain()
    with pytest.raises(DrainingError):
        await bench.render(job("j2"))
    bench.executor.open("a")
    assert outcomes(await reading) == [("light", Outcome.OK)]


async def test_closing_stops_what_still_runs(bench: Bench) -> None:
    reading = await bench.start(job())
    await bench.desk.close()
    assert outcomes(await reading) == [("light", Outcome.CANCELLED)]


async def test_a_sandbox_that_does_not_end_keeps_its_place_and_the_renderer_refuses_further_work(bench: Bench) -> None:
    bench.executor.open("a", SandboxStuck)
    assert outcomes(await bench.render(job())) == [("light", Outcome.LAUNCHER)]
    assert (bench.stuck_calls, bench.desk.stuck, bench.desk.busy) == (1, True, 1)
    with pytest.raises(RendererBroken):
        await bench.render(job("j2"))


async def test_a_host_error_is_the_renderers_fault_and_frees_the_place(bench: Bench) -> None:
    bench.executor.open("a", OSError)
    assert outcomes(await bench.render(job())) == [("light", Outcome.LAUNCHER)]
    assert bench.desk.busy == 0


async def test_each_picture_is_one_log_line_with_these_fields_and_no_other(bench: Bench) -> None:
    bench.executor.open("a", ThemeResult(Outcome.FAILED, wall_s=1.2344))
    with capture_logs() as lines:
        await bench.render(job("j1", "a", slot_wait_ms=250))
    assert lines == [
        {
            "event": "render",
            "log_level": "info",
            "service": "test",
            "library": "matplotlib",
            "theme": "light",
            "outcome": "failed",
            "slot_wait_ms": 250,
            "render_ms": 1234,
        }
    ]


async def test_a_job_that_may_take_one_place_draws_its_themes_one_after_another(bench: Bench) -> None:
    for source in "ab":
        bench.executor.open(source)
    events = [event async for event in bench.desk.render(job("j1", "a", "b"), places=1)]
    assert outcomes(events) == [("light", Outcome.OK), ("dark", Outcome.OK)]
    assert bench.executor.runs == [("a", 0), ("b", 0)]
