"""The turns: those under way, and those that ended a short while ago and can still be read."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from agent_svc.errors import DrainingError, TurnNotFoundError
from agent_svc.sessions.hold import WorkKind
from agent_svc.turns.places import Places
from agent_svc.turns.turn import Play, Turn
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock

KEPT_S: Final = 600.0
MAX_KEPT: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Ended:
    turn: Turn
    at: float


class Turns:
    """Starts turns, finds them again, stops them. Ended ones are kept for ten minutes, at most `MAX_KEPT`."""

    def __init__(self, places: Places, clock: Clock, reader_grace_s: float) -> None:
        self._places = places
        self._clock = clock
        self._reader_grace_s = reader_grace_s
        self._running: dict[str, Turn] = {}
        self._ended: OrderedDict[str, _Ended] = OrderedDict()
        self._draining = False

    async def start(self, caller: Caller, session_id: str, play: Play) -> Turn:
        """A new turn that holds its session. Raises `RunActiveError`, `UpstreamError` or `DrainingError`."""
        if self._draining:
            raise DrainingError
        turn = Turn(caller, session_id, self._reader_grace_s)
        self._running[turn.turn_id] = turn
        hold = self._places.hold(caller, session_id, WorkKind.TURN)
        await turn.start(hold, play, lambda: self._retire(turn))
        return turn

    def find(self, caller: Caller, session_id: str, turn_id: str) -> Turn:
        """That turn of the caller, running or ended a short while ago. Raises `TurnNotFoundError`."""
        self._sweep()
        ended = self._ended.get(turn_id)
        turn = self._running.get(turn_id) or (ended.turn if ended is not None else None)
        if turn is None or turn.session_id != session_id or turn.caller.user != caller.user:
            raise TurnNotFoundError
        return turn

    def active(self, session_id: str) -> Turn | None:
        """The turn under way in a session, or None."""
        return next((t for t in self._running.values() if t.session_id == session_id and t.log.begun), None)

    def busy(self) -> set[str]:
        """The sessions with a turn under way."""
        return {turn.session_id for turn in self._running.values() if turn.log.begun}

    @property
    def count(self) -> int:
        """How many are under way."""
        return len(self._running)

    async def cancel(self, caller: Caller, session_id: str) -> None:
        """Stop the turn of a session, and whatever else holds it; returns when the session is free."""
        turns = [turn for turn in self._running.values() if turn.session_id == session_id]
        for turn in turns:
            turn.stop()
        for turn in turns:
            await turn.ended()
        if not turns:  # a step of another kind may hold it, or what an agent that is gone left behind
            await self._places.cancel_session(caller, session_id)

    async def drain(self, drain_s: float) -> None:
        """Start no more; tell those that wait; give those in flight `drain_s` seconds, then tell them too."""
        self._draining = True
        for turn in [turn for turn in self._running.values() if turn.waiting]:
            turn.stop(DrainingError())
        await self._all_ended(drain_s)
        for turn in list(self._running.values()):
            turn.stop(DrainingError())
        await self._all_ended(None)

    async def _all_ended(self, timeout_s: float | None) -> None:
        waits = [asyncio.ensure_future(turn.ended()) for turn in self._running.values()]
        if not waits:
            return
        _, late = await asyncio.wait(waits, timeout=timeout_s)
        for wait in late:
            wait.cancel()

    def _retire(self, turn: Turn) -> None:
        self._running.pop(turn.turn_id, None)
        if turn.log.closed:
            self._ended[turn.turn_id] = _Ended(turn, self._clock.monotonic())
        self._sweep()

    def _sweep(self) -> None:
        oldest = self._clock.monotonic() - KEPT_S
        while self._ended:
            turn_id, ended = next(iter(self._ended.items()))
            if ended.at > oldest and len(self._ended) <= MAX_KEPT:
                return
            del self._ended[turn_id]
