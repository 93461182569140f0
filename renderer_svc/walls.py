"""The walls: what the sandbox must stop, each tested on this very machine before the renderer serves."""

from __future__ import annotations

import json
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from renderer_svc.attempts import ATTEMPTS
from renderer_svc.command import FIXED_ENV
from renderer_svc.errors import WallsOpen
from renderer_svc.executor import Executor
from renderer_svc.job import ThemeResult
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.image import build_image
from renderer_svc.stop import Stop
from renderer_svc.task import Task

_SHORT_S: Final = 0.3
_SCRIPT: Final = "plot.py"


@dataclass(frozen=True, slots=True)
class Wall:
    """One wall: whether the attempt at it was stopped, and who stops it (`kernel`, or the watchdog: `polled`)."""

    name: str
    holds: bool
    kept_by: str


def probe_walls(executor: Executor, limits: Limits) -> tuple[Wall, ...]:
    """Try every wall in two sandboxes. Raises `WallsOpen` when no sandbox comes up at all."""
    walls = [Wall(name, held, "kernel") for name, held in _try_kernel_walls(executor, limits).items()]
    return (*walls, Wall("wall_clock", _wall_clock_holds(executor, limits), "polled"))


def require(walls: tuple[Wall, ...]) -> None:
    """Raises `WallsOpen`, naming them, when any of `walls` is open."""
    open_walls = [wall.name for wall in walls if not wall.holds]
    if open_walls:
        raise WallsOpen(f"the sandbox does not hold on this machine: open walls: {', '.join(open_walls)}")


def _try_kernel_walls(executor: Executor, limits: Limits) -> dict[str, bool]:
    with _canary(limits) as canary:
        source = Path(__file__).with_name("attempts.py").read_bytes()
        files = {_SCRIPT: source, "canary.json": json.dumps(canary).encode()}
        result = _run(executor, Task(build_image(()), _SCRIPT, files, limits))
    if result.outcome is Outcome.LAUNCHER:
        raise WallsOpen(
            "no sandbox can be started here: unprivileged user namespaces (or CAP_SYS_ADMIN as root) are needed; "
            "the launch_failed line above says what the kernel refused"
        )
    if result.outcome is not Outcome.OK:
        raise WallsOpen(f"the test of the sandbox itself ended as {result.outcome}: {result.error}")
    found = json.loads(result.stdout)
    return {name: bool(found.get(name)) for name in ATTEMPTS}


def _wall_clock_holds(executor: Executor, limits: Limits) -> bool:
    task = Task(build_image(()), _SCRIPT, {_SCRIPT: b"import time\ntime.sleep(60)\n"}, replace(limits, wall_s=_SHORT_S))
    return _run(executor, task).outcome is Outcome.TIMEOUT


@contextmanager
def _canary(limits: Limits) -> Iterator[dict[str, object]]:
    """A host file and a host port that are open to everybody: the sandbox must see neither."""
    with tempfile.NamedTemporaryFile() as file, socket.create_server(("127.0.0.1", 0)) as listener:
        Path(file.name).chmod(0o444)
        yield {
            "file": file.name,
            "port": listener.getsockname()[1],
            "environment": [*FIXED_ENV, "LD_LIBRARY_PATH", "PWD", "LC_CTYPE"],
            "processes": limits.processes,
            "data_bytes": limits.data_bytes,
            "disk_bytes": limits.disk_bytes,
            "shared_bytes": limits.shared_bytes,
            "files": limits.files,
            "file_bytes": limits.file_bytes,
        }


def _run(executor: Executor, task: Task) -> ThemeResult:
    stop = Stop()
    try:
        return executor.run(task, slot=0, stop=stop)
    finally:
        stop.close()
