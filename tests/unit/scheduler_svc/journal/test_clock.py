"""The journal's clock: core time goes on over a restart, and never back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from plotlane_kit.clock import ManualClock
from scheduler_svc.journal.base import Moment
from scheduler_svc.journal.clock import JournalClock

WALL = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_new_journal_begins_at_zero() -> None:
    clock = ManualClock(start=500)
    journal = JournalClock(clock, None)
    assert journal.monotonic() == 0
    clock.advance(3)
    assert journal.monotonic() == 3


@pytest.mark.parametrize(("away_s", "core"), [(0, 100), (30, 130), (-30, 100)])
def test_it_goes_on_by_the_time_that_the_wall_has_seen_and_never_back(away_s: float, core: float) -> None:
    clock = ManualClock(start=7, wall=WALL)
    journal = JournalClock(clock, Moment(core=100.0, wall=WALL.timestamp() - away_s))
    assert journal.monotonic() == core
    clock.advance(1.5)
    assert journal.monotonic() == core + 1.5


def test_the_wall_is_the_walls() -> None:
    clock = ManualClock(wall=WALL)
    assert JournalClock(clock, None).wall() == WALL
