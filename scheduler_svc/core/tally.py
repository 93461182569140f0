"""The tally: how many entries each user has, without keeping users who have none."""

from __future__ import annotations


class Tally:
    """A count a user; never negative."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def __getitem__(self, user: str) -> int:
        return self._counts.get(user, 0)

    def add(self, user: str) -> None:
        """Count one more."""
        self._counts[user] = self._counts.get(user, 0) + 1

    def remove(self, user: str) -> None:
        """Count one less."""
        left = self._counts[user] - 1
        if left:
            self._counts[user] = left
        else:
            del self._counts[user]
