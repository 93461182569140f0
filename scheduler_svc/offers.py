"""The offers: which streams offer the places of which renderer; of several of one address, the latest counts."""

from __future__ import annotations

import asyncio

from scheduler_svc.core.commands import RegisterRenderer


class Offers:
    """Every open stream of every renderer, by address. A stream is the event that is set when leases change there."""

    def __init__(self) -> None:
        self._of: dict[str, dict[asyncio.Event, RegisterRenderer]] = {}

    def put(self, stream: asyncio.Event, offer: RegisterRenderer) -> None:
        """`stream` is the latest of its renderer from now on."""
        offers = self._of.setdefault(offer.address, {})
        offers.pop(stream, None)
        offers[stream] = offer

    def drop(self, stream: asyncio.Event, address: str) -> bool:
        """`stream` has ended; whether it was one that is known."""
        offers = self._of.get(address, {})
        known = offers.pop(stream, None) is not None
        if known and not offers:
            del self._of[address]
        return known

    def latest(self, address: str) -> tuple[asyncio.Event, RegisterRenderer] | None:
        """The stream that counts, and what it offers; None when there is none."""
        return next(reversed(self._of.get(address, {}).items()), None)
