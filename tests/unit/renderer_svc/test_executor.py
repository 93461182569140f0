"""The executor and its follower, with a kind of sandbox that does what the test says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from plotlane_kit.event_log import event_log
from renderer_svc import follow
from renderer_svc.artifact import svg_check
from renderer_svc.executor import Executor
from renderer_svc.follow import SandboxStuck
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL, LaunchFailed, SandboxSpec
from renderer_svc.sandbox.image import Image
from renderer_svc.stop import Stop
from renderer_svc.task import Task

LIMITS = Limits(wall_s=60.0, memory_floor_bytes=0, disk_bytes=1 << 60, files=1 << 60)  # the folder is the machine's own
TASK = Task(Image((), (), (), "python", ()), "plot.py", {"plot.py": b""}, LIMITS)
SHORT = replace(TASK, limits=replace(LIMITS, wall_s=0.05))


class FakeSandbox:
    """Three pipes and a folder; `kill` closes the pipes unless it is `stuck`."""

    def __init__(self, folder: Path, lines: list[dict[str, Any]], *, ends: bool = True, stuck: bool = False) -> None:
        self.stdout, out = os.pipe()
        self.stderr, err = os.pipe()
        self.control, control = os.pipe()
        self.folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        self._far = [out, err, control]
        self._stuck = stuck
        self.closed = False
        for line in lines:
            os.write(control, json.dumps(line).encode() + b"\n")
        if ends:
            self._let_go()

    def processes(self) -> list[int]:
        return []

    def kill(self) -> None:
        if not self._stuck:
            self._let_go()

    def wait(self, timeout_s: float) -> bool:
        return not self._far

    def usage(self) -> None:
        return None

    def cpu_s(self) -> float | None:
        return None

    def memory_bytes(self) -> int | None:
        return None

    def out_of_memory(self) -> int | None:
        return None

    def close(self) -> None:
        self.closed = True
        for descriptor in (self.stdout, self.stderr, self.control, self.folder):
            os.close(descriptor)

    def unstick(self) -> None:
        self._let_go()
        self.close()

    def _let_go(self) -> None:
        while self._far:
            os.close(self._far.pop())


class FakeKind:
    """Starts what `launches` say, one after another."""

    name: str = "fake"
    bounds_memory: bool = False
    ready_now: int = 0
    kept_otherwise: Mapping[str, str] = ALL_BY_THE_KERNEL

    def prepare(self, image: Image, limits: Limits) -> None:
        return

    def close(self) -> None:
        return

    def __init__(self, *launches: Callable[[str], FakeSandbox]) -> None:
        self._launches = list(launches)
        self.started: list[FakeSandbox] = []
        self.given_s: list[float] = []

    def start(self, spec: SandboxSpec) -> FakeSandbox:
        self.given_s.append(spec.limits.wall_s)
        sandbox = self._launches.pop(0)(json.loads(spec.order)["nonce"])
        self.started.append(sandbox)
        return sandbox


@pytest.fixture
def stop() -> Iterator[Stop]:
    made = Stop()
    yield made
    made.close()


def lines(nonce: str, *events: str) -> list[dict[str, Any]]:
    end = {"status": 0, "cpu_s": 0.1, "own_cpu_s": 0.1, "max_rss_bytes": 5, "report": ""}
    return [{"nonce": nonce, "event": event, **(end if event == "end" else {})} for event in events]


def fails(nonce: str) -> FakeSandbox:
    raise LaunchFailed("no namespaces")


@pytest.mark.parametrize("said", [(), ("end",)], ids=["silent", "without a start line"])
def test_a_launch_that_fails_is_tried_once_more(tmp_path: Path, stop: Stop, said: tuple[str, ...]) -> None:
    kind = FakeKind(
        lambda nonce: FakeSandbox(tmp_path, lines(nonce, *said)),
        lambda nonce: FakeSandbox(tmp_path, lines(nonce, "start", "end")),
    )
    assert Executor(kind, event_log("test")).run(TASK, 0, stop).outcome is Outcome.OK
    assert [sandbox.closed for sandbox in kind.started] == [True, True]


def test_a_launch_that_fails_twice_is_the_renderers_fault(stop: Stop) -> None:
    result = Executor(FakeKind(fails, fails), event_log("test")).run(TASK, 0, stop)
    assert (result.outcome, result.stderr) == (Outcome.LAUNCHER, "")


def test_a_sandbox_that_never_starts_its_script_is_the_renderers_fault_and_takes_no_second_time_out(
    tmp_path: Path, stop: Stop
) -> None:
    kind = FakeKind(lambda _: FakeSandbox(tmp_path, [], ends=False))
    with capture_logs() as said:
        assert Executor(kind, event_log("test")).run(SHORT, 0, stop).outcome is Outcome.LAUNCHER
    assert [line["complaint"][:39] for line in said] == ["timeout before the script's first line,"]


def test_the_second_try_has_what_is_left_of_the_time(tmp_path: Path, stop: Stop) -> None:
    kind = FakeKind(
        lambda nonce: FakeSandbox(tmp_path, lines(nonce)),
        lambda nonce: FakeSandbox(tmp_path, lines(nonce, "start", "end")),
    )
    assert Executor(kind, event_log("test")).run(TASK, 0, stop).outcome is Outcome.OK
    assert LIMITS.wall_s / 2 <= kind.given_s[1] < kind.given_s[0] == LIMITS.wall_s


def test_a_script_that_fails_is_not_tried_again(tmp_path: Path, stop: Stop) -> None:
    def failed(nonce: str) -> FakeSandbox:
        said = lines(nonce, "start", "end")
        said[-1]["status"] = 1 << 8
        return FakeSandbox(tmp_path, said)

    assert Executor(FakeKind(failed), event_log("test")).run(TASK, 0, stop).outcome is Outcome.FAILED


def test_a_warden_that_dies_without_a_word_is_not_the_scripts_doing(tmp_path: Path, stop: Stop) -> None:
    kind = FakeKind(*[lambda nonce: FakeSandbox(tmp_path, lines(nonce, "start"))] * 2)
    assert Executor(kind, event_log("test")).run(TASK, 0, stop).outcome is Outcome.LAUNCHER


def test_a_sandbox_that_survives_its_kill_is_stuck(tmp_path: Path, stop: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "KILL_S", 0.05)
    kind = FakeKind(lambda nonce: FakeSandbox(tmp_path, lines(nonce, "start"), ends=False, stuck=True))
    with pytest.raises(SandboxStuck):
        Executor(kind, event_log("test")).run(SHORT, 0, stop)
    kind.started[0].unstick()


def test_nothing_lives_on_when_following_a_run_fails(tmp_path: Path, stop: Stop) -> None:
    kind = FakeKind(lambda nonce: FakeSandbox(tmp_path, lines(nonce, "start"), ends=False))

    def broken() -> None:
        raise RuntimeError("the caller's loop is closed")

    with pytest.raises(RuntimeError):
        Executor(kind, event_log("test")).run(TASK, 0, stop, broken)
    assert kind.started[0].closed


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        (b"<svg/>", ""),
        (b"<svg><script/></svg>", "plot.svg is left out: it holds the element <script>\n"),
        (None, "plot.svg is left out: this picture could not be saved as one\n"),
    ],
    ids=["good", "bad", "missing"],
)
def test_an_svg_that_was_asked_for_and_is_left_out_is_told_and_the_picture_stays(
    tmp_path: Path, stop: Stop, svg: bytes | None, said: str
) -> None:
    (tmp_path / "plot.png").write_bytes(b"picture")
    if svg is not None:
        (tmp_path / "plot.svg").write_bytes(svg)
    task = replace(TASK, outputs={"plot.png": None}, extras={"plot.svg": svg_check()}, vector=True)
    kind = FakeKind(lambda nonce: FakeSandbox(tmp_path, lines(nonce, "start", "end")))
    result = Executor(kind, event_log("test")).run(task, 0, stop)
    assert (result.outcome, result.stderr) == (Outcome.OK, said)
    assert set(result.outputs) == {"plot.png"} | (set() if said else {"plot.svg"})
    assert [f"{name} is left out: {why}\n" for name, why in result.left_out.items()] == ([said] if said else [])


class Burner(FakeSandbox):
    """A sandbox whose script is a real process that has used a tenth of a second of processor time and goes on."""

    def __init__(self, folder: Path, nonce: str) -> None:
        program = "import os, time\nwhile time.process_time() < 0.1: pass\nos.write(1, b'x')\nwhile True: pass\n"
        self._script = subprocess.Popen([sys.executable, "-I", "-S", "-c", program], stdout=subprocess.PIPE)
        assert self._script.stdout is not None
        self._script.stdout.read(1)
        super().__init__(folder, lines(nonce, "start"), ends=False)

    def processes(self) -> list[int]:
        return [self._script.pid]

    def kill(self) -> None:
        super().kill()
        self._script.kill()

    def close(self) -> None:
        self._script.communicate()
        super().close()


def test_a_killed_run_tells_the_processor_time_and_the_memory_that_its_processes_had(
    tmp_path: Path, stop: Stop
) -> None:
    stop.request()
    result = Executor(FakeKind(lambda nonce: Burner(tmp_path, nonce)), event_log("test")).run(TASK, 0, stop)
    assert result.outcome is Outcome.CANCELLED
    assert result.cpu_s >= 0.09
    assert result.peak_memory_bytes > 1 << 20
