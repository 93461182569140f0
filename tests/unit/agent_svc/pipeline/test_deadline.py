"""The deadline of a run."""

from __future__ import annotations

import pytest

from agent_svc.pipeline.deadline import Deadline
from plotlane_kit.clock import ManualClock


def test_a_run_has_180_seconds_from_leaving_the_queue() -> None:
    clock = ManualClock(500.0)
    deadline = Deadline(clock)
    clock.advance(30)

    assert deadline.elapsed_s() == 30
    assert deadline.left_s() == 150


def test_nothing_is_left_after_the_end_and_never_less() -> None:
    clock = ManualClock()
    deadline = Deadline(clock)
    clock.advance(1000)

    assert deadline.left_s() == 0


@pytest.mark.parametrize(
    ("elapsed_s", "timeout_s"),
    [(0, 60), (80, 60), (100, 40), (137.5, 2.5), (139, 0), (140, 0), (179, 0)],
)
def test_a_render_gets_60_seconds_at_most_and_what_is_left_of_140(elapsed_s: float, timeout_s: float) -> None:
    clock = ManualClock()
    deadline = Deadline(clock)
    clock.advance(elapsed_s)

    assert deadline.render_timeout_s() == timeout_s


@pytest.mark.parametrize(("hard_s", "soft_s"), [(10, 11), (10, 0)])
def test_deadlines_that_do_not_fit_are_refused(hard_s: float, soft_s: float) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Deadline(ManualClock(), hard_s=hard_s, soft_s=soft_s)
