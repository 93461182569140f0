"""What the operator is told when the walls cannot be tested, and of which kind of sandbox each wall is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from renderer_svc.errors import WallsOpen
from renderer_svc.executor import Executor
from renderer_svc.job import ThemeResult
from renderer_svc.limits import MIB, Limits
from renderer_svc.outcome import LimitHit, Outcome
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL
from renderer_svc.task import Task
from renderer_svc.walls import Wall, probe_walls, require


class Kind:
    """A kind by name alone."""

    name = "some"
    bounds_memory = True
    kept_otherwise: Mapping[str, str] = ALL_BY_THE_KERNEL


class Answering:
    """An executor whose every run ends as the test says."""

    kind = Kind()

    def __init__(self, *results: ThemeResult) -> None:
        """The last one again and again."""
        self.results = list(results)
        self.wall_s: list[float] = []

    def run(self, task: Task, **_: Any) -> ThemeResult:
        self.wall_s.append(task.limits.wall_s)
        return self.results.pop(0) if len(self.results) > 1 else self.results[0]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (ThemeResult(Outcome.LAUNCHER), "no sandbox can be started here"),
        (
            ThemeResult(Outcome.LOW_MEMORY, limit=LimitHit("available_bytes", 512 * MIB, 100 * MIB)),
            "this machine has 100 MiB of memory available, which is less than PLOTLANE_RENDERER_MEMORY_FLOOR_BYTES",
        ),
        (
            ThemeResult(Outcome.DISK_LIMIT, limit=LimitHit("disk_bytes", 10, 12)),
            "the test of the sandbox itself ended as disk_limit; disk_bytes was 12 of 10",
        ),
    ],
)
def test_walls_that_cannot_be_tested_are_told_by_what_ended_the_test(result: ThemeResult, words: str) -> None:
    with pytest.raises(WallsOpen, match=words):
        probe_walls(cast(Executor, Answering(result)), Limits())


def test_the_test_of_the_walls_has_its_own_time_however_short_scripts_are_kept() -> None:
    executor = Answering(ThemeResult(Outcome.LAUNCHER))
    with pytest.raises(WallsOpen):
        probe_walls(cast(Executor, executor), Limits(wall_s=1.0))
    assert executor.wall_s == [30.0]


def test_each_wall_is_told_with_the_kind_of_sandbox_that_it_is_of() -> None:
    walls = probe_walls(cast(Executor, Answering(ThemeResult(Outcome.OK, stdout="{}"))), Limits())
    assert {wall.sandbox for wall in walls} == {"some"}
    assert next(wall for wall in walls if wall.name == "memory_of_all").kept_by == "kernel"


@pytest.mark.parametrize(
    ("outcomes", "holds"),
    [
        ([Outcome.TIMEOUT], True),
        ([Outcome.LAUNCHER, Outcome.TIMEOUT], True),
        ([Outcome.LAUNCHER], False),
        ([Outcome.OK], False),
    ],
    ids=["at once", "of a slow kind", "never reached", "not stopped"],
)
def test_the_wall_clock_is_tried_with_more_time_where_a_script_is_reached_late(
    outcomes: list[Outcome], holds: bool
) -> None:
    before = [ThemeResult(Outcome.OK, stdout="{}"), ThemeResult(Outcome.OUT_OF_MEMORY)]
    executor = Answering(*before, *map(ThemeResult, outcomes))
    walls = {wall.name: wall.holds for wall in probe_walls(cast(Executor, executor), Limits())}
    assert (walls["memory_of_all"], walls["wall_clock"]) == (True, holds)
    assert executor.wall_s[2] < 1.0


def test_open_walls_are_named_with_their_kind() -> None:
    with pytest.raises(WallsOpen, match=r"open walls: disk \(bubblewrap\)$"):
        require((Wall("disk", False, "kernel", "bubblewrap"), Wall("disk", True, "kernel", "zygote")))
