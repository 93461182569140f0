"""The quota commands: what a caller or an operator may ask of the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from plotlane_kit.caller import Caller
from scheduler_svc.core.quota.kind import QuotaKind


@dataclass(frozen=True, slots=True)
class Reserve:
    """Set `amount` aside (tokens in millionths), or, of a standing kind, keep that much under this id."""

    caller: Caller
    reservation_id: str
    kind: QuotaKind
    amount: int
    lease_id: str = ""
    """The run, hold or group whose end settles it; empty: none."""
    token: int = 0
    """The fencing token of that lease."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Turn a reservation into what was used; more than was set aside counts as what was set aside."""

    caller: Caller
    reservation_id: str
    used: int


@dataclass(frozen=True, slots=True)
class RecordStrike:
    """Count a refused message of `user`."""

    user: str


@dataclass(frozen=True, slots=True)
class ResetStrikes:
    """Forget the strikes of `user`, and with them a lockout."""

    user: str


@dataclass(frozen=True, slots=True)
class SetCalendar:
    """Core time 0 is this many seconds after the beginning of UTC day 0 (1 January 1970)."""

    offset_s: float


QuotaCommand = Reserve | Settle | RecordStrike | ResetStrikes | SetCalendar
