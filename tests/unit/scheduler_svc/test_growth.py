"""What an operation costs when many wait: counted in calls, so that the machine's speed has no say."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Final

import pytest

from scheduler_svc.core.commands import CancelRun, Submit
from scheduler_svc.core.run import Policy, RunRequest
from tests.unit.scheduler_svc.desk import RATED, RUNS, Desk, accepted, policy, started

FEW, MANY = 50, 2_000
GAP_S = 10.0


def calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls, those of the interpreter included."""
    count = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


class Crowd:
    """A desk with one place that is taken, and as many who wait as a test likes; every run takes what is expected."""

    def __init__(self, waiting: int = 0, capacity: int = 10**9) -> None:
        lanes = tuple(replace(lane, user_cap=1, max_wait_s=10**8) for lane in RUNS.lanes)
        runs = replace(RATED, lanes=lanes, capacity=capacity, expected_run_s=GAP_S)
        self.desk = Desk(policy(runs, blocked_per_user=10**9))
        self._number = 0
        self._running = self.ask()
        for _ in range(waiting):
            self.ask()

    def ask(self, user: str = "", **more: object) -> str:
        """One more; its lane in turn."""
        self._number += 1
        name = f"r{self._number}"
        lane = RUNS.lanes[self._number % len(RUNS.lanes)].name
        request = RunRequest(name, "runs", lane, user or f"u{self._number}", "plot")
        assert accepted(self.desk.do(Submit(replace(request, **more), f"tag-{name}")))  # type: ignore[arg-type]
        return name

    def take_turns(self) -> None:
        """The one in flight ends, the next starts, and another one asks and is told its place."""
        desk = self.desk
        desk.now += GAP_S
        (self._running,) = started(desk.release(self._running))
        last = desk.scheduler.run(self.ask())
        assert last is not None
        desk.scheduler.place("runs", last.position, desk.now)
        desk.scheduler.next_wakeup(desk.now)


def queued(waiting: int) -> int:
    crowd = Crowd(waiting)
    crowd.take_turns()
    return calls(crowd.take_turns)


WAITS: Final[dict[str, dict[str, object]]] = {
    "lock": {"locks": ("resource:x",)},
    "user_cap": {"user": "ada"},
    "capacity": {},
}


def blocked(waiting: int, reason: str) -> int:
    """What it costs that one more comes where many are blocked for one reason, and that one of them goes."""
    crowd = Crowd(capacity=0 if reason == "capacity" else 10**9)
    crowd.desk.hold("h", "resource:x")
    wait = {"on_conflict": Policy.WAIT, "on_limit": Policy.WAIT, **WAITS[reason]}
    names = [crowd.ask(**wait) for _ in range(waiting)]  # type: ignore[arg-type]
    assert crowd.desk.block(names[-1]) == reason

    def come_and_go() -> None:
        crowd.ask(**wait)  # type: ignore[arg-type]
        crowd.desk.do(CancelRun(names[waiting // 2]))
        crowd.desk.scheduler.next_wakeup(crowd.desk.now)

    return calls(come_and_go)


def test_a_start_an_end_and_an_arrival_cost_the_same_however_many_wait() -> None:
    assert queued(MANY) < 1.5 * queued(FEW)


@pytest.mark.parametrize("reason", WAITS)
def test_who_is_blocked_costs_the_others_nothing_however_many_there_are(reason: str) -> None:
    assert blocked(MANY, reason) < 1.5 * blocked(FEW, reason)
