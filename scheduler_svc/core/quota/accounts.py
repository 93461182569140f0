"""The accounts: one an owner (a user, a network address), forgotten some time after nothing of it counts any more."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from scheduler_svc.core.quota.account import Account

_LOOKED_AT: Final = 2  # an event brings at most one new user, so idle ones never pile up


class Accounts:
    """Every owner of which something counts, those that were looked at longest ago first."""

    def __init__(self) -> None:
        # A plain dict finds its first key only past every key that was removed before it.
        self._of: OrderedDict[str, Account] = OrderedDict()

    def __len__(self) -> int:
        return len(self._of)

    def __iter__(self) -> Iterator[tuple[str, Account]]:
        return iter(self._of.items())

    def get(self, user: str) -> Account | None:
        """The account of `user`; None when nothing counts."""
        return self._of.get(user)

    def read(self, user: str) -> Account:
        """The account of `user` to be read only; an empty one when nothing counts."""
        return self._of.get(user) or Account()

    def open(self, user: str) -> Account:
        """The account of `user` to be written to."""
        account = self._of.get(user)
        if account is None:
            account = self._of[user] = Account()
        return account

    def forget_idle(self, at: float, day: int, strike_window_s: float) -> None:
        """Look at a few users, in turn, and forget those of whom nothing counts any more."""
        for _ in range(min(_LOOKED_AT, len(self._of))):
            user, account = next(iter(self._of.items()))
            if account.counts(at, day, strike_window_s):
                self._of.move_to_end(user)
            else:
                del self._of[user]
