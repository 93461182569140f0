"""The relay: passes the events of one turn on as bytes, and ends the stream in words when the agent does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, Protocol

from gateway.clocks import TurnClocks
from gateway.errors import InternalError, TurnCut
from gateway.problem import log_internal, new_ref
from gateway.sse import SseEvent, ending, frame
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.event_log import event_log

#: Not an event: the turn is not over, so there is no `done`. A reader comes back with Last-Event-ID.
FAREWELL: Final = b"retry: 1000\n: this gateway is stopping; the turn goes on, resume it with Last-Event-ID\n\n"

_log = event_log("gateway")


class Turn(Protocol):
    """Where the events come from."""

    first: SseEvent | None  # what was said before the stream began, if anything

    async def next(self) -> SseEvent | None:
        """The next event; None when the stream is over. Raises PlotlaneError."""

    def close(self) -> None:
        """Leave the stream."""


class Relay:
    """One stream: the turn's events, or the gateway's own ending; always `done` at last, but for a farewell.

    `stop` is done when the gateway shuts down. `stop_turn` takes the turn out of the queue; it is called before the
    gateway ends a turn by its clocks, and may raise PlotlaneError.
    """

    def __init__(
        self,
        turn: Turn,
        clocks: TurnClocks,
        clock: Clock,
        *,
        stop: asyncio.Future[None],
        stop_turn: Callable[[], Awaitable[None]],
        after: int = 0,
    ) -> None:
        self._turn = turn
        self._clocks = clocks
        self._clock = clock
        self._stop = stop
        self._stop_turn = stop_turn
        self._last_id = str(after)
        self._reader: asyncio.Task[SseEvent | None] | None = None

    async def frames(self) -> AsyncIterator[bytes]:
        """The bytes of the stream, event by event."""
        event = self._turn.first
        try:
            if event is None:
                event = await self._next()
            while event is not None:
                self._take_note(event)
                yield frame(event)
                if event.is_last:
                    return
                event = await self._next()
            yield FAREWELL
        except PlotlaneError as error:
            for last in self._ending(error, error.metadata.get("ref") or new_ref()):
                yield frame(last)
        except Exception as error:
            ref = new_ref()
            log_internal(error, ref)
            for last in self._ending(InternalError(), ref):
                yield frame(last)
        finally:
            self.close()

    def close(self) -> None:
        """Leave the turn's stream. Safe to call twice."""
        if self._reader is not None:
            self._reader.cancel()
        self._turn.close()

    def _take_note(self, event: SseEvent) -> None:
        self._last_id = event.event_id
        self._clocks.saw(queued=event.is_queued, now=self._clock.monotonic())

    async def _next(self) -> SseEvent | None:
        """The next event; None when the gateway stops. Raises PlotlaneError when the turn ends without `done`."""
        self._reader = asyncio.ensure_future(self._turn.next())
        while not self._reader.done():
            now = self._clock.monotonic()
            verdict = self._clocks.verdict(now)
            if verdict is not None:
                await self._give_up()
                raise verdict
            if self._stop.done():
                return None
            await asyncio.wait(
                (self._reader, self._stop), timeout=self._clocks.due_in(now), return_when=asyncio.FIRST_COMPLETED
            )
        event = self._reader.result()
        if event is None:
            raise TurnCut
        return event

    async def _give_up(self) -> None:
        try:
            await self._stop_turn()
        except PlotlaneError as error:
            _log.warning("turn_not_stopped", reason=error.reason.value)

    def _ending(self, error: PlotlaneError, ref: str) -> tuple[SseEvent, SseEvent]:
        _log.warning("turn_ended_by_gateway", reason=error.reason.value, ref=ref)
        return ending(error, ref=ref, after=self._last_id, outcome="failed")
