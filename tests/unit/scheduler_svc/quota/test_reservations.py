"""Reservations: counted at their bound until they are settled, once, on their day."""

from __future__ import annotations

from plotlane_kit.errors import Reason
from scheduler_svc.core.quota.commands import Reserve
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.run import EndReason, Outcome
from tests.unit.scheduler_svc.quota.till import ADA, BEA, DAY_S, Till

TOKENS, MESSAGES = QuotaKind.TOKENS, QuotaKind.MESSAGES


def test_parallel_reservations_never_overshoot() -> None:
    till = Till()
    answers = [till.tokens(3_000_000, lease=f"turn-{number}") for number in range(4)]
    assert [answer is None for answer in answers] == [True, True, True, False]


def test_settling_frees_what_was_not_used() -> None:
    till = Till()
    till.tokens(10_000_000, "call")
    till.settle("call", 4_000_000 * MICRO)
    assert (till.used_tokens(), till.used_by_everybody()) == (4_000_000, 4_000_000)
    assert till.tokens(6_000_000) is None


def test_more_than_the_bound_counts_as_the_bound() -> None:
    till = Till()
    till.tokens(100, "call")
    till.settle("call", 900 * MICRO)
    assert till.used_tokens() == 100


def test_settling_again_changes_nothing() -> None:
    till = Till()
    till.tokens(100, "call")
    till.settle("call", 40 * MICRO)
    assert till.settle("call", 0) is None
    assert till.used_tokens() == 40


def test_the_same_reservation_again_counts_once() -> None:
    till = Till()
    assert [till.tokens(100, "call") for _ in range(3)] == [None] * 3
    till.settle("call", 40 * MICRO)
    assert till.tokens(100, "call") is None
    assert till.used_tokens() == 40


def test_the_same_id_with_other_content_is_refused() -> None:
    till = Till()
    till.tokens(100, "call")
    for refusal in (till.tokens(101, "call"), till.tokens(100, "call", who=BEA), till.tokens(100, "call", lease="x")):
        assert refusal is not None
        assert refusal.reason is Reason.CONFLICT


def test_a_reservation_needs_a_live_lease_and_a_retry_of_one_does_not() -> None:
    till = Till()
    command = Reserve(ADA, "call", TOKENS, 100, "turn")
    refusal = till.do(command, lease_lives=False)
    assert refusal is not None
    assert refusal.reason is Reason.NOT_FOUND
    assert till.do(command) is None
    assert till.do(command, lease_lives=False) is None


def test_an_unknown_or_foreign_reservation_is_not_found() -> None:
    till = Till()
    till.tokens(100, "call")
    for refusal in (till.settle("never", 1), till.settle("call", 0, who=BEA)):
        assert refusal is not None
        assert refusal.reason is Reason.NOT_FOUND
    assert till.used_tokens() == 100


def test_what_a_dead_hold_had_set_aside_counts_in_full() -> None:
    till = Till()
    till.tokens(100, "first")
    till.tokens(100, "second")
    till.settle("first", 30 * MICRO)
    till.ledger.lease_ended("turn")
    till.settle("second", 0)
    assert till.used_tokens() == 130


def test_what_a_dead_run_had_set_aside_counts_in_full() -> None:
    till = Till()
    till.run("r1")
    till.tokens(100, lease="r1")
    till.end_run("r1", EndReason.LOST)
    assert till.used_tokens() == 100


def test_under_a_run_that_never_started_nothing_was_used() -> None:
    till = Till()
    till.run("r1")
    till.tokens(100, lease="r1")
    till.end_run("r1", EndReason.EXPIRED, started=False)
    assert (till.used_tokens(), till.used_by_everybody()) == (0, 0)


def test_the_end_of_one_lease_leaves_those_of_others_alone() -> None:
    till = Till()
    till.tokens(100, "mine", lease="turn-1")
    till.ledger.lease_ended("turn-2")
    till.settle("mine", 0)
    assert till.used_tokens() == 0


def test_without_a_lease_an_amount_is_used_at_once_and_can_be_given_back() -> None:
    till = Till()
    till.reserve(MESSAGES, name="m1")
    assert till.used(MESSAGES, Period.MINUTE) == 1
    till.settle("m1", 0)
    assert till.used(MESSAGES, Period.MINUTE) == 0


def test_a_copy_that_is_given_back_is_free_in_its_minute_and_its_day() -> None:
    till = Till()
    till.reserve(QuotaKind.COPIES, name="c1")
    till.settle("c1", 0)
    assert [till.used(QuotaKind.COPIES, period) for period in (Period.MINUTE, Period.DAY)] == [0, 0]


def test_a_reservation_is_settled_on_the_day_on_which_it_was_made() -> None:
    till = Till(now=DAY_S - 1)
    till.tokens(9_000_000, "late")
    till.now = DAY_S + 1
    till.tokens(5_000_000, "early")
    till.settle("late", 1_000_000 * MICRO)
    assert (till.used_tokens(), till.used_by_everybody()) == (5_000_000, 5_000_000)


def test_a_lease_that_dies_on_the_next_day_charges_the_day_of_the_reservation() -> None:
    till = Till(now=DAY_S - 1)
    till.tokens(9_000_000, "late")
    till.now = DAY_S + 1
    till.ledger.lease_ended("turn")
    assert till.used_tokens() == 0
    assert till.tokens(10_000_000) is None


# Runs.


def test_a_run_counts_from_its_acceptance_on() -> None:
    till = Till()
    till.run("r1")
    assert till.used(QuotaKind.RUNS, Period.DAY) == 1


def test_what_never_started_is_given_back() -> None:
    for reason in EndReason:
        till = Till()
        till.run("r1")
        till.end_run("r1", reason, started=False)
        assert till.used(QuotaKind.RUNS, Period.DAY) == 0


def test_what_failed_by_our_own_fault_is_given_back() -> None:
    for reason, outcome in (
        (EndReason.RELEASED, Outcome.ERROR),
        (EndReason.LOST, None),
        (EndReason.RENDERER_LOST, None),
    ):
        till = Till()
        till.run("r1")
        till.end_run("r1", reason, outcome)
        assert till.used(QuotaKind.RUNS, Period.DAY) == 0


def test_what_ran_is_counted_however_it_went() -> None:
    for reason, outcome in (
        (EndReason.RELEASED, Outcome.OK),
        (EndReason.RELEASED, Outcome.FAILED),
        (EndReason.RELEASED, None),
        (EndReason.RELEASED, Outcome.CANCELLED),
        (EndReason.CANCELLED, None),
    ):
        till = Till()
        till.run("r1")
        till.end_run("r1", reason, outcome)
        assert till.used(QuotaKind.RUNS, Period.DAY) == 1


def test_a_run_of_yesterday_gives_nothing_back_to_today() -> None:
    till = Till(now=DAY_S - 1)
    till.run("old")
    till.now = DAY_S
    till.run("new")
    till.end_run("old", EndReason.EXPIRED, started=False)
    assert till.used(QuotaKind.RUNS, Period.DAY) == 1
