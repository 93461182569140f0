"""Being able: whether a service that serves can do its work now; its health says so, and it changes back and forth."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


class Able:
    """For one event loop. A service is able until it says otherwise."""

    def __init__(self) -> None:
        self._is_able = True
        self._changed = asyncio.Event()

    def set(self, *, able: bool) -> None:
        """Say how it is from now on."""
        self._is_able = able
        self._changed.set()

    async def changes(self) -> AsyncIterator[bool]:
        """How it is after each change, those since this was last asked counting as one; never ends."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            yield self._is_able
