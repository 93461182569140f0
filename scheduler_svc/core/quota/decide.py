"""The decisions: a quota command and a moment in; one event, a refusal, or nothing (it is so already) out."""

from __future__ import annotations

from typing import Final

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.quota.calendar import Calendar, Moment
from scheduler_svc.core.quota.check import refuse_amount, refuse_standing
from scheduler_svc.core.quota.commands import QuotaCommand, RecordStrike, Reserve, ResetStrikes, SetCalendar, Settle
from scheduler_svc.core.quota.events import (
    AmountReserved,
    AmountSettled,
    CalendarSet,
    QuotaEvent,
    StandingSet,
    StrikeRecorded,
)
from scheduler_svc.core.quota.events import StrikesReset as StrikesWereReset
from scheduler_svc.core.quota.kind import STANDING, Period
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.reservation import Reservation
from scheduler_svc.errors import ConflictError, NotFoundError

CLOSE_ENOUGH_S: Final = 1.0  # a clock that is read twice need not be journaled twice

Decision = QuotaEvent | PlotlaneError | None


def decide(ledger: Ledger, command: QuotaCommand, at: float, *, lease_lives: bool) -> Decision:
    """What `command` leads to at core time `at`.

    `lease_lives`: the lease that a reservation names, if any, is the caller's own and has not ended.
    """
    moment = ledger.moment(at)
    match command:
        case Reserve():
            return _reserve(ledger, command, moment, lease_lives=lease_lives)
        case Settle():
            return _settle(ledger, command, moment)
        case RecordStrike():
            return _record_strike(ledger, command, moment)
        case ResetStrikes():
            return _reset_strikes(ledger, command, moment)
        case SetCalendar():
            return _set_calendar(ledger, command, moment)


def grows(ledger: Ledger, command: Reserve) -> bool:
    """Whether `command` would add to what is set aside or kept: it is no retry, and gives nothing back."""
    kept = ledger.account(command.caller.user).standing.get(command.reservation_id)
    if kept is not None:
        return command.amount > kept.amount
    return ledger.reservations.get(command.reservation_id) is None


def _reserve(ledger: Ledger, command: Reserve, moment: Moment, *, lease_lives: bool) -> Decision:
    if command.kind in STANDING:
        return _keep(ledger, command, moment)
    asked = Reservation(
        command.reservation_id,
        command.caller.user,
        command.kind,
        command.amount,
        command.lease_id,
        moment.day,
        address=command.caller.address,
    )
    known = ledger.reservations.get(command.reservation_id)
    if known is not None:
        return None if known.is_same(asked) else ConflictError("this id is another reservation's; choose a new one")
    if ledger.account(asked.user).standing.get(asked.reservation_id) is not None:
        return ConflictError("something is kept under this id; choose a new one")
    if not lease_lives:
        return NotFoundError("the lease of this reservation has ended; what it was for is over")
    if (refusal := refuse_amount(ledger, command.caller, command.kind, command.amount, moment)) is not None:
        return refusal
    limits = (*ledger.policy.limits(command.caller.tier), *(ledger.policy.address if asked.address else ()))
    return AmountReserved(
        moment.at,
        asked.reservation_id,
        asked.user,
        asked.kind,
        asked.amount,
        asked.lease_id,
        asked.day,
        in_minute=any(limit.kind is asked.kind and limit.period is Period.MINUTE for limit in limits),
        address=asked.address,
    )


def _keep(ledger: Ledger, command: Reserve, moment: Moment) -> Decision:
    user, name = command.caller.user, command.reservation_id
    kept = ledger.account(user).standing.get(name)
    if kept is not None and kept.kind is not command.kind:
        return ConflictError(f"this id keeps {kept.kind.value}; choose another one")
    if kept is not None and kept.amount == command.amount:
        return None
    if (known := ledger.reservations.get(name)) is not None and known.user == user:
        return ConflictError("this id is another reservation's; choose a new one")
    refusal = refuse_standing(ledger, command.caller, command.kind, name, command.amount, moment)
    # What grows counts where it is asked for; what shrinks stays where it is, and so never makes another address full.
    address = kept.address if kept is not None and command.amount < kept.amount else command.caller.address
    return refusal or StandingSet(moment.at, user, name, command.kind, command.amount, address)


def _settle(ledger: Ledger, command: Settle, moment: Moment) -> Decision:
    user, name = command.caller.user, command.reservation_id
    if (kept := ledger.account(user).standing.get(name)) is not None:
        less = StandingSet(moment.at, user, name, kept.kind, command.used, kept.address)
        return less if command.used < kept.amount else None
    known = ledger.reservations.get(name)
    if known is None or known.user != user:
        return NotFoundError("there is no such reservation, or it was settled long ago")
    return None if known.settled else AmountSettled(moment.at, name, min(command.used, known.amount))


def _record_strike(ledger: Ledger, command: RecordStrike, moment: Moment) -> Decision:
    strikes = ledger.account(command.user).strikes
    if strikes.locked_for(moment.at):
        return None  # whoever is locked out cannot be struck further
    return StrikeRecorded(moment.at, command.user, strikes.next_lock(moment.at, ledger.policy.strikes))


def _reset_strikes(ledger: Ledger, command: ResetStrikes, moment: Moment) -> Decision:
    strikes = ledger.account(command.user).strikes
    if not strikes.times and strikes.locked_until is None:
        return None
    return StrikesWereReset(moment.at, command.user)


def _set_calendar(ledger: Ledger, command: SetCalendar, moment: Moment) -> Decision:
    if calendar_holds(ledger, command.offset_s, moment.at):
        return None
    return CalendarSet(moment.at, command.offset_s)


def calendar_holds(ledger: Ledger, offset_s: float, at: float) -> bool:
    """Whether a wall clock that is `offset_s` seconds ahead of core time at `at` brings the calendar nothing new."""
    is_close = abs(offset_s - ledger.calendar.offset_s) < CLOSE_ENOUGH_S
    return is_close and not ledger.is_far_ahead(Calendar(offset_s), at)
