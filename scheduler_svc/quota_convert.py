"""The quota conversion: where the messages of QuotaService and the ledger's own types meet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.chunks import fitting
from plotlane_kit.errors import Violation
from scheduler_svc.core.quota.commands import RecordStrike, Reserve, ResetStrikes, Settle
from scheduler_svc.core.quota.kind import ADMITTED, MICRO, STANDING, Period, QuotaKind
from scheduler_svc.core.quota.tokens import TokenCounts, TokenWeights, whole_tokens
from scheduler_svc.core.quota.usage import Usage, UsageReport, UserReport
from scheduler_svc.errors import InvalidError, NotFoundError

MOST_AMOUNT: Final = 10**15
MOST_USERS: Final = 1_000
USERS: Final = 50  # when a caller does not say how many
_MOST_SHOWN: Final = 2**64 - 1  # what a message can hold; without limits the sum of many amounts may be more

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
KIND: Final[Mapping[QuotaKind, pb.QuotaKind.ValueType]] = MappingProxyType(
    {
        QuotaKind.MESSAGES: pb.QUOTA_KIND_MESSAGES,
        QuotaKind.PASTES: pb.QUOTA_KIND_PASTES,
        QuotaKind.CONVERSIONS: pb.QUOTA_KIND_CONVERSIONS,
        QuotaKind.COPIES: pb.QUOTA_KIND_COPIES,
        QuotaKind.RUNS: pb.QUOTA_KIND_RUNS,
        QuotaKind.DATA_RUNS: pb.QUOTA_KIND_DATA_RUNS,
        QuotaKind.TOKENS: pb.QUOTA_KIND_TOKENS,
        QuotaKind.SESSIONS: pb.QUOTA_KIND_SESSIONS,
        QuotaKind.STORED_BYTES: pb.QUOTA_KIND_STORED_BYTES,
    }
)
_KIND_OF: Final = {number: kind for kind, number in KIND.items()}
_PERIOD: Final[Mapping[Period, pb.QuotaPeriod.ValueType]] = MappingProxyType(
    {
        Period.MINUTE: pb.QUOTA_PERIOD_MINUTE,
        Period.DAY: pb.QUOTA_PERIOD_DAY,
        Period.STANDING: pb.QUOTA_PERIOD_STANDING,
    }
)


def reserve_command(request: pb.ReserveRequest, caller: Caller, weights: TokenWeights) -> Reserve:
    """What is to be set aside. Raises `InvalidError` with every malformed field."""
    kind = _KIND_OF.get(request.kind)
    amount = _amount(kind, request.amount, request.tokens, weights)
    _refuse(
        [
            *_check_id("reservation_id", request.reservation_id),
            *_check_kind(kind),
            *_check_amount("amount", request.amount, amount, least=1),
            *_check_tokens("amount", kind, request.amount, has_tokens=request.HasField("tokens")),
            *_check_lease(kind, request.lease.id),
        ]
    )
    assert kind is not None
    return Reserve(caller, request.reservation_id, kind, amount, request.lease.id, request.lease.token)


def settle_command(request: pb.SettleRequest, caller: Caller, kind: QuotaKind | None, weights: TokenWeights) -> Settle:
    """What was used of a reservation of `kind`; None: there is no such reservation. Raises `InvalidError`."""
    used = _amount(kind, request.used, request.tokens, weights)
    has_tokens = request.HasField("tokens")
    _refuse(
        [
            *_check_id("reservation_id", request.reservation_id),
            *_check_amount("used", request.used, used, least=0),
            *(_check_tokens("used", kind, request.used, has_tokens=has_tokens) if kind is not None else ()),
        ]
    )
    return Settle(caller, request.reservation_id, used)


def strike_command(caller: Caller) -> RecordStrike:
    """A strike of the caller."""
    return RecordStrike(caller.user)


def reset_command(request: pb.ResetStrikesRequest, caller: Caller) -> ResetStrikes:
    """Whose strikes are forgotten. Raises `NotFoundError` for who is no admin, `InvalidError` without a user."""
    check_operator(caller)
    if not request.user:
        _refuse([Violation("user", "name the user whose strikes are to be forgotten")])
    return ResetStrikes(request.user)


def most_users(request: pb.ListUsageRequest, caller: Caller) -> int:
    """How many users are to be listed. Raises `NotFoundError` for who is no admin."""
    check_operator(caller)
    return min(request.most_users or USERS, MOST_USERS)


def check_operator(caller: Caller) -> None:
    """Raise `NotFoundError` for who is no admin: to others, other users do not exist."""
    if caller.tier is not Tier.ADMIN:
        raise NotFoundError("there is no such user; only admins see and change how others stand")


def usage(each: Usage) -> pb.Usage:
    """One count."""
    return pb.Usage(
        kind=KIND[each.kind],
        used=_shown(each.kind, each.used),
        limit=_shown(each.kind, each.limit),
        resets_in_s=each.resets_in_s,
        period=_PERIOD[each.period],
    )


def usage_report(report: UsageReport, day_left_s: float) -> pb.ListUsageResponse:
    """Everybody, as far as one message holds them."""
    everybody = Usage(QuotaKind.TOKENS, Period.DAY, report.global_tokens, report.global_limit or 0, day_left_s)
    return pb.ListUsageResponse(
        everybody=usage(everybody),
        users=fitting(_user(user, day_left_s) for user in report.users),
        known_users=report.known_users,
    )


def _user(report: UserReport, day_left_s: float) -> pb.UserUsage:
    counts = [
        Usage(kind, Period.STANDING, used, 0, 0.0) if kind in STANDING else Usage(kind, Period.DAY, used, 0, day_left_s)
        for kind, used in report.used
    ]
    return pb.UserUsage(
        user=report.user,
        usage=[usage(each) for each in counts],
        strikes=report.strikes,
        locked_out_s=report.locked_out_s,
    )


def _shown(kind: QuotaKind, amount: int) -> int:
    return min(whole_tokens(amount) if kind is QuotaKind.TOKENS else amount, _MOST_SHOWN)


def _amount(kind: QuotaKind | None, whole: int, tokens: pb.TokenCounts, weights: TokenWeights) -> int:
    """The amount in the ledger's unit."""
    if kind is not QuotaKind.TOKENS:
        return whole
    counts = TokenCounts(tokens.input, tokens.output, tokens.cache_read, tokens.cache_write)
    return whole * MICRO + weights.weigh(counts)


