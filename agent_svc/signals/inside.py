"""The inside of a run: work that asks for a run gets the one that it is in; for anything else it goes outside."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from agent_svc.sessions.hold import Hold, WorkKind
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest, Places, RunOutcome
from agent_svc.turns.plotter import RUNS_POOL
from plotlane_kit.caller import Caller


class InsidePlaces:
    """What work inside `place`, a run, sees as its places: slots to draw in come from `outside`."""

    def __init__(self, place: Place, outside: Places) -> None:
        self._place = place
        self._outside = outside

    def hold(self, caller: Caller, session_id: str, kind: WorkKind) -> AbstractAsyncContextManager[Hold]:
        """As outside."""
        return self._outside.hold(caller, session_id, kind)

    async def cancel_session(self, caller: Caller, session_id: str) -> None:
        """As outside."""
        await self._outside.cancel_session(caller, session_id)

    @asynccontextmanager
    async def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        """See `Places.place`. The run's outcome is that of the last work that took it."""
        if request.pool != RUNS_POOL:
            async with self._outside.place(caller, request, on_queued) as slot:
                yield slot
            return
        self._place.outcome = RunOutcome.OK
        yield self._place
