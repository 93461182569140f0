"""Days: they begin at 00:00 UTC, at any moment of core time, and never go back."""

from __future__ import annotations

import pytest

from scheduler_svc.core.quota.calendar import Calendar
from scheduler_svc.core.quota.events import CalendarSet
from scheduler_svc.core.quota.kind import Period, QuotaKind
from scheduler_svc.core.run import EndReason
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
    refusal = till.run("r50")
    assert refusal is not None
    assert refusal.retry_after_s == 1.5 * DAY_S


def till_of_a_clock_that_was_a_year_ahead() -> Till:
    till = Till()
    till.set_calendar(NOON_OF_DAY_20_000)
    till.run("early")
    till.set_calendar(NOON_OF_DAY_20_000 + 365 * DAY_S)
    for number in range(50):
        till.run(f"ahead{number}")
        till.tokens(100_000, f"t{number}")
    till.set_calendar(NOON_OF_DAY_20_000)
    return till


def test_a_clock_that_was_a_year_ahead_binds_nobody_once_it_is_right() -> None:
    till = till_of_a_clock_that_was_a_year_ahead()
    for day in range(3):
        till.now = day * DAY_S
        assert [till.run(f"d{day}r{number}") for number in range(50)] == [None] * 50
        refusal = till.run("over")
        assert refusal is not None
        assert refusal.retry_after_s == DAY_S / 2


def test_the_days_that_a_clock_made_up_are_not_full_when_they_come() -> None:
    till = till_of_a_clock_that_was_a_year_ahead()
    till.run("right")
    till.now = 365 * DAY_S
    assert (till.used(QuotaKind.RUNS, Period.DAY), till.used_by_everybody()) == (0, 0)


def test_what_was_counted_before_the_days_began_anew_is_not_given_back_to_them() -> None:
    till = till_of_a_clock_that_was_a_year_ahead()
    till.run("right")
    till.tokens(7, "now")
    till.end_run("early", EndReason.CANCELLED, started=False)
    till.settle("t0", 0)
    assert (till.used(QuotaKind.RUNS, Period.DAY), till.used_tokens()) == (1, 7)


def test_a_journal_that_is_far_ahead_under_a_clock_that_is_right_is_mended_at_the_next_look() -> None:
    till = till_of_a_clock_that_was_a_year_ahead()
    till.ledger.day += 365
    till.set_calendar(NOON_OF_DAY_20_000)
    assert till.ledger.day == 20_000


def test_a_calendar_that_is_as_good_as_right_is_left_alone() -> None:
    till = Till()
    till.set_calendar(NOON_OF_DAY_20_000)
    till.set_calendar(NOON_OF_DAY_20_000 + 0.5)
    assert till.history == [CalendarSet(0.0, NOON_OF_DAY_20_000)]
