"""The sweep: removes the sessions that lie unused for longer than they may, and all that they kept."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from agent_svc.errors import RunActiveError, SessionNotFoundError
from agent_svc.sessions.hold import SessionHolds, WorkKind
from agent_svc.sessions.removal import Removal
from agent_svc.sessions.session import OwnedSession
from agent_svc.sessions.store import SessionStore
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.event_log import event_log

_LOG: Final = event_log("agent")
_CLOSE_S: Final = 5.0


class Sweep:
    """Sweeps every `every_s` seconds from `start` to `close`.

    What is queued or running holds its session: that one stays, and its time without use begins anew.
    """

    def __init__(
        self,
        store: SessionStore,
        removal: Removal,
        holds: SessionHolds,
        clock: Clock,
        every_s: float,
    ) -> None:
        self._store = store
        self._removal = removal
        self._holds = holds
        self._clock = clock
        self._every_s = every_s
        self._stopping = asyncio.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with what became idle, or was left half removed, while no agent ran."""
        self._sweeper = asyncio.create_task(self._sweep_on(), name="sweep")

    async def close(self) -> None:
        """End after the session that is being removed; within seconds, whatever the scheduler does."""
        self._stopping.set()
        if self._sweeper is not None:
            await asyncio.wait({self._sweeper}, timeout=_CLOSE_S)
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper

    async def once(self) -> int:
        """Remove every idle session that nothing holds; how many. What cannot be removed is tried the next time."""
        await self._finish_removals()
        at, swept, seen = self._clock.wall().timestamp(), 0, 0
        # What stays is passed over, so that this ends whatever the store says.
        while batch := await self._store.idle(at, seen - swept):
            for idle in batch:
                if self._stopping.is_set():
                    return swept
                seen += 1
                try:
                    swept += await self._swept(idle, at)
                except Exception as error:  # of one session; the others are swept all the same
                    _LOG.error("sweep_failed", error=type(error).__name__)
                    if isinstance(error, PlotlaneError) and error.reason is Reason.UPSTREAM:
                        return swept  # the scheduler is away, for all of them
        return swept

    async def _sweep_on(self) -> None:
        while not self._stopping.is_set():
            try:
                if swept := await self.once():
                    _LOG.info("sessions_swept", count=swept)
            except Exception as error:  # the database: it may come back
                _LOG.error("sweep_failed", error=type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._every_s)

    async def _finish_removals(self) -> None:
        for gone in await self._store.removals():
            try:
                await self._removal.finish(gone)
            except Exception as error:  # of one session's files
                _LOG.error("sweep_failed", error=type(error).__name__)

    async def _swept(self, idle: OwnedSession, at: float) -> bool:
        try:
            async with self._holds.hold(Caller(idle.user, Tier.PUBLIC), idle.session_id, WorkKind.DELETE):
                if not await self._store.delete_idle(idle.session_id, at):
                    return False  # it was used in between
                await self._removal.finish(idle)
                return True
        except RunActiveError:
            with suppress(SessionNotFoundError):
                await self._store.get(idle.user, idle.session_id)  # work is use, and its result is there to be seen
            return False
