"""The snapshot: a ledger as plain frozen data, and the same ledger made from it again."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.quota.account import Account
from scheduler_svc.core.quota.calendar import Calendar
from scheduler_svc.core.quota.day import NEVER, DayCounter
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.quota.ledger import Ledger, RunCharge
from scheduler_svc.core.quota.reservation import Reservation
from scheduler_svc.core.quota.strikes import Strikes
from scheduler_svc.core.quota.window import Spent, Window

Counts = tuple[tuple[QuotaKind, int], ...]


@dataclass(frozen=True, slots=True)
class DaySnapshot:
    """A day and what is counted for it."""

    day: int
    used: Counts


@dataclass(frozen=True, slots=True)
class AccountSnapshot:
    """One user, or one network address."""

    user: str
    windows: tuple[tuple[QuotaKind, tuple[Spent, ...]], ...]
    day: DaySnapshot
    standing: tuple[tuple[str, QuotaKind, int], ...]
    strikes: tuple[float, ...]
    locked_until: float | None
    kept_at: tuple[tuple[str, str], ...] = ()
    """The network address of each standing amount that counts for one, by name."""


@dataclass(frozen=True, slots=True)
class LedgerSnapshot:
    """Everything that a ledger remembers, in its order."""

    day: int = 0
    day_offset_s: float = 0.0
    everybody: DaySnapshot = DaySnapshot(NEVER, ())
    accounts: tuple[AccountSnapshot, ...] = ()
    open_reservations: tuple[Reservation, ...] = ()
    closed_reservations: tuple[Reservation, ...] = ()
    charges: tuple[tuple[str, RunCharge], ...] = ()
    addresses: tuple[AccountSnapshot, ...] = ()


def snapshot_of(ledger: Ledger) -> LedgerSnapshot:
    """`ledger` as it is now."""
    return LedgerSnapshot(
        day=ledger.day,
        day_offset_s=ledger.calendar.offset_s,
        everybody=_day(ledger.everybody),
        accounts=tuple(_account(user, account) for user, account in ledger.accounts),
        open_reservations=ledger.reservations.open,
        closed_reservations=ledger.reservations.closed,
        charges=tuple(ledger.charges.items()),
        addresses=tuple(_account(address, account) for address, account in ledger.addresses),
    )


def restore_ledger(ledger: Ledger, snapshot: LedgerSnapshot) -> None:
    """Make an empty ledger the one that `snapshot` was taken of."""
    ledger.day = snapshot.day
    ledger.calendar = Calendar(snapshot.day_offset_s)
    ledger.everybody = DayCounter(snapshot.everybody.day, snapshot.everybody.used)
    for each in snapshot.accounts:
        _restore(ledger.accounts.open(each.user), each)
    for each in snapshot.addresses:
        _restore(ledger.addresses.open(each.user), each)
    for reservation in (*snapshot.closed_reservations, *snapshot.open_reservations):
        ledger.reservations.add(reservation)
    ledger.charges.update(snapshot.charges)


def _day(counter: DayCounter) -> DaySnapshot:
    return DaySnapshot(counter.day, counter.counts)


def _account(user: str, account: Account) -> AccountSnapshot:
    return AccountSnapshot(
        user=user,
        windows=tuple((kind, window.spent) for kind, window in account.windows.items()),
        day=_day(account.day),
        standing=tuple((name, kept.kind, kept.amount) for name, kept in account.standing.amounts),
        strikes=account.strikes.times,
        locked_until=account.strikes.locked_until,
        kept_at=tuple((name, kept.address) for name, kept in account.standing.amounts if kept.address),
    )


def _restore(account: Account, snapshot: AccountSnapshot) -> None:
    account.windows = {kind: Window(spent) for kind, spent in snapshot.windows}
    account.day = DayCounter(snapshot.day.day, snapshot.day.used)
    kept_at = dict(snapshot.kept_at)
    for name, kind, amount in snapshot.standing:
        account.standing.set(name, kind, amount, kept_at.get(name, ""))
    account.strikes = Strikes(snapshot.strikes, snapshot.locked_until)
