"""The quota conversion: what is refused before the ledger is asked, and that both sides know the same words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plotlane.common.v1 import common_pb2
from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.chunks import MAX_MESSAGE_BYTES
from scheduler_svc import quota_convert as convert
from scheduler_svc.core.quota.commands import RecordStrike, Reserve, Settle
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.tokens import TokenWeights
from scheduler_svc.core.quota.usage import Usage, UsageReport, UserReport
from scheduler_svc.errors import InvalidError, NotFoundError
from tests.unit.scheduler_svc.quota.till import ADA, ROOT

WEIGHTS = TokenWeights()
LEASE = common_pb2.Lease(id="turn", token=7)
COUNTS = pb.TokenCounts(input=10, output=2, cache_read=10, cache_write=4)


def reserve(request: pb.ReserveRequest) -> Reserve:
    return convert.reserve_command(request, ADA, WEIGHTS)


def test_a_reservation_is_understood_whole() -> None:
    request = pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_COPIES, amount=3, lease=LEASE)
    assert reserve(request) == Reserve(ADA, "r1", QuotaKind.COPIES, 3, "turn", 7)


def test_tokens_are_weighed() -> None:
    request = pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_TOKENS, tokens=COUNTS, lease=LEASE)
    assert reserve(request).amount == 26 * MICRO  # 10 + 2 * 5 + 10 * 0.1 + 4 * 1.25


def test_weighted_tokens_may_be_given_as_their_sum() -> None:
    request = pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_TOKENS, amount=26, lease=LEASE)
    assert reserve(request).amount == 26 * MICRO


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (pb.ReserveRequest(kind=pb.QUOTA_KIND_PASTES, amount=1), "reservation_id"),
        (pb.ReserveRequest(reservation_id="a b", kind=pb.QUOTA_KIND_PASTES, amount=1), "reservation_id"),
        (pb.ReserveRequest(reservation_id="r1", amount=1), "kind"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_RUNS, amount=1), "kind"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_DATA_RUNS, amount=1), "kind"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_PASTES), "amount"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_PASTES, amount=10**15 + 1), "amount"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_TOKENS, amount=1), "lease"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_SESSIONS, amount=1, lease=LEASE), "lease"),
        (pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_PASTES, amount=1, tokens=COUNTS), "tokens"),
        (
            pb.ReserveRequest(reservation_id="r1", kind=pb.QUOTA_KIND_TOKENS, amount=1, tokens=COUNTS, lease=LEASE),
            "amount",
        ),
        (
            pb.ReserveRequest(
                reservation_id="r1", kind=pb.QUOTA_KIND_TOKENS, tokens=pb.TokenCounts(output=2**63), lease=LEASE
            ),
            "amount",
        ),
    ],
)
def test_a_malformed_reservation_names_its_field(request_: pb.ReserveRequest, field: str) -> None:
    with pytest.raises(InvalidError) as refused:
        reserve(request_)
    assert [each.field for each in refused.value.violations] == [field]


def test_what_was_used_is_weighed_as_what_was_reserved() -> None:
    request = pb.SettleRequest(reservation_id="r1", tokens=COUNTS)
    assert convert.settle_command(request, ADA, QuotaKind.TOKENS, WEIGHTS) == Settle(ADA, "r1", 26 * MICRO)


def test_nothing_used_is_a_settlement_too() -> None:
    request = pb.SettleRequest(reservation_id="r1")
    assert convert.settle_command(request, ADA, QuotaKind.COPIES, WEIGHTS) == Settle(ADA, "r1", 0)


def test_a_strike_is_the_callers() -> None:
    assert convert.strike_command(ADA) == RecordStrike("ada")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: convert.reset_command(pb.ResetStrikesRequest(user="bea"), ADA),
        lambda: convert.most_users(pb.ListUsageRequest(), ADA),
    ],
)
def test_only_admins_see_and_change_how_others_stand(ask: Callable[[], object]) -> None:
    with pytest.raises(NotFoundError):
        ask()


def test_resetting_nobodys_strikes_is_refused() -> None:
    with pytest.raises(InvalidError):
        convert.reset_command(pb.ResetStrikesRequest(), ROOT)


@pytest.mark.parametrize(("asked", "listed"), [(0, 50), (7, 7), (4_000_000, 1_000)])
def test_a_list_of_users_is_bounded(asked: int, listed: int) -> None:
    assert convert.most_users(pb.ListUsageRequest(most_users=asked), ROOT) == listed


@pytest.mark.parametrize("kind", list(QuotaKind))
@pytest.mark.parametrize("period", list(Period))
def test_every_kind_and_period_is_told(kind: QuotaKind, period: Period) -> None:
    told = convert.usage(Usage(kind, period, 0, 1, 0.0))
    assert pb.QuotaKind.Name(told.kind) == f"QUOTA_KIND_{kind.name}"
    assert pb.QuotaPeriod.Name(told.period) == f"QUOTA_PERIOD_{period.name}"


def test_tokens_are_told_whole_and_rounded_up() -> None:
    told = convert.usage(Usage(QuotaKind.TOKENS, Period.DAY, MICRO + 1, 10 * MICRO, 60.0))
    assert (told.used, told.limit, told.resets_in_s) == (2, 10, 60.0)


def test_a_sum_that_no_message_holds_is_shown_as_the_most_that_one_does() -> None:
    for kind, amount in ((QuotaKind.STORED_BYTES, 10**20), (QuotaKind.TOKENS, 10**20 * MICRO)):
        assert convert.usage(Usage(kind, Period.DAY, amount, 0, 0.0)).used == 2**64 - 1


def test_a_report_of_everybody_always_fits_into_one_message() -> None:
    users = tuple(UserReport("u" * 4_000 + str(number), (), 0, 0.0) for number in range(300))
    shown = convert.usage_report(UsageReport(0, None, users, 300), 0.0)
    assert 0 < len(shown.users) < shown.known_users == 300
    assert shown.ByteSize() <= MAX_MESSAGE_BYTES
