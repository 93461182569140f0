"""Places in memory: a session is held by one at a time, places are free."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from agent_svc.errors import RunActiveError
from agent_svc.sessions.hold import Hold, WorkKind
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError


class PlacesTwin:
    """What the turns see of a scheduler."""

    def __init__(self) -> None:
        self.held: dict[str, WorkKind] = {}
        self.refuse: PlotlaneError | None = None
        self.cancelled: list[str] = []

    @asynccontextmanager
    async def hold(self, caller: Caller, session_id: str, kind: WorkKind) -> AsyncIterator[Hold]:
        if self.refuse is not None:
            raise self.refuse
        if session_id in self.held:
            raise RunActiveError(metadata={"kind": self.held[session_id].value})
        self.held[session_id] = kind
        try:
            yield Hold(f"hold-{session_id}", 1)
        finally:
            del self.held[session_id]

    @asynccontextmanager
    async def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        yield Place("run", 2)

    async def cancel_session(self, caller: Caller, session_id: str) -> None:
        self.cancelled.append(session_id)
