"""Memory: whoever has nothing that counts is forgotten, and nothing grows with time."""

from __future__ import annotations

from dataclasses import replace

from plotlane_kit.caller import Caller, Tier
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.run import EndReason
from tests.unit.scheduler_svc.quota.till import ADA, DAY_S, SERVER, Till


def user(number: int) -> Caller:
    return Caller(f"user-{number}", Tier.PUBLIC)


def busy(till: Till, users: int) -> None:
    for number in range(users):
        till.reserve(QuotaKind.MESSAGES, who=user(number))
        till.run(f"r{till.now}-{number}", user(number))
        till.end_run(f"r{till.now}-{number}")


def test_users_of_yesterday_are_forgotten_while_others_go_on() -> None:
    till = Till()
    busy(till, 1_000)
    assert len(till.ledger.accounts) == 1_000
    till.now = DAY_S
    for till.now in (DAY_S + step * 10.0 for step in range(600)):
        till.reserve(QuotaKind.MESSAGES, who=ADA)
    assert len(till.ledger.accounts) == 1


def test_ever_new_users_never_pile_up() -> None:
    till, most = Till(), 0
    for number in range(5_000):
        till.now += DAY_S / 100
        till.reserve(QuotaKind.PASTES, who=user(number))
        most = max(most, len(till.ledger.accounts))
    assert most <= 300


def test_whoever_still_counts_is_kept() -> None:
    till = Till()
    till.reserve(QuotaKind.SESSIONS, name="s1", who=user(1))
    till.strike("user-2")
    for till.now in (step * 1.0 for step in range(500)):
        till.reserve(QuotaKind.MESSAGES, who=ADA)
    assert {name for name, _ in till.ledger.accounts} == {"user-1", "user-2", "ada"}


def test_a_user_who_was_forgotten_gets_nothing_back_for_a_day_that_is_over() -> None:
    till = Till()
    till.run("r1")
    till.now = DAY_S
    for _ in range(5):
        till.reserve(QuotaKind.MESSAGES, who=user(1))
    till.strike()
    till.end_run("r1", EndReason.EXPIRED, started=False)
    assert till.today().runs == 0


def test_settled_reservations_are_remembered_up_to_a_number() -> None:
    till = Till(replace(SERVER, remember=100))
    for number in range(500):
        till.tokens(1, f"call-{number}")
        till.settle(f"call-{number}", 0)
    assert len(till.ledger.reservations.closed) == 100
    assert till.ledger.reservations.open == ()


def test_the_runs_that_ended_are_forgotten() -> None:
    till = Till()
    busy(till, 100)
    assert till.ledger.charges == {}


def test_windows_hold_no_more_than_their_minute() -> None:
    till = Till()
    for till.now in (step * 1.0 for step in range(600)):
        till.reserve(QuotaKind.MESSAGES)
    window = till.ledger.account("ada").windows[QuotaKind.MESSAGES]
    assert len(window.spent) <= 10
