"""Idleness: who may leave a session unused for how long, and which uses are worth a write."""

from __future__ import annotations

import pytest

from agent_svc.sessions.idle import IdleLimits, idle_until, noted
from plotlane_kit.caller import LOCAL_USER, Caller, Tier

HOUR, MONTH = 3_600.0, 30 * 86_400.0
LIMITS = IdleLimits(guest_s=HOUR, signed_in_s=MONTH)


@pytest.mark.parametrize(
    ("caller", "limit_s"),
    [
        (Caller("f00", Tier.PUBLIC, address="a1"), HOUR),
        (Caller("f00", Tier.PUBLIC), MONTH),
        (Caller("f00", Tier.ADMIN), MONTH),
        (Caller(LOCAL_USER, Tier.ADMIN), 0.0),
    ],
)
def test_a_guest_has_an_hour_who_signed_in_a_month_and_the_local_user_for_ever(caller: Caller, limit_s: float) -> None:
    assert LIMITS.of(caller) == limit_s


def test_without_a_limit_nothing_is_ever_idle_or_written() -> None:
    assert idle_until(0.0, 1_000.0) is None
    assert noted(0.0, None, 1_000.0) is None


def test_a_use_is_written_at_most_once_a_minute_and_costs_no_second_of_the_limit() -> None:
    known = idle_until(HOUR, 0.0)
    assert noted(HOUR, known, 59.0) is None
    assert known is not None
    assert known >= 59.0 + HOUR
    assert noted(HOUR, known, 60.0) == known + 60.0


def test_a_clock_that_once_ran_ahead_keeps_no_session() -> None:
    assert noted(HOUR, idle_until(HOUR, MONTH), 0.0) == idle_until(HOUR, 0.0)


def test_the_sweep_comes_each_minute_and_more_often_for_short_limits_but_never_without_rest() -> None:
    assert LIMITS.swept_every_s == IdleLimits(0.0, 0.0).swept_every_s == 60.0
    assert IdleLimits(guest_s=10.0, signed_in_s=MONTH).swept_every_s == 1.0
    assert IdleLimits(guest_s=0.001, signed_in_s=MONTH).swept_every_s == 0.05
