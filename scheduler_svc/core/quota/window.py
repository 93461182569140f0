"""The window: what was used within the last 60 s; nothing of it is forgotten early or kept late."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

WINDOW_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Spent:
    """An amount, whose reservation it was, and when it was used."""

    reservation_id: str
    at: float
    amount: int


class Window:
    """One user's uses of one kind, oldest first; never more of them than the limit lets in."""

    def __init__(self, spent: tuple[Spent, ...] = ()) -> None:
        self._spent = OrderedDict((each.reservation_id, each) for each in spent)
        self._total = sum(each.amount for each in spent)

    @property
    def spent(self) -> tuple[Spent, ...]:
        """Every use that is remembered, oldest first."""
        return tuple(self._spent.values())

    def used(self, at: float) -> int:
        """How much counts at `at`."""
        past = 0
        for each in self._spent.values():
            if each.at + WINDOW_S > at:
                break
            past += each.amount
        return self._total - past

    def wait_s(self, amount: int, limit: int, at: float) -> float:
        """Seconds from `at` until `amount`, which is at most `limit`, fits under it; 0 when it fits now."""
        left, wait = self._total, 0.0
        for each in self._spent.values():
            if left + amount <= limit:
                break
            left -= each.amount
            wait = each.at + WINDOW_S - at
        return max(0.0, wait)

    def free_in(self, at: float) -> float:
        """Seconds from `at` until nothing counts any more."""
        newest = next(reversed(self._spent.values()), None)
        return 0.0 if newest is None else max(0.0, newest.at + WINDOW_S - at)

    def add(self, spent: Spent) -> None:
        """Count a use, which is the newest."""
        self.prune(spent.at)
        self._spent[spent.reservation_id] = spent
        self._total += spent.amount

    def give_back(self, reservation_id: str, amount: int) -> None:
        """Take `amount` off a use, if it still counts."""
        spent = self._spent.get(reservation_id)
        if spent is None:
            return
        self._total -= amount
        if amount < spent.amount:
            self._spent[reservation_id] = Spent(reservation_id, spent.at, spent.amount - amount)
        else:
            del self._spent[reservation_id]

    def prune(self, at: float) -> bool:
        """Forget what no longer counts at `at`; whether anything is left."""
        while self._spent:
            oldest = next(iter(self._spent.values()))
            if oldest.at + WINDOW_S > at:
                break
            self._spent.popitem(last=False)
            self._total -= oldest.amount
        return bool(self._spent)
