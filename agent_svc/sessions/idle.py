"""Idleness: for how long a session may lie unused before it is swept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plotlane_kit.caller import LOCAL_USER, Caller

_NOTED_EVERY_S: Final = 60.0
_SWEPT_EVERY_S: Final = (0.05, 60.0)  # at least, at most


@dataclass(frozen=True, slots=True)
class IdleLimits:
    """Seconds without use; 0: for ever."""

    guest_s: float
    signed_in_s: float

    def of(self, caller: Caller) -> float:
        """The limit of a session that `caller` creates: a guest is who has a network address, the local user has none.

        A session keeps its limit, whatever the settings say later.
        """
        if caller.address:
            return self.guest_s
        return 0.0 if caller.user == LOCAL_USER else self.signed_in_s

    @property
    def swept_every_s(self) -> float:
        """How long one sweep waits for the next: a minute, less for short limits."""
        least, most = _SWEPT_EVERY_S
        return max(least, min([most, *(noted_every_s(limit) for limit in (self.guest_s, self.signed_in_s) if limit)]))


def noted_every_s(limit_s: float) -> float:
    """How far the last use that is written down may lie behind the last use: a minute, or a tenth of a short limit."""
    return min(_NOTED_EVERY_S, limit_s / 10)


def idle_until(limit_s: float, used_at: float) -> float | None:
    """When a session that was used at `used_at` may be swept, never before its limit; None: never."""
    return used_at + limit_s + noted_every_s(limit_s) if limit_s else None


def noted(limit_s: float, known: float | None, used_at: float) -> float | None:
    """The new `idle_until` when a use is worth a write, else None; `known` is the one that is written down."""
    until = idle_until(limit_s, used_at)
    if until is None or known is None:
        return until
    # Also backwards: a clock that once ran ahead must not keep a session for ever.
    return until if abs(until - known) >= noted_every_s(limit_s) else None
