"""The ledger: what everybody has used; it is asked here, and it changes by events alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from scheduler_svc.core.quota import events as happened
from scheduler_svc.core.quota.account import Account
from scheduler_svc.core.quota.accounts import Accounts
from scheduler_svc.core.quota.calendar import DAY_S, Calendar, Moment
from scheduler_svc.core.quota.day import FORGOTTEN, DayCounter
from scheduler_svc.core.quota.kind import QuotaKind, kind_of_run
from scheduler_svc.core.quota.policy import QuotaPolicy
from scheduler_svc.core.quota.refund import is_given_back
from scheduler_svc.core.quota.reservation import Reservation, Reservations
from scheduler_svc.core.quota.window import Spent
from scheduler_svc.core.run import EndReason, Outcome

DAYS_KEPT: Final = 1  # by so many a clock that is corrected goes back; one that was further ahead was plainly wrong


@dataclass(frozen=True, slots=True)
class RunCharge:
    """What an unfinished run is counted as, for whom, and on which day."""

    user: str
    kind: QuotaKind
    day: int
    address: str = ""


class Ledger:
    """Accounts, reservations and the global budget. Replaying the same events gives the same ledger.

    Every operation is O(1) in users and reservations, but for the end of a lease, which closes its own reservations,
    and a clock that is set back by days, which begins every account's day anew.
    """

    def __init__(self, policy: QuotaPolicy) -> None:
        self.policy = policy
        self.day = 0
        """The latest day on which something was counted; only a clock that was far ahead brings an earlier one back."""
        self.calendar = Calendar()
        self.accounts = Accounts()
        self.addresses = Accounts()
        """What anonymous users at one network address have used together."""
        self.everybody = DayCounter()
        self.reservations = Reservations(policy.remember)
        self.charges: dict[str, RunCharge] = {}
        """The runs that have not ended, by id."""
        self._appliers: dict[type, Callable[[Any], None]] = {
            happened.AmountReserved: self._reserved,
            happened.AmountSettled: self._settled,
            happened.StandingSet: self._standing_set,
            happened.StrikeRecorded: self._struck,
            happened.StrikesReset: self._strikes_reset,
            happened.CalendarSet: self._calendar_set,
        }

    def account(self, user: str) -> Account:
        """The account of `user`, to be read only."""
        return self.accounts.read(user)

    def address(self, address: str) -> Account:
        """The account of a network address, to be read only."""
        return self.addresses.read(address)

    def moment(self, at: float) -> Moment:
        """Core time `at` as quotas see it: a clock that is set back a little brings no day back."""
        moment = self.calendar.moment(at)
        ahead = self.day - moment.day
        if ahead <= 0:
            return moment
        return replace(moment, day=self.day, day_left_s=moment.day_left_s + ahead * DAY_S)

    def is_far_ahead(self, calendar: Calendar, at: float) -> bool:
        """Whether something was counted so many days after what `calendar` says now that the clock was wrong then."""
        return self.day - calendar.moment(at).day > DAYS_KEPT

    # What happens.

    def apply(self, event: happened.QuotaEvent) -> None:
        """Let `event` have happened."""
        self._appliers[type(event)](event)
        self._forget_idle(event.at)

    def _forget_idle(self, at: float) -> None:
        for accounts in (self.accounts, self.addresses):
            accounts.forget_idle(at, self.day, self.policy.strikes.window_s)

    def run_accepted(self, run_id: str, user: str, run_kind: str, at: float, address: str = "") -> None:
        """A run of the pool of runs exists: it counts from now on."""
        self.day = self.moment(at).day
        charge = RunCharge(user, kind_of_run(run_kind), self.day, address)
        self.charges[run_id] = charge
        for account in self._open(user, address):
            account.day.add(charge.kind, 1, charge.day)
        self._forget_idle(at)

    def _open(self, user: str, address: str) -> tuple[Account, ...]:
        """Every account that something counts for, to be written to."""
        account = self.accounts.open(user)
        return (account, self.addresses.open(address)) if address else (account,)

    def run_ended(self, run_id: str, *, started: bool, reason: EndReason, outcome: Outcome | None) -> None:
        """A run of any pool is over; it stays counted unless it is to be given back.

        What is still set aside under it counts in full; under a run that never started nothing can have been used.
        """
        charge = self.charges.pop(run_id, None)
        if charge is not None and is_given_back(started=started, reason=reason, outcome=outcome):
            self._give_back(charge.user, charge.address, charge.kind, run_id, 1, charge.day)
        for reservation in self.reservations.of_lease(run_id):
            self._settle(reservation, reservation.amount if started else 0)

    def lease_ended(self, lease_id: str) -> None:
        """A hold or a group is over: what is still set aside under it counts in full."""
        for reservation in self.reservations.of_lease(lease_id):
            self._settle(reservation, reservation.amount)

    def _reserved(self, event: happened.AmountReserved) -> None:
        self.day = max(self.day, event.day)
        for account in self._open(event.user, event.address):
            if event.in_minute:
                account.spend(event.kind, Spent(event.reservation_id, event.at, event.amount))
            account.day.add(event.kind, event.amount, event.day)
        if event.kind is QuotaKind.TOKENS:
            self.everybody.add(event.kind, event.amount, event.day)
        self.reservations.add(
            Reservation(
                event.reservation_id,
                event.user,
                event.kind,
                event.amount,
                event.lease_id,
                event.day,
                address=event.address,
            )
        )

    def _settled(self, event: happened.AmountSettled) -> None:
        reservation = self.reservations.get(event.reservation_id)
        assert reservation is not None
        self._settle(reservation, event.used)

    def _settle(self, reservation: Reservation, used: int) -> None:
        self.reservations.settle(reservation.reservation_id)
        rest = reservation.amount - used
        if rest:
            self._give_back(
                reservation.user,
                reservation.address,
                reservation.kind,
                reservation.reservation_id,
                rest,
                reservation.day,
            )

    def _give_back(self, user: str, address: str, kind: QuotaKind, reservation_id: str, amount: int, day: int) -> None:
        for account in (self.accounts.get(user), self.addresses.get(address)):
            if account is not None:
                account.give_back(kind, reservation_id, amount, day)
        if kind is QuotaKind.TOKENS:
            self.everybody.give_back(kind, amount, day)

    def _standing_set(self, event: happened.StandingSet) -> None:
        standing = self.accounts.open(event.user).standing
        before = standing.get(event.name)
        standing.set(event.name, event.kind, event.amount, event.address)
        # No name has a slash: two users' names at one address never meet.
        name = f"{event.name}/{event.user}"
        if before is not None and before.address not in ("", event.address):
            self.addresses.open(before.address).standing.set(name, before.kind, 0)
        if event.address:
            self.addresses.open(event.address).standing.set(name, event.kind, event.amount)

    def _struck(self, event: happened.StrikeRecorded) -> None:
        self.accounts.open(event.user).strikes.add(event.at, event.locked_until)

    def _strikes_reset(self, event: happened.StrikesReset) -> None:
        self.accounts.open(event.user).strikes.reset()

    def _calendar_set(self, event: happened.CalendarSet) -> None:
        self.calendar = Calendar(event.offset_s)
        if self.is_far_ahead(self.calendar, event.at):
            self._begin_days_anew(self.calendar.moment(event.at).day)

    def _begin_days_anew(self, day: int) -> None:
        """Forget what was counted by days of a wrong clock; nothing of it is given back to the days that count now."""
        self.day = day
        self.everybody = DayCounter()
        for accounts in (self.accounts, self.addresses):
            for _, account in accounts:
                account.day = DayCounter()
        self.charges = {run_id: replace(charge, day=FORGOTTEN) for run_id, charge in self.charges.items()}
        self.reservations.forget_days()
