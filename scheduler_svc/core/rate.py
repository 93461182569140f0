"""The start rate: at most so many starts in any 60 s, and a minimum gap between two."""

from __future__ import annotations

from collections import deque
from typing import Final

WINDOW_S: Final = 60.0


class StartRate:
    """When the next start is allowed; without `starts_per_minute` it always is."""

    def __init__(self, starts_per_minute: int | None) -> None:
        self.gap_s = 0.0 if starts_per_minute is None else WINDOW_S / starts_per_minute
        self._recent: deque[float] | None = None if starts_per_minute is None else deque(maxlen=starts_per_minute)

    def ready_at(self) -> float:
        """The first moment at which the next start is allowed."""
        recent = self._recent
        if not recent:
            return float("-inf")
        after_gap = recent[-1] + self.gap_s
        return max(after_gap, recent[0] + WINDOW_S) if len(recent) == recent.maxlen else after_gap

    def recent(self) -> tuple[float, ...]:
        """The starts that the next one has to keep its distance from, in order."""
        return tuple(self._recent or ())

    def restore(self, recent: tuple[float, ...]) -> None:
        """Begin with these starts."""
        for at in recent:
            self.note(at)

    def note(self, at: float) -> None:
        """A run started at `at`."""
        if self._recent is not None:
            self._recent.append(at)
