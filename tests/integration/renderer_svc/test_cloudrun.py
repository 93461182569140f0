"""The cloudrun kind when its launcher behaves badly: dies before the start line, never comes up, or deletes nothing."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc import executor as executing
from renderer_svc import follow
from renderer_svc.executor import Executor
from renderer_svc.follow import SandboxStuck
from renderer_svc.job import ThemeResult
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox import cloudrun
from renderer_svc.sandbox.base import SandboxSpec
from renderer_svc.sandbox.cloudrun import CloudRunKind, CloudRunSandbox
from renderer_svc.sandbox.image import build_image
from renderer_svc.sandbox.tree import tree
from renderer_svc.stop import Stop
from renderer_svc.task import Task
from tests_support.sandbox_launcher import fake_launcher

LIMITS = Limits(memory_floor_bytes=0, disk_bytes=2**50, files=2**40, wall_s=1.0)
SLEEPER = b"import time\ntime.sleep(60)\n"


class Remembering(CloudRunKind):
    """Keeps what it started, so that a test can end it."""

    started: CloudRunSandbox | None = None

    def start(self, spec: SandboxSpec) -> CloudRunSandbox:
        self.started = super().start(spec)
        return self.started


def run(
    folder: Path,
    behaviour: str,
    stop: Stop | None = None,
    limits: Limits = LIMITS,
    kind: CloudRunKind | None = None,
) -> ThemeResult:
    executor = Executor(kind or CloudRunKind(folder, fake_launcher(folder, behaviour)), event_log("test"))
    asked = stop or Stop()
    try:
        return executor.run(Task(build_image(()), "plot.py", {"plot.py": SLEEPER}, limits), 0, asked)
    finally:
        asked.close()


def starts(folder: Path) -> int:
    return len(list(folder.glob("*.pid")))


@pytest.fixture
def nothing_left(tmp_path: Path) -> Iterator[None]:
    """What is left below this process at the end is ended and is a failure."""
    before = set(tree(os.getpid()))
    yield
    left = set(tree(os.getpid())) - before
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


@pytest.mark.usefixtures("nothing_left")
def test_a_launcher_that_dies_before_the_start_line_is_tried_once_more_and_is_no_fault_of_the_script(
    tmp_path: Path,
) -> None:
    assert run(tmp_path, "dies").outcome is Outcome.LAUNCHER
    assert starts(tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("nothing_left")
def test_a_launcher_that_never_comes_up_is_ended_at_the_time_limit_and_is_not_the_scripts_fault(tmp_path: Path) -> None:
    result = run(tmp_path, "hangs")
    assert (result.outcome, result.start_s) == (Outcome.LAUNCHER, 0.0)
    assert starts(tmp_path) == 1


@pytest.mark.usefixtures("nothing_left")
def test_a_stuck_launcher_can_be_cancelled(tmp_path: Path) -> None:
    stop = Stop()
    asking = threading.Timer(0.0, stop.request)
    asking.start()
    assert run(tmp_path, "hangs", stop, replace(LIMITS, wall_s=60.0)).outcome is Outcome.CANCELLED
    asking.join()


def test_a_delete_that_did_nothing_is_a_stuck_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "KILL_S", 0.3)
    monkeypatch.setattr(executing, "KILL_S", 0.3)
    monkeypatch.setattr(cloudrun, "DELETE_S", 0.2)
    kind = Remembering(tmp_path, fake_launcher(tmp_path, "undead"))
    with pytest.raises(SandboxStuck):
        run(tmp_path, "undead", kind=kind)
    (note,) = tmp_path.glob("*.pid")
    os.kill(
        int(note.read_text()), signal.SIGKILL
    )  # as the instance does, when the service has ended for its supervisor
    assert kind.started is not None
    assert kind.started.wait(10.0)
    kind.started.close()


def test_without_the_command_or_the_volume_the_kind_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="there on Cloud Run alone"):
        CloudRunKind(tmp_path)
    with pytest.raises(OSError, match="work volume .* is missing"):
        CloudRunKind(tmp_path / "none", ["sandbox"])
