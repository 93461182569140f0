"""The quota events: what has happened to the ledger, as plain frozen data; runs are counted by their own events."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.quota.kind import QuotaKind


@dataclass(frozen=True, slots=True)
class AmountReserved:
    """An amount is set aside on UTC day `day`; `in_minute`: it counts in its minute as well."""

    at: float
    reservation_id: str
    user: str
    kind: QuotaKind
    amount: int
    lease_id: str
    day: int
    in_minute: bool
    address: str = ""
    """The network address that it counts for as well; empty: none."""


@dataclass(frozen=True, slots=True)
class AmountSettled:
    """Of a reservation so much was used; the rest is free again."""

    at: float
    reservation_id: str
    used: int


@dataclass(frozen=True, slots=True)
class StandingSet:
    """A user keeps so much under this name from now on; 0: nothing."""

    at: float
    user: str
    name: str
    kind: QuotaKind
    amount: int
    address: str = ""
    """The network address that it counts for as well, and for no other one any more; empty: none."""


@dataclass(frozen=True, slots=True)
class StrikeRecorded:
    """A user was struck; `locked_until` is set when that locks the user out."""

    at: float
    user: str
    locked_until: float | None


@dataclass(frozen=True, slots=True)
class StrikesReset:
    """A user's strikes and lockout are forgotten."""

    at: float
    user: str


@dataclass(frozen=True, slots=True)
class CalendarSet:
    """Core time 0 is this many seconds after the beginning of UTC day 0."""

    at: float
    offset_s: float


QuotaEvent = AmountReserved | AmountSettled | StandingSet | StrikeRecorded | StrikesReset | CalendarSet
