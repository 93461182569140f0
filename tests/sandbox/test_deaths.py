"""Processes that die where nobody expects it: callers get an answer, places come free, and nothing is left."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.limits import Limits
from renderer_svc.meter import resident_bytes
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.image import Warm, build_image
from renderer_svc.sandbox.tree import tree
from renderer_svc.sandbox.zygote import process
from renderer_svc.sandbox.zygote import sandbox as zygote_sandbox
from renderer_svc.sandbox.zygote.inspection import open_walls
from renderer_svc.sandbox.zygote.kind import ZygoteKind
from tests.sandbox.conftest import LOW, Box

IMAGE = build_image(())


@pytest.fixture
def kind(uid_base: int) -> Iterator[ZygoteKind]:
    """A kind of the test's own, with two sandboxes ready."""
    made = ZygoteKind(uid_base, event_log("test"), ready=2)
    yield made
    made.close()


@pytest.fixture
def others(box: Box) -> set[int]:
    """Processes that this one had started before the test: zygotes that tests share, houses, a browser."""
    return set(started_here())


@pytest.fixture
def own_box(others: set[int], kind: ZygoteKind) -> Box:
    made = Box(Executor(kind, event_log("test")), IMAGE)
    assert made.still_works()
    return made


def test_closing_does_not_wait_for_a_zygote_that_is_getting_warm(others: set[int], uid_base: int) -> None:
    kind = ZygoteKind(uid_base, event_log("test"), ready=1)
    kind.prepare(replace(IMAGE, warm=(Warm("endless", (), "while True: pass"),)), LOW)
    while not (mine := set(started_here()) - others):  # its jail is born a moment after it is asked for
        os.sched_yield()
    closing = threading.Thread(target=kind.close)
    closing.start()
    closing.join(30)
    assert not closing.is_alive()
    assert not set(started_here()) & mine


def children(pid: int) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in lists for child in file.read_bytes().split()]


def started_here() -> list[int]:
    return children(os.getpid())


@pytest.fixture
def jail(others: set[int], own_box: Box) -> list[int]:
    """Processes of the test's own zygote: the guard of its jail, then the zygote."""
    (guard,) = (pid for pid in started_here() if pid not in others)
    return list(tree(guard))


@pytest.mark.parametrize("victim", [0, 1], ids=["the guard of the jail", "the zygote"])
def test_after_the_death_of_an_idle_zygote_the_next_run_is_as_any_other(
    own_box: Box, jail: list[int], victim: int
) -> None:
    os.kill(jail[victim], signal.SIGKILL)
    assert own_box.still_works()
    assert own_box.still_works()


def test_a_run_whose_zygote_dies_is_tried_once_more(own_box: Box, jail: list[int]) -> None:
    def die() -> None:
        with suppress(ProcessLookupError):
            os.kill(jail[1], signal.SIGKILL)

    result = own_box.run("import time; time.sleep(0.2); print('done')", on_start=die)
    assert (result.outcome, result.stdout) == (Outcome.OK, "done\n")


def test_a_run_that_loses_its_sandbox_twice_is_the_renderers_fault(own_box: Box, jail: list[int]) -> None:
    def die() -> None:
        for cell in children(jail[1]):
            os.kill(cell, signal.SIGKILL)

    result = own_box.run("import time; time.sleep(60)", on_start=die)
    assert (result.outcome, result.exit_code, result.stderr) == (Outcome.LAUNCHER, 0, "")
    assert own_box.still_works()


def test_a_zygote_that_hangs_is_replaced(own_box: Box, jail: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zygote_sandbox, "LAUNCH_S", 0.3)
    os.kill(jail[1], signal.SIGSTOP)
    assert own_box.still_works()
    assert not any(os.path.exists(f"/proc/{pid}") for pid in jail)


def test_ready_sandboxes_that_died_are_not_handed_out(kind: ZygoteKind, own_box: Box, jail: list[int]) -> None:
    kind.prepare(IMAGE, LOW)
    assert kind.wait_until_ready(30)
    os.kill(jail[1], signal.SIGKILL)
    assert own_box.still_works()
    assert kind.wait_until_ready(30)


def test_a_sandbox_is_handed_out_once_and_a_new_one_takes_its_place(kind: ZygoteKind, own_box: Box) -> None:
    kind.prepare(IMAGE, LOW)
    for number in range(6):
        assert own_box.run(f"open('mark', 'x').close(); print({number})").stdout == f"{number}\n"
    assert kind.wait_until_ready(30)


def test_closing_a_kind_ends_everything_that_it_keeps_ready(kind: ZygoteKind, own_box: Box, jail: list[int]) -> None:
    kind.prepare(IMAGE, LOW)
    assert kind.wait_until_ready(30)
    kind.close()
    assert not any(os.path.exists(f"/proc/{pid}") for pid in jail)


def test_deaths_at_random_moments_never_hang_a_caller_and_leave_nothing(
    kind: ZygoteKind, own_box: Box, others: set[int]
) -> None:
    kind.prepare(IMAGE, LOW)
    dice = random.Random(7)
    over = threading.Event()

    def kill_now_and_then() -> None:
        for _ in range(12):
            over.wait(dice.uniform(0.02, 0.2))
            victims = [pid for own in set(started_here()) - others for pid in tree(own)]
            if victims:
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(victims), signal.SIGKILL)

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    with ThreadPoolExecutor(4) as threads:
        runs = [threads.submit(own_box.run, "import time; time.sleep(0.01); print('done')") for _ in range(40)]
        outcomes = [run.result(timeout=120).outcome for run in runs]
    over.set()
    killer.join()
    assert set(outcomes) <= {Outcome.OK, Outcome.LAUNCHER, Outcome.FAILED}  # failed: the script itself was shot
    assert Outcome.OK in outcomes
    assert own_box.still_works()


def test_a_sandbox_with_an_open_wall_gets_no_job_and_its_zygote_is_replaced(
    own_box: Box, jail: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def inspect(pid: int) -> list[str]:
        seen.append(pid)
        return ["Seccomp"] if len(seen) == 1 else open_walls(pid)

    monkeypatch.setattr(process, "open_walls", inspect)
    assert own_box.still_works()
    assert len(seen) == 2
    assert not any(os.path.exists(f"/proc/{pid}") for pid in (*jail, seen[0]))


def test_a_worn_zygote_is_replaced_while_its_sandboxes_live_on(
    kind: ZygoteKind, own_box: Box, jail: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    grown = {jail[1]: 1 << 40}
    monkeypatch.setattr(process, "resident_bytes", lambda pid: grown.get(pid) or resident_bytes(pid))
    finished = own_box.run(
        "import time; time.sleep(0.3); print('done')", on_start=lambda: kind.prepare(IMAGE, Limits())
    )
    assert finished.stdout == "done\n"
    assert kind.wait_until_ready(30)
    assert own_box.still_works()
    assert not os.path.exists(f"/proc/{jail[1]}")
