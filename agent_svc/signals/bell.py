"""The bell: wakes everybody who waits, each time that it rings."""

from __future__ import annotations

import asyncio


class Bell:
    """Nobody misses a ring who has asked for the next one before looking at what it is about."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def ring(self) -> None:
        """Wake all."""
        self._next.set()
        self._next = asyncio.Event()

    def next(self) -> asyncio.Event:
        """What is set at the next ring."""
        return self._next
