"""What every kind of sandbox must do, run on each kind that this machine has."""

from __future__ import annotations

import os
import re
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
    wall_s, cpu_s = (5.0 if outcome is Outcome.TIMEOUT else 30.0), (1 if outcome is Outcome.CPU_LIMIT else 10)
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
def test_what_the_kernel_holds_for_a_script_counts_as_memory_where_it_is_counted(place: Place) -> None:
    """Eight processes with 100 pairs of sockets each, all full: 300 MiB that no process has."""
    program = (
        "import os, socket\n"
        "for _ in range(3): os.fork()\n"
        "kept = [end for _ in range(100) for end in socket.socketpair()]\n"
        "for end in kept:\n"
        "    end.setblocking(False)\n"
        "    try:\n"
        "        while True: end.send(bytes(1 << 16))\n"
        "    except BlockingIOError: pass\n"
        "try:\n"
        "    while True: os.wait()\n"
        "except ChildProcessError: pass\n"
        "import time; time.sleep(1)\n"  # until the last one is full as well
    )
    result = place.run(program, cpu_s=10)
    assert result.outcome is (Outcome.OUT_OF_MEMORY if place.executor.kind.bounds_memory else Outcome.OK)
    assert result.peak_memory_bytes > (LIMITS.memory_bytes if place.executor.kind.bounds_memory else 0)


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
def test_the_kernel_does_not_tell_what_else_the_machine_does(place: Place) -> None:
    names = ("cmdline", "diskstats", "interrupts", "loadavg", "locks", "softirqs", "vmstat")
    program = (
        f"for name in {names}:\n"
        "    try: print('OPEN', name, open('/proc/' + name).read()[:9])\n"
        "    except OSError: print('hidden')"
    )
    assert all(Path(f"/proc/{name}").exists() for name in names)
    assert place.run(program).stdout.split() == ["hidden"] * len(names)


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
def test_the_control_groups_of_the_host_are_not_seen_by_name_or_number(place: Place) -> None:
    """What a script sees of them is the same in each run, or nothing that counts the runs before it."""
    seen = place.run("print(open('/proc/self/cgroup').read())").stdout
    assert re.search(r"sandbox-\d+$", seen, re.MULTILINE) is None


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


def test_a_run_that_is_killed_tells_what_its_own_processes_used(place: Place) -> None:
    program = (
        "import os, time\n"
        "x = b'x' * (60 << 20)\n"
        "hear, tell = os.pipe()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    while time.process_time() < 0.8: pass\n"
        "    os.write(tell, b'x')\n"
        "    time.sleep(60)\n"
        "os.read(hear, 1)\n"  # nobody waits for the child: it is killed as well
        "while True: os.write(1, bytes(9999))"
    )
    result = place.run(program)
    assert result.outcome is Outcome.LOG_LIMIT
    assert 0.4 < result.cpu_s < 10.0  # gVisor's clock of a process runs ahead of its host's where others work beside it
    assert 50 * MIB < result.peak_memory_bytes < 200 * MIB


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
@pytest.mark.parametrize("rest", ["os._exit(0)", "time.sleep(60)"], ids=["ended", "left running"])
def test_a_run_that_ends_by_itself_tells_what_children_used_that_it_did_not_wait_for(place: Place, rest: str) -> None:
    program = (
        "import os, time\n"
        "hear, tell = os.pipe()\n"
        "if os.fork() == 0:\n"
        "    while time.process_time() < 0.4: pass\n"
        "    os.write(tell, b'x')\n"
        f"    {rest}\n"
        "os.read(hear, 1)"
    )
    result = place.run(program)
    assert result.outcome is Outcome.OK
    assert 0.4 <= result.cpu_s < 10.0


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
def test_a_sigkill_of_ones_own_is_no_cpu_limit_though_a_child_has_used_that_much(place: Place) -> None:
    program = (
        "import os, signal\n"
        "if os.fork() == 0:\n"
        "    while True: pass\n"  # until the limit, which is each process's own
        "os.wait()\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    result = place.run(program, cpu_s=1)
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 137)


@pytest.mark.parametrize("kind", ON_THE_HOST, indirect=True)
@pytest.mark.parametrize(
    "program",
    [
        "bytearray(1 << 40)",
        "import mmap\nmmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE)",
        "try: bytearray(1 << 40)\nexcept MemoryError as error: raise ValueError('no') from error",
        "import threading\nt = threading.Thread(target=bytearray, args=(1 << 40,)); t.start(); t.join(); exit(3)",
        "x = []\nwhile True: x.append(bytearray(100))",
    ],
    ids=["at once", "mapped", "re-raised", "in a thread", "little by little"],
)
def test_memory_that_is_refused_reports_out_of_memory_and_what_the_limit_was(place: Place, program: str) -> None:
    result = place.run(program, data_bytes=32 * MIB, memory_bytes=500 * MIB, cpu_s=20)
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("memory_bytes", 32 * MIB)
    assert result.limit.measured >= result.limit.limit


def test_a_memory_error_that_is_raised_by_hand_is_a_failure_like_any_other(place: Place) -> None:
    result = place.run("raise MemoryError('not really')")
    assert (result.outcome, result.limit) == (Outcome.FAILED, None)
    assert result.error is not None
    assert result.error.kind == "MemoryError"


def test_a_stop_request_ends_the_run(anywhere: Place) -> None:
    stop = Stop()
    assert anywhere.run("import time; time.sleep(60)", stop=stop, on_start=stop.request).outcome is Outcome.CANCELLED


def test_a_kind_that_is_closed_leaves_no_control_group(worker_id: str, tmp_path: Path) -> None:
    def ours() -> set[Path]:
        return set(Path("/sys/fs/cgroup").rglob(f"plotlane-{os.getpid()}-*"))

    before = ours()
    kind = _made("bubblewrap", worker_id, tmp_path)
    assert Place(kind).run("print(1)").stdout == "1\n"
    assert bool(ours() - before) is kind.bounds_memory
    kind.close()
    assert ours() == before


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
