"""The limits: what binds whom, and that the last one that fits is let in."""

from __future__ import annotations

import pytest

from plotlane_kit.caller import Caller
from plotlane_kit.errors import Reason
from scheduler_svc.core.quota.kind import Period, QuotaKind
from tests.unit.scheduler_svc.quota.till import ADA, BEA, LOCAL, ROOT, Till

K, P = QuotaKind, Period

# kind, period: the most for public, premium and admin; None: not bound.
TABLE = [
    (K.MESSAGES, P.MINUTE, 10, 10, None),
    (K.PASTES, P.MINUTE, 10, 10, 10),
    (K.CONVERSIONS, P.MINUTE, 6, 6, 6),
    (K.COPIES, P.MINUTE, 30, 30, None),
    (K.COPIES, P.DAY, 150, 150, None),
    (K.RUNS, P.DAY, 50, 200, None),
    (K.DATA_RUNS, P.DAY, 50, 50, None),
    (K.TOKENS, P.DAY, 10_000_000_000_000, 40_000_000_000_000, None),
    (K.SESSIONS, P.STANDING, 50, 50, 50),
    (K.STORED_BYTES, P.STANDING, 268_435_456, 268_435_456, 268_435_456),
]


@pytest.mark.parametrize(("kind", "period", "public", "premium", "admin"), TABLE)
def test_what_binds_each_tier(kind: QuotaKind, period: Period, public: int, premium: int, admin: int | None) -> None:
    limits = [
        {(limit.kind, limit.period): limit.amount for limit in Till().policy.limits(who.tier)}.get((kind, period))
        for who in (ADA, BEA, ROOT)
    ]
    assert limits == [public, premium, admin]


def test_nothing_else_binds_anybody() -> None:
    assert sum(len(Till().policy.limits(who.tier)) for who in (ADA, BEA, ROOT)) == 10 + 10 + 4


@pytest.mark.parametrize(("kind", "most"), [(K.MESSAGES, 10), (K.PASTES, 10), (K.CONVERSIONS, 6), (K.COPIES, 30)])
def test_the_minute_lets_in_as_many_as_it_says(kind: QuotaKind, most: int) -> None:
    till = Till()
    assert [till.reserve(kind) for _ in range(most)] == [None] * most
    refusal = till.reserve(kind)
    assert refusal is not None
    assert (refusal.reason, refusal.retry_after_s) == (Reason.RATE_LIMITED, 60.0)
    till.now = 60.0
    assert till.reserve(kind) is None


def test_the_day_of_copies_binds_beside_their_minute() -> None:
    till = Till()
    for minute in range(5):
        till.now = minute * 60.0
        assert [till.reserve(K.COPIES) for _ in range(30)] == [None] * 30
    till.now = 300.0
    refusal = till.reserve(K.COPIES)
    assert refusal is not None
    assert refusal.reason is Reason.BUDGET


@pytest.mark.parametrize(("who", "most"), [(ADA, 50), (BEA, 200)])
def test_the_day_lets_in_as_many_runs_as_the_tier_has(who: Caller, most: int) -> None:
    till = Till()
    assert [till.run(f"r{number}", who) for number in range(most)] == [None] * most
    refusal = till.run("one-more", who)
    assert refusal is not None
    assert refusal.reason is Reason.BUDGET


def test_data_runs_and_plot_runs_are_counted_apart() -> None:
    till = Till()
    for number in range(50):
        assert till.run(f"r{number}") is None
        assert till.run(f"d{number}", kind="data") is None
    assert till.run("r50") is not None
    assert till.run("d50", kind="data") is not None


def test_an_admin_has_no_day_caps() -> None:
    till = Till()
    assert [till.run(f"r{number}", ROOT) for number in range(300)] == [None] * 300
    assert till.tokens(50_000_000, who=ROOT) is None
    assert [till.reserve(K.MESSAGES, who=ROOT) for _ in range(20)] == [None] * 20


def test_users_do_not_count_for_each_other() -> None:
    till = Till()
    for _ in range(10):
        till.reserve(K.MESSAGES, who=ADA)
    assert till.reserve(K.MESSAGES, who=BEA) is None


def test_everybodys_budget_binds_everybody() -> None:
    till = Till()
    assert till.tokens(60_000_000, who=ROOT) is None
    assert till.tokens(40_000_000, who=BEA) is None
    for who in (ADA, BEA, ROOT):
        refusal = till.tokens(1, who=who)
        assert refusal is not None
        assert refusal.reason is Reason.BUDGET
    assert till.used_by_everybody() == 100_000_000


def test_a_refused_amount_costs_nothing() -> None:
    till = Till()
    till.tokens(9_000_000)
    assert till.tokens(2_000_000) is not None
    assert till.tokens(1_000_000) is None


def test_profile_local_has_no_limits_but_counts() -> None:
    till = Till(LOCAL)
    assert [till.reserve(K.MESSAGES) for _ in range(100)] == [None] * 100
    assert till.tokens(1_000_000_000) is None
    assert till.run("r1") is None
    assert (till.today().runs, till.used_tokens()) == (1, 1_000_000_000)
