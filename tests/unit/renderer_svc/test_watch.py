"""The watchdog's rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from renderer_svc.limits import Limits
from renderer_svc.outcome import LimitHit, Outcome
from renderer_svc.watch import Reading, reason_to_kill

LIMITS = Limits(wall_s=10, memory_bytes=1000, disk_bytes=500, files=50, log_bytes=100, memory_floor_bytes=2000)
CALM = Reading(elapsed_s=1, memory_bytes=10, disk_bytes=10, files=3, log_bytes=0, available_bytes=9000)


def test_a_calm_run_is_left_alone() -> None:
    assert reason_to_kill(CALM, LIMITS) is None


def test_a_run_at_its_memory_and_log_limits_is_left_alone() -> None:
    assert reason_to_kill(replace(CALM, memory_bytes=1000, log_bytes=100), LIMITS) is None


@pytest.mark.parametrize(
    ("field", "measured", "outcome", "name"),
    [
        ("memory_bytes", 1001, Outcome.OUT_OF_MEMORY, "memory_bytes"),
        ("disk_bytes", 500, Outcome.DISK_LIMIT, "disk_bytes"),
        ("files", 50, Outcome.FILE_LIMIT, "files"),
        ("log_bytes", 101, Outcome.LOG_LIMIT, "log_bytes"),
        ("elapsed_s", 10.0, Outcome.TIMEOUT, "wall_s"),
    ],
)
def test_each_limit_has_its_outcome_and_says_what_was_measured(
    field: str, measured: Any, outcome: Outcome, name: str
) -> None:
    verdict = reason_to_kill(replace(CALM, **{field: measured}), LIMITS)
    assert verdict is not None
    assert verdict.outcome is outcome
    assert verdict.limit == LimitHit(name, getattr(LIMITS, name), measured)


def test_a_machine_below_its_floor_stops_the_run_without_blaming_it() -> None:
    verdict = reason_to_kill(replace(CALM, available_bytes=1999), LIMITS)
    assert verdict is not None
    assert verdict.outcome is Outcome.LOW_MEMORY
