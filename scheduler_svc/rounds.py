"""The rounds: when changed positions are told, so that telling never costs more than a small share of the loop."""

from __future__ import annotations

from typing import Final

FRONT: Final = 50  # places that hear of every change within one interval, however long the queue is
PACE_S: Final = 0.0005  # pause for each message of a whole round: about ten times what sending it costs


class Rounds:
    """Quick rounds reach the front of a queue, whole rounds everybody; a pause to match follows a whole round."""

    def __init__(self, interval_s: float) -> None:
        """`interval_s`: the least time between two rounds of one sort, in seconds."""
        self._interval_s = interval_s
        self._quick: set[str] = set()
        self._whole: set[str] = set()
        self._next_quick = float("-inf")
        self._next_whole = float("-inf")

    def mark(self, pool: str) -> None:
        """Positions of `pool` have changed."""
        self._quick.add(pool)
        self._whole.add(pool)

    def due_at(self) -> float:
        """When the next round is due; infinity when nothing has changed."""
        return min(
            self._next_quick if self._quick else float("inf"),
            self._next_whole if self._whole else float("inf"),
        )

    def take_whole(self, now: float) -> set[str]:
        """The pools whose whole queue is to be told now."""
        if now < self._next_whole:
            return set()
        pools, self._whole = self._whole, set()
        self._quick -= pools
        return pools

    def take_quick(self, now: float) -> set[str]:
        """The pools of which only the front is to be told now."""
        if now < self._next_quick:
            return set()
        pools, self._quick = self._quick, set()
        return pools

    def told(self, now: float, messages: int) -> None:
        """A round has put out so many messages."""
        self._next_quick = now + self._interval_s
        self._next_whole = max(self._next_whole, now + max(self._interval_s, messages * PACE_S))
