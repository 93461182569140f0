"""The refusals: what was wrong, its numbers, when it is free again, and what to do."""

from __future__ import annotations

import pytest

from plotlane_kit.errors import PlotlaneError, Reason
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.quota.words import amount_of, time_of
from tests.unit.scheduler_svc.quota.till import BEA, DAY_S, ROOT, Till

K = QuotaKind
MIB = 1024 * 1024


def refused(refusal: PlotlaneError | None) -> PlotlaneError:
    assert refusal is not None
    return refusal


def test_a_full_minute_says_when_it_has_room() -> None:
    till = Till()
    for till.now in range(10):
        till.reserve(K.MESSAGES)
    till.now = 20.5
    refusal = refused(till.reserve(K.MESSAGES))
    assert refusal.message == "you may use 10 messages a minute; try again in 40 s"
    assert refusal.metadata == {"kind": "messages", "period": "minute", "limit": "10", "used": "10", "scope": "user"}
    assert (refusal.reason, refusal.retry_after_s) == (Reason.RATE_LIMITED, 40.0)


def test_a_day_of_runs_that_is_used_up_leads_to_midnight() -> None:
    till = Till()
    for number in range(50):
        till.run(f"r{number}")
    till.now = DAY_S - 12_000
    refusal = refused(till.run("r50"))
    assert refusal.message == (
        "50 plot runs of your 50 for today are used or set aside; the count begins again at 00:00 UTC, in 3 h 20 min"
    )
    assert refusal.metadata == {"kind": "runs", "period": "day", "limit": "50", "used": "50", "scope": "user"}
    assert (refusal.reason, refusal.retry_after_s) == (Reason.BUDGET, 12_000.0)


def test_tokens_are_told_whole() -> None:
    till = Till()
    till.reserve(K.TOKENS, 9_999_999_000_001)
    refusal = refused(till.tokens(1))
    assert refusal.message.startswith("10,000,000 tokens of your 10,000,000 for today")
    assert (refusal.metadata["used"], refusal.metadata["limit"]) == ("10000000", "10000000")


def test_everybodys_day_is_told_as_everybodys() -> None:
    till = Till()
    till.tokens(100_000_000, who=ROOT)
    refusal = refused(till.tokens(1, who=BEA))
    assert refusal.message.startswith("all users together have used what this instance may spend today")
    assert refusal.metadata["scope"] == "global"
    assert (refusal.reason, refusal.retry_after_s) == (Reason.BUDGET, DAY_S)


def test_what_never_fits_is_no_matter_of_waiting() -> None:
    refusal = refused(Till().tokens(10_000_001))
    assert refusal.message == (
        "this needs 10,000,001 tokens, and no more than 10,000,000 tokens fit into one day; make it smaller"
    )
    assert (refusal.reason, refusal.retry_after_s) == (Reason.BUDGET, None)


def test_stored_bytes_are_told_in_mebibytes() -> None:
    till = Till()
    till.reserve(K.STORED_BYTES, 250 * MIB, name="b1")
    refusal = refused(till.reserve(K.STORED_BYTES, 10 * MIB, name="b2"))
    assert refusal.message == (
        "this needs 10.0 MiB more, and 250.0 MiB of your 256.0 MiB are taken; "
        "delete sessions that you no longer need, then try again"
    )
    assert (refusal.reason, refusal.retry_after_s) == (Reason.RUN_LIMIT, None)


def test_a_lockout_says_why_and_for_how_long() -> None:
    till = Till()
    for _ in range(3):
        till.strike()
    till.now = 1_081.0
    refusal = refused(till.reserve(K.MESSAGES))
    assert refusal.message == "3 refused messages within 10 min lock you out for 1 h; try again in 42 min"
    assert refusal.metadata == {"locked_out_s": "2519"}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (60, "60 s"), (90, "90 s"), (91, "2 min"), (3_600, "1 h"), (3_601, "1 h 1 min"), (86_400, "24 h")],
)
def test_time_is_told_rounded_up(seconds: float, text: str) -> None:
    assert time_of(seconds) == text


@pytest.mark.parametrize(
    ("kind", "amount", "text"),
    [
        (K.MESSAGES, 1, "1 message"),
        (K.COPIES, 2, "2 dataset copies"),
        (K.TOKENS, 1_000_001, "2 tokens"),
        (K.STORED_BYTES, MIB // 2, "0.5 MiB"),
    ],
)
def test_amounts_have_their_nouns(kind: QuotaKind, amount: int, text: str) -> None:
    assert amount_of(kind, amount) == text


@pytest.mark.parametrize("kind", list(QuotaKind))
def test_every_kind_has_its_words(kind: QuotaKind) -> None:
    assert amount_of(kind, 1_000_000).split()[1]
