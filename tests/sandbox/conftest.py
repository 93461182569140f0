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
from renderer_svc.outcome import Outcome
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime
from renderer_svc.sandbox.image import Image, build_image
from renderer_svc.sandbox.plan import STAGE
from renderer_svc.sandbox.zygote.kind import ZygoteKind
from renderer_svc.shared_image import share
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


_REFUSED: Final = """
def attempt(what):
    try:
        print("OPEN", what())
    except OSError as error:
        print("refused", error.errno)
"""


def refusals(box: Box, *attempts: str) -> list[str]:
    """What came of each attempt, a Python expression that raises OSError when it is stopped."""
    imports = "import ctypes, fcntl, mmap, os, resource, signal, socket\n"
    result = box.run(_REFUSED + imports + "".join(f"attempt(lambda: {attempt})\n" for attempt in attempts))
    assert result.outcome is Outcome.OK, result.stderr
    return [line.split()[0] for line in result.stdout.splitlines()]


@pytest.fixture(scope="session")
def uid_base(worker_id: str) -> int:
    """Uids of this test process alone, so that it can tell its sandboxes' processes from others'."""
    number = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 99
    return 70_000 + 100 * number


@pytest.fixture(scope="session")
def executor(uid_base: int) -> Iterator[Executor]:
    log = event_log("test")
    kind = ZygoteKind(uid_base, log)
    yield Executor(kind, log)
    kind.close()


@pytest.fixture(scope="session")
def box(executor: Executor) -> Box:
    made = Box(executor, build_image(()))
    assert made.still_works()  # which starts its zygote
    return made


@pytest.fixture(scope="session")
def matplotlib_library(executor: Executor) -> Library:
    library = share({"matplotlib": warm_up(MatplotlibRuntime(), executor, Limits(memory_floor_bytes=0))})["matplotlib"]
    assert Box(executor, library.image).still_works()  # which warms its zygote
    return library


@pytest.fixture(autouse=True)
def nothing_left_behind(box: Box, request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test: no process, no descriptor and no mount of a sandbox is left on the host."""
    if "matplotlib_library" in request.fixturenames:
        request.getfixturevalue("matplotlib_library")  # what it keeps ready was there before the test
    before = _traces()
    yield
    assert _traces() == before


_SHARED: Final = (b"plotlane_kit.cli", b"postgres", b"chromium")


def _traces() -> tuple[set[str], int, list[str]]:
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    return processes_below_this_one(), descriptors, [line for line in mounts if f" {STAGE}" in line]


def processes_below_this_one() -> set[str]:
    """Processes below this one, in whatever namespace: a sandbox's are, until they are gone.

    What stands below a house or a database that other tests share comes and goes by itself and is left out.
    """
    found: set[str] = set()
    waiting = [str(os.getpid())]
    while waiting:
        pid = waiting.pop()
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        found.add(pid)
        if pid == str(os.getpid()) or not any(name in command for name in _SHARED):
            waiting += children
    return found
