"""The renderer desk: where renderers offer their places over streams, and hear which of them are leased."""

from __future__ import annotations

import asyncio

from scheduler_svc.core.commands import LoseRenderer, RegisterRenderer
from scheduler_svc.driver import Driver


class RendererDesk:
    """A stream of a renderer is known by the event that is set when leases change there."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def register(self, stream: asyncio.Event, offer: RegisterRenderer) -> None:
        """Count a renderer's places for as long as `stream` is its latest, and set that when leases change there."""
        self._driver.do(offer)
        self._driver.offers.put(stream, offer)

    def leases(self, pool: str, address: str) -> list[tuple[str, int]]:
        """The runs, each with its token, that have their places at a renderer now."""
        runs = map(self._driver.known, self._driver.scheduler.leased_at(pool, address))
        return [(run.request.run_id, run.token) for run in runs]

    def lose(self, stream: asyncio.Event, pool: str, address: str) -> None:
        """The stream of a renderer is gone; what another one offers counts, and without one the renderer is gone."""
        if not self._driver.offers.drop(stream, address) or self._driver.closed:
            return
        latest = self._driver.offers.latest(address)
        if latest is None:
            self._driver.do(LoseRenderer(pool, address))
        else:
            self._driver.do(latest[1])
            latest[0].set()
