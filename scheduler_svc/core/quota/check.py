"""The check: whether an amount fits into everything that binds its user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.quota import refusals
from scheduler_svc.core.quota.account import Account
from scheduler_svc.core.quota.calendar import Moment
from scheduler_svc.core.quota.kind import LET_IN, Period, QuotaKind, kind_of_run
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.policy import Limit
from scheduler_svc.core.quota.refusals import Whose
from scheduler_svc.core.quota.standing import Kept


def refuse_runs(
    ledger: Ledger, user: str, runs: Sequence[tuple[Tier, str]], at: float, address: str = ""
) -> PlotlaneError | None:
    """Why these runs of one user, each with its tier and its kind, may not be accepted now, all together."""
    moment = ledger.moment(at)
    if len(runs) == 1:
        ((tier, run_kind),) = runs
        return refuse_amount(ledger, Caller(user, tier, address), kind_of_run(run_kind), 1, moment)
    counts = Counter(kind_of_run(run_kind) for _, run_kind in runs)
    for tier in dict.fromkeys(tier for tier, _ in runs):
        for kind, count in counts.items():
            if (refusal := refuse_amount(ledger, Caller(user, tier, address), kind, count, moment)) is not None:
                return refusal
    return None


def refuse_amount(ledger: Ledger, caller: Caller, kind: QuotaKind, amount: int, moment: Moment) -> PlotlaneError | None:
    """Why this caller may not use `amount` of `kind` now; None: it may.

    In this order: locked out, the user's minute and day, those of the user's network address, everybody's day.
    """
    account = ledger.account(caller.user)
    if kind not in LET_IN and (refusal := _locked_out(ledger, account, moment)) is not None:
        return refusal
    for whose, each, limit in _bounds(ledger, caller, account):
        if limit.kind is kind and (refusal := _over(limit, each, amount, moment, whose)) is not None:
            return refusal
    return _over_everybodys_day(ledger, kind, amount, moment)


def _bounds(ledger: Ledger, caller: Caller, account: Account) -> Iterator[tuple[Whose, Account, Limit]]:
    """Every limit that binds `caller`, and the account that it is about."""
    for limit in ledger.policy.limits(caller.tier):
        yield Whose.USER, account, limit
    if caller.address:
        shared = ledger.address(caller.address)
        for limit in ledger.policy.address:
            yield Whose.ADDRESS, shared, limit


def refuse_standing(
    ledger: Ledger, caller: Caller, kind: QuotaKind, name: str, amount: int, moment: Moment
) -> PlotlaneError | None:
    """Why this caller may not keep `amount` of `kind` under `name`; None when it may. Less is always allowed."""
    account = ledger.account(caller.user)
    before = account.standing.get(name) or Kept(kind, 0)
    if amount <= before.amount:
        return None
    if kind not in LET_IN and (refusal := _locked_out(ledger, account, moment)) is not None:
        return refusal
    for whose, each, limit in _bounds(ledger, caller, account):
        is_elsewhere = whose is Whose.ADDRESS and before.address != caller.address
        kept, more = each.standing.total(kind), amount - (0 if is_elsewhere else before.amount)
        if limit.kind is kind and kept + more > limit.amount:
            return refusals.too_many(limit, kept, more, whose)
    return None


def _locked_out(ledger: Ledger, account: Account, moment: Moment) -> PlotlaneError | None:
    left = account.strikes.locked_for(moment.at)
    return refusals.locked_out(left, ledger.policy.strikes) if left else None


def _over(limit: Limit, account: Account, amount: int, moment: Moment, whose: Whose) -> PlotlaneError | None:
    if amount > limit.amount:
        return refusals.never_fits(limit, amount, whose)
    if limit.period is Period.MINUTE:
        wait = account.wait_s(limit.kind, amount, limit.amount, moment.at)
        return refusals.rate_limited(limit, account.in_minute(limit.kind, moment.at), wait, whose) if wait else None
    used = account.day.used(limit.kind, moment.day)
    return refusals.over_budget(limit, used, moment.day_left_s, whose) if used + amount > limit.amount else None


def _over_everybodys_day(ledger: Ledger, kind: QuotaKind, amount: int, moment: Moment) -> PlotlaneError | None:
    most = ledger.policy.global_tokens
    if kind is not QuotaKind.TOKENS or most is None:
        return None
    limit = Limit(kind, Period.DAY, most)
    used = ledger.everybody.used(kind, moment.day)
    if amount > most:
        return refusals.never_fits(limit, amount, Whose.GLOBAL)
    return refusals.over_global_budget(limit, used, moment.day_left_s) if used + amount > most else None
