"""The streams that are open now, so that a shutdown can reach each of them."""

from __future__ import annotations

import asyncio

from gateway.errors import TooManyStreams
from plotlane_kit.errors import DrainingError

#: Done when its stream has to say farewell and end.
Stop = asyncio.Future[None]


class OpenStreams:
    """Counts streams, and tells all of them when the gateway stops."""

    def __init__(self, most: int | None = None) -> None:
        """`most`: how many may be open at once; None: as many as come."""
        self._most = most
        self._stops: set[Stop] = set()
        self._draining = False

    def __len__(self) -> int:
        return len(self._stops)

    def admit(self) -> Stop:
        """One more stream. Raises DrainingError when the gateway is stopping, and TooManyStreams."""
        if self._draining:
            raise DrainingError
        if self._most is not None and len(self._stops) >= self._most:
            raise TooManyStreams
        # A future each: to wait on a shared one would cost as many steps as there are streams.
        stop: Stop = asyncio.get_running_loop().create_future()
        self._stops.add(stop)
        return stop

    def leave(self, stop: Stop) -> None:
        """That stream is over. Safe to call twice."""
        self._stops.discard(stop)

    def drain(self) -> None:
        """Ask every stream to end, and admit no new one."""
        self._draining = True
        for stop in self._stops:
            if not stop.done():
                stop.set_result(None)
