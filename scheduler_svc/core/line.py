"""The line: blocked runs that wait for one thing, in the order in which they were submitted."""

from __future__ import annotations

from heapq import heappop, heappush


class Line:
    """Ids by token. Joining, leaving and asking for the first are O(log n), amortised."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._here: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._here)

    def __contains__(self, run_id: str) -> bool:
        return run_id in self._here

    def join(self, token: int, run_id: str) -> None:
        """Stand where `token` belongs, which may be before others."""
        self._here[run_id] = None
        heappush(self._heap, (token, run_id))

    def leave(self, run_id: str) -> None:
        """Be gone."""
        self._here.pop(run_id, None)
        if not self._here:
            self._heap.clear()

    def first(self) -> tuple[int, str] | None:
        """Whoever was submitted first, token and id; None when nobody waits."""
        while self._heap:
            if self._heap[0][1] in self._here:
                return self._heap[0]
            heappop(self._heap)
        return None


class Lines:
    """A line for each of many: users, network addresses. There are none of which nobody stands in."""

    def __init__(self) -> None:
        self._of: dict[str, Line] = {}

    def __len__(self) -> int:
        return len(self._of)

    def join(self, whose: str, token: int, run_id: str) -> None:
        """Stand in one of them."""
        self._of.setdefault(whose, Line()).join(token, run_id)

    def leave(self, whose: str, run_id: str) -> None:
        """Be gone from it."""
        line = self._of[whose]
        line.leave(run_id)
        if not len(line):
            del self._of[whose]

    def first(self, whose: str) -> tuple[int, str] | None:
        """Whoever was submitted first of those in one line; None when nobody stands there."""
        line = self._of.get(whose)
        return None if line is None else line.first()
