"""Network addresses: what anonymous users at one of them may use together, beside what each of them may."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError, Reason
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.snapshot import LedgerSnapshot, restore_ledger, snapshot_of
from scheduler_svc.core.run import EndReason
from scheduler_svc.journal.codec import decode, encode
from tests.unit.scheduler_svc.quota.till import LOCAL, SERVER, Till

HERE, THERE = "a1", "b2"
K = QuotaKind


def anonymous(number: int, address: str = HERE) -> Caller:
    return Caller(f"anonymous-{number}", Tier.PUBLIC, address)


def run(till: Till, number: int, who: Caller) -> PlotlaneError | None:
    return till.run(f"r{number}", who)


def session(till: Till, number: int, who: Caller) -> PlotlaneError | None:
    return till.reserve(K.SESSIONS, who=who, name=f"s{number}")


def message(till: Till, number: int, who: Caller) -> PlotlaneError | None:
    return till.reserve(K.MESSAGES, who=who, name=f"m{number}")


def tokens(till: Till, number: int, who: Caller) -> PlotlaneError | None:
    return till.tokens(2_000_000, who=who, name=f"t{number}")


COUNTED = pytest.mark.parametrize(
    ("use", "limit", "reason"),
    [
        (run, 100, Reason.BUDGET),
        (session, 100, Reason.RUN_LIMIT),
        (message, 20, Reason.RATE_LIMITED),
        (tokens, 10, Reason.BUDGET),
    ],
)
Use = Callable[[Till, int, Caller], PlotlaneError | None]


@COUNTED
def test_all_users_at_one_address_together_are_bound(use: Use, limit: int, reason: Reason) -> None:
    till = Till()
    assert [use(till, number, anonymous(number)) for number in range(limit)] == [None] * limit
    refusal = use(till, limit, anonymous(limit))
    assert refusal is not None
    assert (refusal.reason, refusal.metadata["scope"]) == (reason, "address")
    assert "your network address" in refusal.message


@COUNTED
def test_other_addresses_and_users_without_one_are_not_touched(use: Use, limit: int, reason: Reason) -> None:
    till = Till()
    for number in range(limit):
        use(till, number, anonymous(number))
    assert use(till, limit, anonymous(limit, THERE)) is None
    assert use(till, limit + 1, Caller("signed-in", Tier.PUBLIC)) is None


@COUNTED
def test_an_address_that_is_full_costs_whoever_is_refused_nothing(use: Use, limit: int, reason: Reason) -> None:
    till = Till()
    for number in range(limit):
        use(till, number, anonymous(number))
    before = snapshot_of(till.ledger)
    assert use(till, limit, anonymous(limit)) is not None
    assert snapshot_of(till.ledger) == before


def test_each_user_at_an_address_is_bound_by_the_users_own_limit_as_well() -> None:
    till = Till()
    for number in range(50):
        run(till, number, anonymous(1))
    refusal = run(till, 50, anonymous(1))
    assert refusal is not None
    assert refusal.metadata["scope"] == "user"


def test_a_run_that_never_started_is_given_back_to_its_address() -> None:
    till = Till()
    for number in range(100):
        run(till, number, anonymous(number))
    till.end_run("r7", EndReason.EXPIRED, started=False)
    assert run(till, 100, anonymous(100)) is None


def test_what_a_reservation_did_not_use_is_given_back_to_its_address() -> None:
    till = Till()
    for number in range(10):
        tokens(till, number, anonymous(number))
    till.settle("t3", 0, anonymous(3, THERE))
    assert tokens(till, 10, anonymous(10)) is None


def test_a_deleted_session_makes_room_at_the_address_that_it_was_begun_at() -> None:
    till = Till()
    for number in range(100):
        session(till, number, anonymous(number))
    till.settle("s7", 0, anonymous(7, THERE))
    assert session(till, 100, anonymous(100)) is None
    assert till.ledger.address(HERE).standing.total(K.SESSIONS) == 100


def test_what_grows_elsewhere_counts_there_and_no_longer_here() -> None:
    till = Till()
    till.reserve(K.STORED_BYTES, 10, anonymous(1), "b1")
    till.reserve(K.STORED_BYTES, 30, anonymous(1, THERE), "b1")
    assert [till.ledger.address(each).standing.total(K.STORED_BYTES) for each in (HERE, THERE)] == [0, 30]


def test_what_shrinks_stays_where_it_is() -> None:
    till = Till()
    till.reserve(K.STORED_BYTES, 30, anonymous(1), "b1")
    till.reserve(K.STORED_BYTES, 10, anonymous(1, THERE), "b1")
    assert [till.ledger.address(each).standing.total(K.STORED_BYTES) for each in (HERE, THERE)] == [10, 0]


def test_two_users_may_keep_the_same_name_at_one_address() -> None:
    till = Till()
    for number in (1, 2):
        till.reserve(K.SESSIONS, who=anonymous(number), name="s")
    assert till.ledger.address(HERE).standing.total(K.SESSIONS) == 2


def test_a_retry_from_another_address_is_the_same_reservation() -> None:
    till = Till()
    till.tokens(5, "t1", anonymous(1))
    assert till.tokens(5, "t1", anonymous(1, THERE)) is None
    assert till.ledger.address(THERE).day.used(K.TOKENS, till.ledger.day) == 0
    assert till.ledger.address(HERE).day.used(K.TOKENS, till.ledger.day) == 5 * MICRO


def test_what_an_address_has_used_outlives_a_restart() -> None:
    till = Till()
    for number in range(20):
        run(till, number, anonymous(number))
        session(till, number, anonymous(number))
        message(till, number, anonymous(number))
        till.tokens(1, f"t{number}", anonymous(number))
    ledger = Ledger(SERVER)
    restore_ledger(ledger, decode(LedgerSnapshot, encode(snapshot_of(till.ledger))))
    assert snapshot_of(ledger) == snapshot_of(till.ledger)
    till.ledger = ledger
    refusal = message(till, 20, anonymous(20))
    assert refusal is not None
    assert refusal.metadata["scope"] == "address"


def test_a_snapshot_from_before_addresses_were_counted_is_read() -> None:
    text = encode(snapshot_of(Till().ledger)).replace(',"addresses":[]', "")
    assert decode(LedgerSnapshot, text).addresses == ()


def test_an_address_of_which_nothing_counts_is_forgotten() -> None:
    till = Till()
    for number in range(20):
        till.reserve(K.MESSAGES, who=anonymous(number, f"address-{number}"))
    till.now = 2 * 86_400.0
    for number in range(40):
        till.reserve(K.PASTES, who=anonymous(100 + number, THERE))
        till.now += 61
    assert len(till.ledger.addresses) == 1


def test_profile_local_binds_no_address() -> None:
    till = Till(LOCAL)
    assert [run(till, number, anonymous(number)) for number in range(150)] == [None] * 150
    assert till.used_by_everybody() == 0


def test_a_user_is_not_shown_what_others_at_the_address_use() -> None:
    till = Till()
    message(till, 1, anonymous(1))
    assert till.used(K.MESSAGES, Period.MINUTE, anonymous(2)) == 0
