"""The strikes: refused messages of one user; too many in a short time lock the user out."""

from __future__ import annotations

from collections import deque

from scheduler_svc.core.quota.policy import StrikePolicy


class Strikes:
    """The strikes that still count, oldest first, and the end of a lockout."""

    def __init__(self, times: tuple[float, ...] = (), locked_until: float | None = None) -> None:
        self._times = deque(times)
        self.locked_until = locked_until

    @property
    def times(self) -> tuple[float, ...]:
        """When the remembered strikes happened."""
        return tuple(self._times)

    def count(self, at: float, window_s: float) -> int:
        """How many count at `at`."""
        return sum(time + window_s > at for time in self._times)

    def locked_for(self, at: float) -> float:
        """Seconds of lockout that are left at `at`; 0: not locked out."""
        return 0.0 if self.locked_until is None else max(0.0, self.locked_until - at)

    def next_lock(self, at: float, policy: StrikePolicy) -> float | None:
        """Until when one more strike at `at` locks the user out; None when it does not."""
        return at + policy.lockout_s if self.count(at, policy.window_s) + 1 >= policy.count else None

    def add(self, at: float, locked_until: float | None) -> None:
        """Count a strike; one that locks out is paid for by the lockout, and so are those before it."""
        if locked_until is None:
            self._times.append(at)
        else:
            self._times.clear()
            self.locked_until = locked_until

    def reset(self) -> None:
        """Forget all of them, and the lockout."""
        self._times.clear()
        self.locked_until = None

    def prune(self, at: float, window_s: float) -> bool:
        """Forget what no longer counts at `at`; whether anything is left."""
        while self._times and self._times[0] + window_s <= at:
            self._times.popleft()
        if self.locked_until is not None and self.locked_until <= at:
            self.locked_until = None
        return bool(self._times) or self.locked_until is not None
