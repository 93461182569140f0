"""The gvisor kind: what only a second kernel can show, and what it must not change."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.job import ThemeResult
from renderer_svc.limits import MIB, Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.gvisor import GvisorKind
from renderer_svc.sandbox.image import build_image
from renderer_svc.stop import Stop
from renderer_svc.task import Task
from renderer_svc.walls import probe_walls

LIMITS = Limits(memory_floor_bytes=0)
PICTURE = b"""\
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(8, 4.5), dpi=400)
ax.scatter([1, 2], [3, 4])
fig.savefig("plot.png", dpi=400)
"""


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with closing(Executor(GvisorKind(95_000), event_log("test"))) as executor:
        yield executor


def run(executor: Executor, source: bytes, *distributions: str, limits: Limits = LIMITS) -> ThemeResult:
    stop = Stop()
    outputs = {"plot.png": None} if distributions else {}
    task = Task(build_image(distributions), "plot.py", {"plot.py": source}, limits, outputs=outputs)
    try:
        return executor.run(task, 0, stop)
    finally:
        stop.close()


def test_a_script_speaks_to_another_kernel_than_the_hosts(executor: Executor) -> None:
    result = run(executor, b"print(open('/proc/version').read())")
    assert result.stdout.strip() != Path("/proc/version").read_text().strip()


def test_a_fork_bomb_stays_small_and_goes_with_its_sandbox(executor: Executor) -> None:
    source = b"import os, time\nfor n in range(5000):\n  if os.fork() == 0:\n    time.sleep(60)\n  print(n, flush=True)"
    result = run(executor, source, limits=replace(LIMITS, wall_s=20.0))
    assert result.outcome in (Outcome.FAILED, Outcome.OUT_OF_MEMORY)
    assert len(result.stdout.split()) < 2 * LIMITS.processes


def test_memory_of_the_guest_that_no_process_of_the_host_has_mapped_counts(executor: Executor) -> None:
    source = b"x = b'x' * (400 << 20)\nimport time\ntime.sleep(60)"
    result = run(executor, source, limits=replace(LIMITS, memory_bytes=200 * MIB))
    assert result.outcome is Outcome.OUT_OF_MEMORY


def test_two_run_side_by_side_within_the_limits_that_the_harness_cannot_set_there(executor: Executor) -> None:
    source = b"from resource import *\nprint(getrlimit(RLIMIT_SIGPENDING), getrlimit(RLIMIT_STACK))"
    with ThreadPoolExecutor(2) as threads:
        results = list(threads.map(lambda _: run(executor, source), range(2)))
    assert [result.stdout for result in results] == ["(1024, 1024) (8388608, 8388608)\n"] * 2


def test_without_its_program_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="apt-get install runsc"):
        GvisorKind(95_000)


@pytest.mark.full
def test_a_picture_is_drawn_with_the_same_bytes_every_time(executor: Executor) -> None:
    first, second = (run(executor, PICTURE, "matplotlib") for _ in range(2))
    assert (first.outcome, first.stderr) == (Outcome.OK, "")
    assert first.outputs == second.outputs


@pytest.mark.full
def test_every_wall_holds_and_says_who_keeps_it(executor: Executor) -> None:
    walls = probe_walls(executor, LIMITS)
    assert [wall.name for wall in walls if not wall.holds] == []
    keepers = {wall.name: wall.kept_by for wall in walls}
    assert {keepers[name] for name in ("network", "host_files", "other_processes", "files", "file_size")} == {"kernel"}
    assert {keepers[name] for name in ("privileges", "system_calls", "new_namespaces")} == {"guest"}
    assert keepers["memory_of_all"] == "polled"
