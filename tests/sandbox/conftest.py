"""A box to put hostile programs in: the real sandbox with lowered limits."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.artifact import Check, png_check
from renderer_svc.executor import Executor
from renderer_svc.job import ThemeResult
from renderer_svc.library import Library, warm_up
from renderer_svc.limits import MIB, Limits
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.sandbox.image import Image, build_image
from renderer_svc.sandbox.plan import STAGE
from renderer_svc.stop import Stop
from renderer_svc.task import Task

LOW: Final = Limits(
    wall_s=30.0,  # generous: a busy test machine must not decide an outcome
    cpu_s=2,
    memory_bytes=200 * MIB,
    data_bytes=256 * MIB,
    disk_bytes=2 * MIB,
    files=200,
    file_bytes=1 * MIB,
    shared_bytes=1 * MIB,
    processes=16,
    log_kept_bytes=4096,
    log_bytes=64 * 1024,
    output_bytes=100_000,
    memory_floor_bytes=0,
)


class Box:
    """Runs programs one after another in fresh sandboxes; `limits` that are named are lowered or raised for one run."""

    def __init__(self, executor: Executor, image: Image) -> None:
        self.executor = executor
        self.image = image

    def run(
        self,
        source: str,
        *,
        outputs: Mapping[str, Check | None] | None = None,
        files: Mapping[str, bytes] | None = None,
        probe: bool = False,
        stop: Stop | None = None,
        on_start: Callable[[], None] = lambda: None,
        **limits: Any,
    ) -> ThemeResult:
        task = Task(
            image=self.image,
            script_name="plot.py",
            files={"plot.py": source.encode(), "data.csv": b"a,b\n1,2\n", **(files or {})},
            limits=replace(LOW, **limits),
            outputs=outputs or {},
            probe=probe,
        )
        own = stop or Stop()
        try:
            return self.executor.run(task, slot=0, stop=own, on_start=on_start)
        finally:
            own.close()

    def picture(self, source: str, **options: Any) -> ThemeResult:
        """Run a program that must leave plot-light.png."""
        return self.run(source, outputs={"plot-light.png": png_check(LOW.output_pixels)}, **options)

    def still_works(self) -> bool:
        """Whether an honest program runs as if nothing had been before it."""
        return self.run("print('fine')").stdout == "fine\n"


@pytest.fixture(scope="session")
def uid_base(worker_id: str) -> int:
    """Uids of this test process alone, so that it can tell its sandboxes' processes from others'."""
    number = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 99
    return 70_000 + 100 * number


@pytest.fixture(scope="session")
def executor(uid_base: int) -> Executor:
    return Executor(BubblewrapKind(uid_base), event_log("test"))


@pytest.fixture(scope="session")
def box(executor: Executor) -> Box:
    return Box(executor, build_image(()))


@pytest.fixture(scope="session")
def matplotlib_library(executor: Executor) -> Library:
    library = warm_up(MatplotlibRuntime(), executor, Limits(memory_floor_bytes=0))
    assert library.available
    return library


@pytest.fixture(autouse=True)
def nothing_left_behind(box: Box) -> Iterator[None]:
    """After each test: no process, no descriptor and no mount of a sandbox is left on the host."""
    before = _traces()
    yield
    assert _traces() == before


def _traces() -> tuple[set[str], int, list[str]]:
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    return processes_below_this_one(), descriptors, [line for line in mounts if f" {STAGE}" in line]


def processes_below_this_one() -> set[str]:
    """Processes below this one, in whatever namespace: a sandbox's are, until they are gone."""
    found: set[str] = set()
    waiting = [str(os.getpid())]
    while waiting:
        pid = waiting.pop()
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            continue
        found.update(children)
        waiting += children
    return found
