"""The report: what users and operators are told of the ledger."""

from __future__ import annotations

from heapq import nlargest

from plotlane_kit.caller import Caller
from scheduler_svc.core.quota.account import Account
from scheduler_svc.core.quota.calendar import Moment
from scheduler_svc.core.quota.kind import Period, QuotaKind
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.policy import Limit
from scheduler_svc.core.quota.usage import Today, Usage, UsageReport, UserReport


def usage_of(ledger: Ledger, caller: Caller, moment: Moment) -> tuple[Usage, ...]:
    """Every count that binds `caller`, in the order of the policy."""
    account = ledger.account(caller.user)
    return tuple(_usage(account, limit, moment) for limit in ledger.policy.limits(caller.tier))


def kind_of(ledger: Ledger, user: str, name: str) -> QuotaKind | None:
    """What `user` has reserved, or keeps, under this name; None when it is not known."""
    if (kept := ledger.account(user).standing.get(name)) is not None:
        return kept.kind
    known = ledger.reservations.get(name)
    return None if known is None or known.user != user else known.kind


def locked_out_s(ledger: Ledger, user: str, moment: Moment) -> float:
    """Seconds for which `user` is locked out; 0: not."""
    return ledger.account(user).strikes.locked_for(moment.at)


def today_of(ledger: Ledger, user: str, moment: Moment) -> Today:
    """What `user` has used since 00:00 UTC, limited or not."""
    counter = ledger.account(user).day
    runs = sum(counter.used(kind, moment.day) for kind in (QuotaKind.RUNS, QuotaKind.DATA_RUNS))
    return Today(runs, counter.used(QuotaKind.TOKENS, moment.day), ledger.policy.yardstick_tokens)


def usage_report(ledger: Ledger, moment: Moment, most_users: int) -> UsageReport:
    """The global budget, and the `most_users` users who spent most tokens, then runs, today; lockouts come first.

    Looks at every user: for operators, not for every call.
    """
    users = [_user_report(ledger, user, account, moment) for user, account in ledger.accounts]
    return UsageReport(
        global_tokens=ledger.everybody.used(QuotaKind.TOKENS, moment.day),
        global_limit=ledger.policy.global_tokens,
        users=tuple(nlargest(most_users, users, key=_weight)),
        known_users=len(users),
    )


def _usage(account: Account, limit: Limit, moment: Moment) -> Usage:
    match limit.period:
        case Period.MINUTE:
            used, left = account.in_minute(limit.kind, moment.at), account.free_in(limit.kind, moment.at)
        case Period.DAY:
            used, left = account.day.used(limit.kind, moment.day), moment.day_left_s
        case Period.STANDING:
            used, left = account.standing.total(limit.kind), 0.0
    return Usage(limit.kind, limit.period, used, limit.amount, left if used else 0.0)


def _user_report(ledger: Ledger, user: str, account: Account, moment: Moment) -> UserReport:
    used = [(kind, account.day.used(kind, moment.day) + account.standing.total(kind)) for kind in QuotaKind]
    return UserReport(
        user=user,
        used=tuple((kind, amount) for kind, amount in used if amount),
        strikes=account.strikes.count(moment.at, ledger.policy.strikes.window_s),
        locked_out_s=account.strikes.locked_for(moment.at),
    )


def _weight(report: UserReport) -> tuple[bool, int, int, str]:
    used = dict(report.used)
    runs = used.get(QuotaKind.RUNS, 0) + used.get(QuotaKind.DATA_RUNS, 0)
    return report.locked_out_s > 0, used.get(QuotaKind.TOKENS, 0), runs, report.user
