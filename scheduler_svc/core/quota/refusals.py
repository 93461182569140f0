"""The refusals: what a user is told when a quota is used up, with its numbers and what to do."""

from __future__ import annotations

import math
from enum import StrEnum

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.quota.kind import Period, QuotaKind
from scheduler_svc.core.quota.policy import Limit, StrikePolicy
from scheduler_svc.core.quota.words import amount_of, number_of, time_of
from scheduler_svc.errors import BudgetError, LockedOutError, RateLimitedError, RunLimitError


class Whose(StrEnum):
    """Whose limit refuses."""

    USER = "user"
    ADDRESS = "address"
    """That of everybody who comes, without signing in, from one network address."""
    GLOBAL = "global"
    """That of all users together."""


def rate_limited(limit: Limit, used: int, wait_s: float, whose: Whose) -> PlotlaneError:
    """The minute is full; `wait_s` until what was asked for fits."""
    who = "you may" if whose is Whose.USER else "everybody at your network address together may"
    return RateLimitedError(
        f"{who} use {amount_of(limit.kind, limit.amount)} a minute; try again in {time_of(wait_s)}",
        metadata={**_numbers(limit, used), "scope": whose.value},
        retry_after_s=_whole_seconds(wait_s),
    )


def over_budget(limit: Limit, used: int, day_left_s: float, whose: Whose) -> PlotlaneError:
    """The day of the user, or of the network address, is used up, or what is left of it is too little."""
    of = f"of your {number_of(limit.kind, limit.amount):,}"
    if whose is Whose.ADDRESS:
        of = f"of the {number_of(limit.kind, limit.amount):,} of everybody at your network address"
    return BudgetError(
        f"{amount_of(limit.kind, used)} {of} for today are used or set aside; "
        f"the count begins again at 00:00 UTC, in {time_of(day_left_s)}",
        metadata={**_numbers(limit, used), "scope": whose.value},
        retry_after_s=_whole_seconds(day_left_s),
    )


def over_global_budget(limit: Limit, used: int, day_left_s: float) -> PlotlaneError:
    """Everybody's day is used up, or what is left of it is too little."""
    return BudgetError(
        "all users together have used what this instance may spend today; the count begins again at 00:00 UTC, "
        f"in {time_of(day_left_s)}",
        metadata={**_numbers(limit, used), "scope": Whose.GLOBAL.value},
        retry_after_s=_whole_seconds(day_left_s),
    )


def never_fits(limit: Limit, asked: int, whose: Whose) -> PlotlaneError:
    """More is asked for than there is in any period: waiting does not help."""
    of = " of everybody at your network address" if whose is Whose.ADDRESS else ""
    message = (
        f"this needs {amount_of(limit.kind, asked)}, and no more than {amount_of(limit.kind, limit.amount)} fit into "
        f"one {limit.period.value}{of}; make it smaller"
    )
    error = RateLimitedError if limit.period is Period.MINUTE else BudgetError
    return error(message, metadata={**_numbers(limit, asked), "scope": whose.value})


def too_many(limit: Limit, kept: int, asked: int, whose: Whose) -> PlotlaneError:
    """The user, or everybody at the network address, keeps as much as allowed."""
    if whose is Whose.ADDRESS:
        message = (
            f"{amount_of(limit.kind, kept)} of the {amount_of(limit.kind, limit.amount)} of everybody at your network "
            "address are taken; delete sessions that you no longer need, or sign in"
        )
    elif limit.kind is QuotaKind.SESSIONS:
        message = f"you already have {amount_of(limit.kind, kept)}; delete one, then try again"
    else:
        message = (
            f"this needs {amount_of(limit.kind, asked)} more, and {amount_of(limit.kind, kept)} of your "
            f"{amount_of(limit.kind, limit.amount)} are taken; delete sessions that you no longer need, then try again"
        )
    return RunLimitError(message, metadata={**_numbers(limit, kept), "scope": whose.value})


def locked_out(left_s: float, policy: StrikePolicy) -> PlotlaneError:
    """The user is locked out."""
    return LockedOutError(
        f"{policy.count} refused messages within {time_of(policy.window_s)} lock you out for "
        f"{time_of(policy.lockout_s)}; try again in {time_of(left_s)}",
        metadata={"locked_out_s": str(math.ceil(left_s))},
        retry_after_s=_whole_seconds(left_s),
    )


def _numbers(limit: Limit, used: int) -> dict[str, str]:
    return {
        "kind": limit.kind.value,
        "period": limit.period.value,
        "limit": str(number_of(limit.kind, limit.amount)),
        "used": str(number_of(limit.kind, used)),
    }


def _whole_seconds(seconds: float) -> float:
    return float(max(1, math.ceil(seconds)))
