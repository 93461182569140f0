"""The stall: for how much of its time the event loop may wait for commits that it makes itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

UNCOUNTED_S: Final = 0.0005  # of each commit: waking another thread, and being woken by it, takes about as long
SHARE: Final = 0.1  # of the loop's time that slow commits may take on average
MOST_S: Final = 0.05  # what may be saved up while they are quick


class Stall:
    """A budget: what a commit takes longer than a quick one is paid from it, and it fills again with time.

    So on a quick disk the loop commits whenever it is worth it; on a slow one hardly ever, and one that gets stuck has
    kept it from its work once.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds that never go back."""
        self._clock = clock
        self._left_s = MOST_S
        self._counted_at = clock()

    def is_allowed(self) -> bool:
        """Whether the loop may make the next commit itself."""
        now = self._clock()
        self._left_s = min(MOST_S, self._left_s + (now - self._counted_at) * SHARE)
        self._counted_at = now
        return self._left_s > 0

    def note(self, took_s: float) -> None:
        """The loop has waited so long for a commit of its own."""
        self._left_s -= max(0.0, took_s - UNCOUNTED_S)
