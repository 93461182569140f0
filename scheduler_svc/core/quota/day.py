"""The day counter: what was used in one UTC day; the first use of a later day begins anew."""

from __future__ import annotations

from typing import Final

from scheduler_svc.core.quota.kind import QuotaKind

NEVER: Final = -1  # before every day that there is
FORGOTTEN: Final = -1_000_000  # no counter's day: nothing of it is given back any more


class DayCounter:
    """One user's, or everybody's, uses of the latest day in which there were any."""

    def __init__(self, day: int = NEVER, used: tuple[tuple[QuotaKind, int], ...] = ()) -> None:
        self.day = day
        self._used = dict(used)

    @property
    def counts(self) -> tuple[tuple[QuotaKind, int], ...]:
        """What is counted for `day`, kind by kind."""
        return tuple(self._used.items())

    def used(self, kind: QuotaKind, day: int) -> int:
        """How much of `kind` counts on `day`, which is not before any day that was counted."""
        return self._used.get(kind, 0) if day == self.day else 0

    def add(self, kind: QuotaKind, amount: int, day: int) -> None:
        """Count a use."""
        if day != self.day:
            self.day, self._used = day, {}
        self._used[kind] = self._used.get(kind, 0) + amount

    def give_back(self, kind: QuotaKind, amount: int, day: int) -> None:
        """Take `amount` off a use of `day`; what belongs to a day that is over has no effect on this one."""
        if day != self.day or not amount:
            return
        left = self._used[kind] - amount
        if left:
            self._used[kind] = left
        else:
            del self._used[kind]

    def counts_on(self, day: int) -> bool:
        """Whether anything is counted for `day`."""
        return day == self.day and bool(self._used)
