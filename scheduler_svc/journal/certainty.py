"""The certainty: whether nobody else can lead the journal by now, and who waits until that is known again.

A standby takes over when it has heard nothing for the whole silence, and hears of no commit before it is sent. So while
a commit that was sent less than the silence ago has counted, this scheduler leads. When the last one is older (the
database is away, or the process was stopped and goes on), another may lead, and what this one would tell may be wrong.
Whoever is to be answered then waits for the next commit, which shows that it still leads or ends it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

OnCertainty = Callable[[bool], None]
"""Told in the loop when it is not certain any more that this scheduler leads (False), and when it is again (True)."""


def unnoticed(_: bool) -> None:
    """What is told when nobody wants to know."""


def ticking() -> float:
    """Seconds that never go back, and go on while the machine sleeps: standbys elsewhere do not wait for it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Certainty:
    """Belongs to one event loop; whoever commits tells it when each commit that counted was sent."""

    def __init__(
        self, silence_s: float, shown: float, on_change: OnCertainty, clock: Callable[[], float] = ticking
    ) -> None:
        """`silence_s`: after how long without a commit another one may lead. `shown`: when this one surely led."""
        self._silence_s = silence_s
        self._shown = shown
        self._on_change = on_change
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._was_certain = True
        self._next = asyncio.Event()
        self._timer = self._look_later()

    def show_from_thread(self, sent: float) -> None:
        """As `show`, from any thread."""
        # A loop that is closed has nobody left who waits.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.show, sent)

    def show(self, sent: float) -> None:
        """A commit that was sent then has counted."""
        self._shown = sent
        self._next.set()
        self._next.clear()
        if self.holds() is not self._was_certain:
            self._look()

    def holds(self) -> bool:
        """Whether this scheduler surely leads."""
        return self._clock() < self._shown + self._silence_s

    async def wait(self) -> None:
        """Return once it does."""
        while not self.holds():
            await self._next.wait()

    def close(self) -> None:
        """Tell nobody anything more."""
        self._timer.cancel()

    def _look(self) -> None:
        self._timer.cancel()
        is_certain = self.holds()
        if is_certain:
            self._timer = self._look_later()
        if is_certain is not self._was_certain:
            self._was_certain = is_certain
            self._on_change(is_certain)

    def _look_later(self) -> asyncio.TimerHandle:
        left_s = max(0.0, self._shown + self._silence_s - self._clock())
        return self._loop.call_later(left_s, self._look)
