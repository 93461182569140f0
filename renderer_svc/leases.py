"""The leases: which of this renderer's places the scheduler has given out, as its stream tells, and to whom."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from plotlane_kit.clock import Clock
from renderer_svc.errors import LeaseRefused

#: The scheduler tells the holder and this renderer at the same moment, on two streams: whoever comes first waits.
NEWS_WITHIN_S: Final = 2.0
#: For how long what was leased counts without a word from the scheduler; as long as it keeps leases itself (its grace).
SILENCE_S: Final = 10.0
_REMEMBERED: Final = 256  # ended leases that are refused at once


@dataclass(frozen=True, slots=True)
class ShownLease:
    """The lease that a caller shows. `renderer` is host:port; empty: any."""

    lease_id: str
    token: int
    renderer: str = ""


class Leases:
    """What is known of the leases here. A check is a look-up; it never asks the scheduler."""

    def __init__(self, clock: Clock, news_within_s: float = NEWS_WITHIN_S) -> None:
        self._clock = clock
        self._news_within_s = news_within_s
        self._address = ""
        self._granted: Mapping[str, int] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._silent_since: float | None = clock.monotonic()
        self._news = asyncio.Event()

    def serve_at(self, address: str) -> None:
        """From now on leases name `address`."""
        self._address = address

    def told(self, granted: Mapping[str, int]) -> None:
        """The scheduler said that these are all leases here: token by id."""
        for lease_id in self._granted.keys() - granted.keys():
            self._ended[lease_id] = None
        while len(self._ended) > _REMEMBERED:
            self._ended.popitem(last=False)
        for lease_id in self._ended.keys() & granted.keys():
            del self._ended[lease_id]
        self._granted = dict(granted)
        self._silent_since = None
        self._wake()

    def lost(self) -> None:
        """The scheduler's stream broke. What was leased counts for as long as the scheduler's grace."""
        if self._silent_since is None:
            self._silent_since = self._clock.monotonic()

    async def check(self, shown: ShownLease) -> None:
        """Return when `shown` is a live lease of a place here. Raises `LeaseRefused`."""
        if not shown.lease_id:
            raise LeaseRefused(metadata={"lease": "missing"})
        if shown.renderer not in ("", self._address):
            raise LeaseRefused(metadata={"lease": "foreign"})
        if self._why_not(shown) == "unknown":
            await self._hear_of(shown)
        if (why := self._why_not(shown)) is not None:
            raise LeaseRefused(metadata={"lease": why})

    def _why_not(self, shown: ShownLease) -> str | None:
        if shown.lease_id in self._ended:
            return "ended"
        if shown.lease_id not in self._granted:
            return "unknown"
        if self._granted[shown.lease_id] != shown.token:
            return "wrong_token"
        is_silent = self._silent_since is not None and self._clock.monotonic() - self._silent_since > SILENCE_S
        return "scheduler_silent" if is_silent else None

    async def _hear_of(self, shown: ShownLease) -> None:
        """Wait for news of a lease that is not known yet, a short while."""
        try:
            async with asyncio.timeout(self._news_within_s):
                while self._why_not(shown) == "unknown":
                    await self._news.wait()
        except TimeoutError:
            return

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
