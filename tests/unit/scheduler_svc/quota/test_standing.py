"""Standing amounts: kept under a name, changed by it, and given back."""

from __future__ import annotations

from plotlane_kit.errors import Reason
from scheduler_svc.core.quota.kind import Period, QuotaKind
from tests.unit.scheduler_svc.quota.till import BEA, DAY_S, ROOT, Till

SESSIONS, BYTES = QuotaKind.SESSIONS, QuotaKind.STORED_BYTES
MIB = 1024 * 1024


def test_a_user_keeps_as_many_sessions_as_allowed() -> None:
    till = Till()
    assert [till.reserve(SESSIONS, name=f"s{number}") for number in range(50)] == [None] * 50
    refusal = till.reserve(SESSIONS, name="s50")
    assert refusal is not None
    assert (refusal.reason, refusal.retry_after_s) == (Reason.RUN_LIMIT, None)
    assert refusal.metadata == {"kind": "sessions", "period": "standing", "limit": "50", "used": "50", "scope": "user"}


def test_what_is_given_back_makes_room() -> None:
    till = Till()
    for number in range(50):
        till.reserve(SESSIONS, name=f"s{number}")
    till.settle("s7", 0)
    assert till.reserve(SESSIONS, name="s50") is None


def test_the_same_name_again_counts_once() -> None:
    till = Till()
    till.reserve(SESSIONS, name="s1")
    till.reserve(SESSIONS, name="s1")
    assert till.used(SESSIONS, Period.STANDING) == 1


def test_a_kept_amount_grows_and_shrinks_under_its_name() -> None:
    till = Till()
    till.reserve(BYTES, 200 * MIB, name="b1")
    assert till.reserve(BYTES, 256 * MIB, name="b1") is None
    assert till.reserve(BYTES, 1, name="b2") is not None
    till.settle("b1", 100 * MIB)
    assert till.used(BYTES, Period.STANDING) == 100 * MIB
    assert till.reserve(BYTES, 156 * MIB, name="b2") is None


def test_settling_never_makes_it_more() -> None:
    till = Till()
    till.reserve(BYTES, 10, name="b1")
    till.settle("b1", 20)
    assert till.used(BYTES, Period.STANDING) == 10


def test_a_name_keeps_one_kind() -> None:
    till = Till()
    till.reserve(SESSIONS, name="s1")
    refusal = till.reserve(BYTES, 10, name="s1")
    assert refusal is not None
    assert refusal.reason is Reason.CONFLICT


def test_names_are_each_users_own() -> None:
    till = Till()
    till.reserve(SESSIONS, name="s1")
    assert till.reserve(SESSIONS, name="s1", who=BEA) is None
    assert till.settle("s1", 0, who=ROOT) is not None
    assert till.used(SESSIONS, Period.STANDING) == 1


def test_midnight_does_not_touch_them() -> None:
    till = Till()
    till.reserve(SESSIONS, name="s1")
    till.now = 3 * DAY_S
    till.reserve(QuotaKind.MESSAGES, who=BEA)
    assert till.used(SESSIONS, Period.STANDING) == 1


def test_a_lockout_lets_a_user_keep_less_but_no_session_more() -> None:
    till = Till()
    till.reserve(SESSIONS, name="s1")
    for _ in range(3):
        till.strike()
    assert till.reserve(SESSIONS, name="s2") is not None
    assert till.settle("s1", 0) is None


def test_a_kept_amount_and_a_reservation_of_one_user_never_share_an_id() -> None:
    till = Till()
    till.reserve(SESSIONS, name="s1")
    till.reserve(QuotaKind.MESSAGES, name="m1")
    for refusal in (till.reserve(QuotaKind.MESSAGES, name="s1"), till.reserve(SESSIONS, name="m1")):
        assert refusal is not None
        assert refusal.reason is Reason.CONFLICT
    assert till.reserve(QuotaKind.MESSAGES, name="s1", who=BEA) is None
