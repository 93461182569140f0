"""Deadlines: which of many ids is due first, in O(log n), with removal from the middle."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

_SLACK = 64  # removed items that may stay in the heap before a clean-up is worth it


class Deadlines:
    """At most one moment an id. Ties go to the id that was set first."""

    def __init__(self) -> None:
        self._live: dict[str, tuple[float, int]] = {}
        self._heap: list[tuple[float, int, str]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, key: str) -> bool:
        return key in self._live

    def set(self, key: str, at: float) -> None:
        """Make `key` due at `at`, instead of any earlier deadline of it."""
        self._count += 1
        self._live[key] = (at, self._count)
        heappush(self._heap, (at, self._count, key))
        self._compact()

    def drop(self, key: str) -> None:
        """Forget the deadline of `key`, if it has one."""
        if self._live.pop(key, None) is not None:
            self._compact()

    def rank(self, key: str) -> tuple[float, int]:
        """The deadline of `key`, and what tells it from others of the same moment: the lesser is due first."""
        return self._live[key]

    def items(self) -> Iterator[tuple[str, float]]:
        """Every id and its moment, in the order in which they were set."""
        return ((key, at) for key, (at, _) in sorted(self._live.items(), key=lambda item: item[1][1]))

    def first(self) -> tuple[float, str] | None:
        """The earliest deadline and its id; None when there is none."""
        while self._heap:
            at, count, key = self._heap[0]
            if self._live.get(key) == (at, count):
                return at, key
            heappop(self._heap)
        return None

    def _compact(self) -> None:
        # Removal is lazy; rebuilding when most of the heap is dead keeps memory bounded at amortised O(1).
        if len(self._heap) > 2 * len(self._live) + _SLACK:
            self._heap = [(at, count, key) for key, (at, count) in self._live.items()]
            heapify(self._heap)