def _check_id(field: str, value: str) -> Iterable[Violation]:
    if not _ID.fullmatch(value):
        yield Violation(field, "give an id of 1 to 128 letters, digits, _ or -")


def _check_kind(kind: QuotaKind | None) -> Iterable[Violation]:
    if kind is None:
        yield Violation("kind", "name what is counted")
    elif kind in ADMITTED:
        yield Violation("kind", "runs are counted when they are submitted; reserve something else")


def _check_amount(field: str, whole: int, amount: int, *, least: int) -> Iterable[Violation]:
    if amount < least:
        yield Violation(field, f"give at least {least}")
    elif max(whole, amount // MICRO) > MOST_AMOUNT:
        yield Violation(field, f"give at most {MOST_AMOUNT}")


def _check_tokens(field: str, kind: QuotaKind | None, whole: int, *, has_tokens: bool) -> Iterable[Violation]:
    if has_tokens and kind is not QuotaKind.TOKENS:
        yield Violation("tokens", "only tokens are counted so; leave it unset")
    elif has_tokens and whole:
        yield Violation(field, "give either tokens or their weighted sum, not both")


def _check_lease(kind: QuotaKind | None, lease_id: str) -> Iterable[Violation]:
    if kind is QuotaKind.TOKENS and not lease_id:
        yield Violation("lease", "tokens are reserved under the lease of a run or a hold; show it")
    elif kind in STANDING and lease_id:
        yield Violation("lease", "what is kept outlives every lease; leave it unset")


def _refuse(violations: list[Violation]) -> None:
    if violations:
        text = "; ".join(f"{each.field}: {each.message}" for each in violations)
        raise InvalidError(text, violations=violations)
