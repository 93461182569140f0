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
from renderer_svc.limits import MIB, Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.image import Image, build_image
from renderer_svc.sandbox.kinds import kind_of
from renderer_svc.stop import Stop
from renderer_svc.task import Task

_SHORT_S: Final = (0.3, 3.0, 20.0)
_SCRIPT: Final = "plot.py"
_LITTLE_BYTES: Final = 160 * MIB
#: Each process stays within its own limit; together they do not.
_HOARD: Final = b"""\
import os, time
os.fork()
os.fork()
hoard = b"x" * (64 << 20)
time.sleep(60)
"""


@dataclass(frozen=True, slots=True)
class Wall:
    """One wall: whether the attempt at it was stopped, and who stops it.

    `kernel`; the watchdog: `polled`; `guest`: what is behind it belongs to a second kernel, which is itself the wall.
    """

    name: str
    holds: bool
    kept_by: str
    sandbox: str  #: the kind that it is a wall of


def probe_walls(executor: Executor, limits: Limits, *, forkable: bool = True) -> tuple[Wall, ...]:
    """Try every wall in sandboxes without a library. Raises `WallsOpen` when none comes up at all.

    `forkable`: in the kind that most libraries run in; else in the one for those that must not be forked.
    """
    ours = replace(build_image(()), forkable=forkable)
    limits = limits.for_trial()
    kind = kind_of(executor.kind, ours)
    others = kind.kept_otherwise
    walls = [
        Wall(name, held or name in others, others.get(name, "kernel"), kind.name)
        for name, held in _try_kernel_walls(executor, limits, ours).items()
    ]
    by_whom = "kernel" if kind.bounds_memory else "polled"
    return (
        *walls,
        Wall("memory_of_all", _memory_of_all_holds(executor, limits, ours), by_whom, kind.name),
        Wall("wall_clock", _wall_clock_holds(executor, limits, ours), "polled", kind.name),
    )


def require(walls: tuple[Wall, ...]) -> None:
    """Raises `WallsOpen`, naming them, when any of `walls` is open."""
    open_walls = [f"{wall.name} ({wall.sandbox})" for wall in walls if not wall.holds]
    if open_walls:
        raise WallsOpen(f"the sandbox does not hold on this machine: open walls: {', '.join(open_walls)}")


def _try_kernel_walls(executor: Executor, limits: Limits, image: Image) -> dict[str, bool]:
    with _canary(limits, image, list(kind_of(executor.kind, image).kept_otherwise)) as canary:
        source = Path(__file__).with_name("attempts.py").read_bytes()
        files = {_SCRIPT: source, "canary.json": json.dumps(canary).encode()}
        result = _run(executor, Task(image, _SCRIPT, files, limits, trial=True))
    if result.outcome is not Outcome.OK:
        raise WallsOpen(_why_untested(result))
    found = json.loads(result.stdout)
    return {name: bool(found.get(name)) for name in ATTEMPTS}


def _why_untested(result: ThemeResult) -> str:
    if result.outcome is Outcome.LAUNCHER:
        return (
            "no sandbox can be started here; the launch_failed line above says what was refused. Needed are "
            "unprivileged user namespaces (or CAP_SYS_ADMIN as root) and, for the zygote, landlock"
        )
    if result.outcome is Outcome.LOW_MEMORY and result.limit is not None:
        return (
            f"this machine has {result.limit.measured / MIB:,.0f} MiB of memory available, which is less than "
            f"PLOTLANE_RENDERER_MEMORY_FLOOR_BYTES ({result.limit.limit / MIB:,.0f} MiB): no sandbox may run"
        )
    passed = f"; {result.limit.name} was {result.limit.measured:g} of {result.limit.limit:g}" if result.limit else ""
    said = f"; it said {result.error.kind}: {result.error.message}" if result.error else ""
    return f"the test of the sandbox itself ended as {result.outcome}{passed}{said}"


def _memory_of_all_holds(executor: Executor, limits: Limits, image: Image) -> bool:
    task = Task(image, _SCRIPT, {_SCRIPT: _HOARD}, replace(limits, memory_bytes=_LITTLE_BYTES), trial=True)
    return _run(executor, task).outcome is Outcome.OUT_OF_MEMORY


def _wall_clock_holds(executor: Executor, limits: Limits, image: Image) -> bool:
    """The shortest of some times counts in which a script is reached at all; a second kernel takes seconds."""
    for wall_s in _SHORT_S:
        files = {_SCRIPT: b"import time\ntime.sleep(60)\n"}
        task = Task(image, _SCRIPT, files, replace(limits, wall_s=wall_s), trial=True)
        outcome = _run(executor, task).outcome
        if outcome is not Outcome.LAUNCHER:
            return outcome is Outcome.TIMEOUT
    return False


@contextmanager
def _canary(limits: Limits, image: Image, kept_otherwise: list[str]) -> Iterator[dict[str, object]]:
    """A host file and a host port that are open to everybody: the sandbox must see neither."""
    with tempfile.NamedTemporaryFile() as file, socket.create_server(("127.0.0.1", 0)) as listener:
        Path(file.name).chmod(0o444)
        yield {
            "file": file.name,
            "port": listener.getsockname()[1],
            "environment": [*FIXED_ENV, *dict(image.env), "LD_LIBRARY_PATH", "PWD", "LC_CTYPE"],
            "processes": limits.processes,
            "data_bytes": limits.data_bytes,
            "disk_bytes": limits.disk_bytes,
            "shared_bytes": limits.shared_bytes,
            "files": limits.files,
            "file_bytes": limits.file_bytes,
            "kept_otherwise": kept_otherwise,
        }


def _run(executor: Executor, task: Task) -> ThemeResult:
    stop = Stop()
    try:
        return executor.run(task, slot=0, stop=stop)
    finally:
        stop.close()
