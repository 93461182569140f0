"""Many mixed jobs, honest, hostile, cancelled, abandoned and replayed: afterwards everything is where it was."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.desk import Desk
from renderer_svc.errors import SlotsBusy
from renderer_svc.executor import Executor
from renderer_svc.job import Job, JobKind, ThemedScript
from renderer_svc.library import Library
from renderer_svc.limits import MIB, Limits
from renderer_svc.meter import resident_bytes
from renderer_svc.outcome import Outcome
from renderer_svc.picture import Ended
from renderer_svc.sandbox.image import build_image
from renderer_svc.sandbox.tree import tree
from renderer_svc.sandbox.zygote.kind import ZygoteKind
from renderer_svc.task import Task
from tests.sandbox.conftest import LOW

SLOTS: Final = 3
GROWTH_BYTES: Final = 24 * MIB  # what an interpreter's allocator may keep
PLOT: Final = """\
import matplotlib.pyplot as plt
fig = plt.figure(figsize=(2, 1), dpi=50)
fig.text(0.1, 0.5, "soak")
fig.savefig("plot-light.png")
"""
PROGRAMS: Final = {
    "print('fine')": {Outcome.OK},
    "raise ValueError('x')": {Outcome.FAILED},
    "import os\nwhile True: os.fork()": {Outcome.FAILED, Outcome.OK, Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY},
    "for n in range(99): open(f'f{n}', 'wb').write(b'x' * 10**6)": {Outcome.DISK_LIMIT},
    "hoard = bytearray(300 << 20)": {Outcome.OUT_OF_MEMORY},
    "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)": {Outcome.OK},
    "import os\nwhile True: os.write(1, b'x' * 9999)": {Outcome.LOG_LIMIT},
    "import os; os._exit(3)": {Outcome.FAILED},
    "import os; os.kill(os.getpid(), 11)": {Outcome.FAILED},
}
SLEEPER: Final = "import time; time.sleep(60)"


@dataclass(frozen=True)
class Plain:
    """The tool of data code here: a script without a library."""

    available: bool = True
    remedy: str = ""

    def task(self, job: Job, script: ThemedScript, limits: Limits) -> Task:
        return Task(build_image(()), "plot.py", {"plot.py": script.source.encode()}, limits)


@pytest.fixture
def kind(uid_base: int) -> Iterator[ZygoteKind]:
    made = ZygoteKind(uid_base, event_log("test"), ready=2)
    yield made
    made.close()


@pytest.fixture
async def desk(kind: ZygoteKind, matplotlib_library: Library) -> AsyncIterator[Desk]:
    libraries = {"matplotlib": matplotlib_library}
    kind.prepare(libraries["matplotlib"].image, LOW)
    kind.prepare(build_image(()), LOW)
    made = Desk(
        Executor(kind, event_log("test")),
        libraries,
        replace(LOW, wall_s=3.0, memory_bytes=600 * MIB),
        slots=SLOTS,
        stored=16,
        start_memory_bytes=0,
        available_memory=lambda: 1 << 40,
        on_stuck=lambda: pytest.fail("a sandbox is stuck"),
        log=event_log("test"),
        tools={JobKind.DATA: Plain()},
    )
    yield made
    await made.close()


def job(number: int, source: str, kind: JobKind = JobKind.DATA) -> Job:
    return Job(f"j{number}", "matplotlib", b"", (ThemedScript("light", source),), 60.0, kind)


async def outcome(desk: Desk, work: Job, leave_at_start: bool = False) -> Outcome | None:
    """How `work` ended; comes back, as a client does, while places that were abandoned are not free yet."""
    while True:
        try:
            async with aclosing(desk.render(work)) as events:
                async for event in events:
                    if isinstance(event, Ended):
                        return event.result.outcome
                    if leave_at_start:
                        return None
        except SlotsBusy:
            await asyncio.sleep(0.005)


async def one(desk: Desk, number: int, dice: random.Random) -> None:
    """One job of the mix, with what must come of it."""
    match dice.randrange(10):
        case 0:
            assert await outcome(desk, job(number, PLOT, JobKind.RENDER)) is Outcome.OK
        case 1:
            reading = asyncio.create_task(outcome(desk, job(number, SLEEPER)))
            while not await desk.cancel(f"j{number}"):  # noqa: ASYNC110  (until it is admitted)
                await asyncio.sleep(0.001)
            assert await reading is Outcome.CANCELLED
        case 2:
            assert await outcome(desk, job(number, SLEEPER), leave_at_start=True) is None
        case 3:
            first = await outcome(desk, job(number, "print(1)"))
            assert await outcome(desk, job(number, "print(1)")) is first is Outcome.OK
        case _:
            source = dice.choice(list(PROGRAMS))
            assert await outcome(desk, job(number, source)) in PROGRAMS[source], source


async def soak(desk: Desk, numbers: range) -> None:
    """All of `numbers`, as many at once as there are places."""
    dice = random.Random(numbers.start)
    left = list(numbers)

    async def work() -> None:
        while left:
            await one(desk, left.pop(), dice)

    await asyncio.gather(*(work() for _ in range(SLOTS)))
    while desk.busy:  # noqa: ASYNC110  (the last one that was abandoned)
        await asyncio.sleep(0.01)


def traces(kind: ZygoteKind) -> tuple[int, int, int, int]:
    """Descriptors, processes, mounts and groups, once what stands ready does."""
    assert kind.wait_until_ready(60)
    mounts = len(Path("/proc/self/mountinfo").read_text().splitlines())
    return len(os.listdir("/proc/self/fd")), len(list(tree(os.getpid()))), mounts, kind.sandboxes


def memory() -> int:
    return sum(map(resident_bytes, tree(os.getpid())))


@pytest.mark.parametrize("jobs", [100, pytest.param(2000, marks=pytest.mark.full)])
async def test_after_many_mixed_jobs_everything_is_where_it_was(kind: ZygoteKind, desk: Desk, jobs: int) -> None:
    await soak(desk, range(-30, 0))  # both zygotes run, and every path was taken
    before, used = traces(kind), memory()
    await soak(desk, range(jobs))
    assert traces(kind) == before
    assert memory() < used + GROWTH_BYTES
    assert not desk.stuck
