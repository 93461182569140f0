"""Days: they begin at 00:00 UTC, at any moment of core time, and never go back."""

from __future__ import annotations

import pytest

from scheduler_svc.core.quota.calendar import Calendar
from scheduler_svc.core.quota.events import CalendarSet
from scheduler_svc.core.quota.kind import Period, QuotaKind
from tests.unit.scheduler_svc.quota.till import DAY_S, Till

NOON_OF_DAY_20_000 = 20_000 * DAY_S + DAY_S / 2


@pytest.mark.parametrize(
    ("at", "day", "left"),
    [
        (0.0, 20_000, DAY_S / 2),
        (DAY_S / 2 - 1, 20_000, 1.0),
        (DAY_S / 2, 20_001, DAY_S),
        (-DAY_S, 19_999, DAY_S / 2),
    ],
)
def test_core_time_is_laid_over_utc_days(at: float, day: int, left: float) -> None:
    moment = Calendar(NOON_OF_DAY_20_000).moment(at)
    assert (moment.day, moment.day_left_s) == (day, left)


def test_at_midnight_the_count_begins_again() -> None:
    till = Till()
    till.set_calendar(NOON_OF_DAY_20_000)
    for number in range(50):
        till.run(f"r{number}")
    refusal = till.run("r50")
    assert refusal is not None
    assert refusal.retry_after_s == DAY_S / 2
    till.now = DAY_S / 2
    assert till.run("r50") is None
    assert till.used(QuotaKind.RUNS, Period.DAY) == 1


def test_a_clock_that_was_set_back_does_not_bring_a_day_back() -> None:
    till = Till()
    till.set_calendar(NOON_OF_DAY_20_000)
    for number in range(50):
        till.run(f"r{number}")
    till.set_calendar(NOON_OF_DAY_20_000 - DAY_S)
    assert till.run("r50") is not None


def test_a_calendar_that_is_as_good_as_right_is_left_alone() -> None:
    till = Till()
    till.set_calendar(NOON_OF_DAY_20_000)
    till.set_calendar(NOON_OF_DAY_20_000 + 0.5)
    assert till.history == [CalendarSet(0.0, NOON_OF_DAY_20_000)]
