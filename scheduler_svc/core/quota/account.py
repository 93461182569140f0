"""The account: everything that counts for one user, or for one network address."""

from __future__ import annotations

from scheduler_svc.core.quota.day import DayCounter
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.quota.standing import Standing
from scheduler_svc.core.quota.strikes import Strikes
from scheduler_svc.core.quota.window import Spent, Window


class Account:
    """One owner's windows, day, standing amounts and strikes; an address has no strikes."""

    def __init__(self) -> None:
        self.windows: dict[QuotaKind, Window] = {}
        self.day = DayCounter()
        self.standing = Standing()
        self.strikes = Strikes()

    def in_minute(self, kind: QuotaKind, at: float) -> int:
        """How much of `kind` counts within the last 60 s."""
        window = self.windows.get(kind)
        return 0 if window is None else window.used(at)

    def wait_s(self, kind: QuotaKind, amount: int, limit: int, at: float) -> float:
        """Seconds until `amount`, which is at most `limit`, fits into the minute; 0 when it fits now."""
        window = self.windows.get(kind)
        return 0.0 if window is None else window.wait_s(amount, limit, at)

    def free_in(self, kind: QuotaKind, at: float) -> float:
        """Seconds until nothing of `kind` counts in its minute any more."""
        window = self.windows.get(kind)
        return 0.0 if window is None else window.free_in(at)

    def spend(self, kind: QuotaKind, spent: Spent) -> None:
        """Count a use in its minute."""
        self.windows.setdefault(kind, Window()).add(spent)

    def give_back(self, kind: QuotaKind, reservation_id: str, amount: int, day: int) -> None:
        """Take `amount` off a use of `day`, wherever it still counts."""
        if (window := self.windows.get(kind)) is not None:
            window.give_back(reservation_id, amount)
        self.day.give_back(kind, amount, day)

    def counts(self, at: float, day: int, strike_window_s: float) -> bool:
        """Whether anything of this owner still counts; forgets what does not."""
        self.windows = {kind: window for kind, window in self.windows.items() if window.prune(at)}
        struck = self.strikes.prune(at, strike_window_s)
        return bool(self.windows) or struck or bool(len(self.standing)) or self.day.counts_on(day)
