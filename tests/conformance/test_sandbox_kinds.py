"""What every kind of sandbox must do, run on each kind that this machine has."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.job import ThemeResult
from renderer_svc.limits import MIB, Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.base import SandboxKind
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.sandbox.cloudrun import CloudRunKind
from renderer_svc.sandbox.gvisor import GvisorKind
from renderer_svc.sandbox.image import build_image
from renderer_svc.sandbox.none import NoKind
from renderer_svc.sandbox.tree import tree
from renderer_svc.sandbox.zygote.kind import ZygoteKind
from renderer_svc.stop import Stop
from renderer_svc.task import Task
from renderer_svc.walls import probe_walls
from tests_support.sandbox_launcher import fake_launcher

IMAGE: Final = build_image(())
LIMITS: Final = Limits(
    wall_s=30.0,
    cpu_s=2,
    memory_bytes=200 * MIB,
    data_bytes=256 * MIB,
    disk_bytes=2 * MIB,
    files=200,
    file_bytes=1 * MIB,
    shared_bytes=1 * MIB,
    processes=16,
    memory_floor_bytes=0,
)

#: A kind that is added joins here: its name and how it is made for a test that owns the uids from the given one on, and
#: a folder.
KINDS: Final[dict[str, Callable[[int, Path], SandboxKind]]] = {
    "zygote": lambda uid, _: ZygoteKind(uid, event_log("test"), ready=0),
    "zygote with sandboxes ready": lambda uid, _: _ready(ZygoteKind(uid, event_log("test"), ready=2)),
    "zygote without groups": lambda uid, _: ZygoteKind(uid, event_log("test"), ready=0, use_cgroups=False),
    "bubblewrap": lambda uid, _: BubblewrapKind(uid),
    "gvisor": lambda uid, _: GvisorKind(uid),
}
#: Kinds that have no walls here: one has none, of the other there is only a stand-in for its launcher.
UNWALLED: Final[dict[str, Callable[[int, Path], SandboxKind]]] = {
    "none": lambda _, __: NoKind(),
    "cloudrun": lambda _, folder: CloudRunKind(folder, fake_launcher(folder)),
}
#: Seconds a run. What is most likely to break is in its own tests.
SLOW: Final = frozenset({"gvisor"})
#: Kinds whose scripts speak to the host's kernel.
ON_THE_HOST: Final = [name for name in KINDS if name != "gvisor"]


def _ready(kind: ZygoteKind) -> ZygoteKind:
    kind.prepare(IMAGE, LIMITS)
    return kind


def _named(*names: str) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.full if name in SLOW else ()) for name in names]


def _made(name: str, worker_id: str, folder: Path) -> SandboxKind:
    number = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 99
    return {**KINDS, **UNWALLED}[name](75_000 + 100 * number, folder)


@pytest.fixture(scope="module", params=_named(*KINDS))
def kind(
    request: pytest.FixtureRequest, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SandboxKind]:
    made = _made(request.param, worker_id, tmp_path_factory.mktemp("kind"))
    yield made
    made.close()


class Place:
    """Runs scripts in sandboxes of one kind."""

    def __init__(self, kind: SandboxKind, limits: Limits = LIMITS) -> None:
        self.executor = Executor(kind, event_log("test"))
        self.limits = limits

    def run(
        self,
        source: str,
        *,
        files: dict[str, bytes] | None = None,
        env: dict[str, str] | None = None,
        stop: Stop | None = None,
        on_start: Callable[[], None] = lambda: None,
        **limits: float,
    ) -> ThemeResult:
        task = Task(
            IMAGE,
            "plot.py",
            {"plot.py": source.encode(), **(files or {})},
            replace(self.limits, **limits),  # type: ignore[arg-type]
            outputs={"out.bin": None} if "out.bin" in source else {},
            env=env or {},
        )
        own = stop or Stop()
        try:
            return self.executor.run(task, 0, own, on_start)
        finally:
            own.close()


@pytest.fixture
def place(kind: SandboxKind) -> Place:
    return Place(kind)


@pytest.fixture(scope="module", params=_named(*KINDS, *UNWALLED))
def anywhere(
    request: pytest.FixtureRequest, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """As `place`, and without walls too: what has nothing to do with walls is the same there."""
    made = _made(request.param, worker_id, tmp_path_factory.mktemp("any"))
    yield Place(made, LIMITS if request.param in KINDS else replace(LIMITS, disk_bytes=1 << 60, files=1 << 60))
    made.close()


def test_a_script_runs_with_its_files_and_variables_and_its_output_comes_back(anywhere: Place) -> None:
    result = anywhere.run(
        "import os\nopen('out.bin', 'wb').write(open('in/data.csv', 'rb').read())\nprint(os.environ['MARK'])",
        files={"in/data.csv": b"a,b\n"},
        env={"MARK": "m"},
    )
    assert (result.outcome, result.stdout, result.outputs) == (Outcome.OK, "m\n", {"out.bin": b"a,b\n"})


def test_large_data_arrives_whole(place: Place) -> None:
    data = os.urandom(1 << 20)
    result = place.run(
        "open('out.bin', 'wb').write(open('data.csv', 'rb').read()[::-1])",
        files={"data.csv": data},
        disk_bytes=8 * MIB,
        file_bytes=4 * MIB,
    )
    assert result.outputs["out.bin"] == data[::-1]


@pytest.mark.parametrize(
    ("program", "outcome"),
    [
        ("print(1)", Outcome.OK),
        ("raise ValueError", Outcome.FAILED),
        ("import os; os._exit(4)", Outcome.FAILED),
        ("import time; time.sleep(60)", Outcome.TIMEOUT),
        ("x = b'x' * (400 << 20)\nimport time; time.sleep(60)", Outcome.OUT_OF_MEMORY),
        ("while True: pass", Outcome.CPU_LIMIT),
        ("for n in range(99): open(f'f{n}', 'wb').write(b'x' * 10**6)", Outcome.DISK_LIMIT),
        ("for n in range(999): open(f'f{n}', 'w').close()", Outcome.FILE_LIMIT),
        ("open('f', 'wb').truncate(1 << 40)", Outcome.DISK_LIMIT),
        ("import os\nwhile True: os.write(1, b'x' * 9999)", Outcome.LOG_LIMIT),
    ],
)
def test_how_a_run_ends_has_the_same_name_everywhere(place: Place, program: str, outcome: Outcome) -> None:
    wall_s, cpu_s = (0.4 if outcome is Outcome.TIMEOUT else 30.0), (1 if outcome is Outcome.CPU_LIMIT else 10)
    assert place.run(program, wall_s=wall_s, cpu_s=cpu_s).outcome is outcome


def test_memory_of_all_processes_together_is_bounded(place: Place) -> None:
    result = place.run("import os, time\nos.fork(); os.fork()\nx = b'x' * (70 << 20)\ntime.sleep(60)")
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("memory_bytes", LIMITS.memory_bytes)


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
def test_page_tables_count_as_memory_though_nothing_is_resident(place: Place) -> None:
    program = (
        "import mmap\n"
        "m = mmap.mmap(-1, 1 << 39, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)\n"
        "for n in range(0, 1 << 39, 2 << 20): m[n]\n"
        "import time; time.sleep(60)\n"  # where memory is polled, it has to be met
    )
    assert place.run(program, cpu_s=10).outcome is Outcome.OUT_OF_MEMORY


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
def test_shared_memory_without_a_file_can_not_be_made(place: Place) -> None:
    program = "import mmap, os\nfor source in ('-1', 'os.open(\"/dev/zero\", os.O_RDWR)'):\n"
    program += "    try: mmap.mmap(eval(source), 4096); print('OPEN')\n    except OSError: print('refused')"
    assert place.run(program).stdout.split() == ["refused"] * 2


def test_signals_that_wait_and_stacks_are_bounded(anywhere: Place) -> None:
    program = "from resource import *\nprint(getrlimit(RLIMIT_SIGPENDING), getrlimit(RLIMIT_STACK))"
    assert anywhere.run(program).stdout == f"{(1024, 1024)} {(8 * MIB, 8 * MIB)}\n"


def test_a_script_that_interrupts_what_started_it_has_failed_by_itself(anywhere: Place) -> None:
    result = anywhere.run("import os, signal, time\nos.kill(os.getppid(), signal.SIGINT)\ntime.sleep(0.1)\nos._exit(6)")
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 6)


def test_processor_time_and_memory_are_told(place: Place) -> None:
    result = place.run("x = b'x' * (50 << 20)\nfor n in range(10**6): pass")
    assert 0 < result.cpu_s < 10
    assert 50 * MIB < result.peak_memory_bytes < 200 * MIB


def test_a_stop_request_ends_the_run(anywhere: Place) -> None:
    stop = Stop()
    assert anywhere.run("import time; time.sleep(60)", stop=stop, on_start=stop.request).outcome is Outcome.CANCELLED


def test_a_sandbox_is_used_once(place: Place) -> None:
    program = "open('mark', 'x'); open('/dev/shm/mark', 'x'); print('new')"
    assert [place.run(program).stdout for _ in range(3)] == ["new\n"] * 3


def test_sandboxes_side_by_side_do_not_mix(anywhere: Place) -> None:
    answers: dict[int, str] = {}

    def ask(number: int) -> None:
        answers[number] = anywhere.run(f"import time; time.sleep(0.1); print({number})").stdout

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: f"{number}\n" for number in range(3)}


def test_a_daemon_dies_with_its_script(place: Place) -> None:
    seen: list[int] = []
    program = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\ntime.sleep(0.3)"
    before = set(tree(os.getpid()))
    result = place.run(program, on_start=lambda: seen.extend(tree(os.getpid())))
    assert result.outcome is Outcome.OK
    assert set(seen) - before
    assert not [pid for pid in set(seen) - before if _runs(pid) and pid not in tree(os.getpid())]


def _runs(pid: int) -> bool:
    """Whether there is such a process; one that only waits to be buried by the machine's first one is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_every_wall_holds(place: Place) -> None:
    walls = probe_walls(place.executor, replace(Limits(), memory_floor_bytes=0))
    assert [wall.name for wall in walls if not wall.holds] == []
    kept = {wall.name: wall.kept_by for wall in walls}
    assert kept["memory_of_all"] == ("kernel" if place.executor.kind.bounds_memory else "polled")
