"""Strikes: three in ten minutes lock a user out for an hour, whoever it is."""

from __future__ import annotations

import pytest

from plotlane_kit.caller import Caller
from plotlane_kit.errors import Reason
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.quota.report import locked_out_s
from tests.unit.scheduler_svc.quota.till import ADA, BEA, ROOT, Till

BEGINNINGS = [
    QuotaKind.MESSAGES,
    QuotaKind.PASTES,
    QuotaKind.CONVERSIONS,
    QuotaKind.COPIES,
    QuotaKind.SESSIONS,
]


def left(till: Till, user: str = "ada") -> float:
    return locked_out_s(till.ledger, user, till.ledger.moment(till.now))


def strike_at(till: Till, *times: float, user: str = "ada") -> None:
    for till.now in times:
        till.strike(user)


@pytest.mark.parametrize("who", [ADA, BEA, ROOT])
def test_three_strikes_lock_out_every_tier(who: Caller) -> None:
    till = Till()
    strike_at(till, 0.0, 300.0, 599.0, user=who.user)
    assert left(till, who.user) == 3_600.0
    refusal = till.reserve(QuotaKind.PASTES, who=who)
    assert refusal is not None
    assert (refusal.reason, refusal.retry_after_s) == (Reason.LOCKED_OUT, 3_600.0)


def test_a_strike_is_forgotten_after_ten_minutes() -> None:
    till = Till()
    strike_at(till, 0.0, 300.0, 600.0)
    assert left(till) == 0.0
    strike_at(till, 899.0)
    assert left(till) == 3_600.0


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_a_lockout_lets_nothing_begin(kind: QuotaKind) -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0)
    refusal = till.reserve(kind)
    assert refusal is not None
    assert refusal.reason is Reason.LOCKED_OUT


def test_a_lockout_lets_no_run_begin() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0)
    refusal = till.run("r1")
    assert refusal is not None
    assert refusal.reason is Reason.LOCKED_OUT


def test_a_lockout_does_not_stop_what_was_let_in() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0)
    assert till.tokens(100) is None
    assert till.reserve(QuotaKind.STORED_BYTES, 100) is None


def test_the_hour_ends() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0)
    till.now = 3_599.0
    assert till.reserve(QuotaKind.MESSAGES) is not None
    till.now = 3_600.0
    assert till.reserve(QuotaKind.MESSAGES) is None


def test_strikes_during_a_lockout_do_not_lengthen_it() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0, 10.0, 20.0, 30.0)
    assert left(till) == 3_570.0


def test_after_a_lockout_the_count_begins_anew() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0, 3_600.0, 3_601.0)
    assert left(till) == 0.0
    strike_at(till, 3_602.0)
    assert left(till) == 3_600.0


def test_an_operator_resets_them() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0)
    till.reset()
    assert till.reserve(QuotaKind.MESSAGES) is None
    strike_at(till, 1.0, 2.0)
    till.reset()
    strike_at(till, 3.0, 4.0)
    assert left(till) == 0.0


def test_resetting_nothing_is_no_event() -> None:
    till = Till()
    till.reset()
    assert till.history == []


def test_one_users_strikes_are_nobody_elses() -> None:
    till = Till()
    strike_at(till, 0.0, 0.0, 0.0)
    assert till.reserve(QuotaKind.MESSAGES, who=BEA) is None
