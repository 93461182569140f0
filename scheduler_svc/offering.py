"""The offering: one renderer's stream, which brings its slots in and tells which of them are leased."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from scheduler_svc.core.commands import RegisterRenderer
from scheduler_svc.renderer_desk import RendererDesk

Leases = list[tuple[str, int]]


class Offering:
    """Lives as long as its stream; what it tells is always the whole, the latest only, however slowly it is read."""

    def __init__(self, desk: RendererDesk, pool: str) -> None:
        self._desk = desk
        self._pool = pool
        self._address = ""
        self._changed = asyncio.Event()

    async def leases(self, offers: AsyncIterator[RegisterRenderer]) -> AsyncGenerator[Leases, None]:
        """Take `offers` in; after each, and whenever a place there is leased or freed, all leases: (run, token).

        Ends with `offers`, and raises what they raise.
        """
        reading = asyncio.create_task(self._take(offers))
        try:
            while not reading.done():
                changing = asyncio.create_task(self._changed.wait())
                try:
                    await asyncio.wait((reading, changing), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    changing.cancel()
                if self._changed.is_set():
                    self._changed.clear()
                    yield self._desk.leases(self._pool, self._address)
            await reading
        finally:
            reading.cancel()

    def leave(self) -> None:
        """The stream is gone, and so is the renderer unless it has opened another one."""
        self._desk.lose(self._changed, self._pool, self._address)

    async def _take(self, offers: AsyncIterator[RegisterRenderer]) -> None:
        async for offer in offers:
            if self._address not in ("", offer.address):
                self.leave()
            self._desk.register(self._changed, offer)
            self._address = offer.address
            self._changed.set()
