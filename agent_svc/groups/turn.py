"""The turn of a group: work in a run of a group, told like a turn, and bound to no reader."""

from __future__ import annotations

from contextlib import nullcontext

from agent_svc.groups.seat import Seat
from agent_svc.sessions.hold import Hold
from agent_svc.turns.events import Event
from agent_svc.turns.turn import Play, Turn
from plotlane_kit.caller import Caller


class GroupTurn(Turn):
    """Goes to its end, readers or not. The run itself locks the session, so nothing else holds it."""

    def __init__(self, caller: Caller, session_id: str) -> None:
        super().__init__(caller, session_id, reader_grace_s=0)
        self.waiting = False

    def note(self, event: Event) -> None:
        """Tell where the run waits, for as long as that is of interest."""
        if not self.log.closed:
            self.emit(event)

    async def begin(self, seat: Seat, play: Play) -> None:
        """Begin `play`, which takes the place of `seat`, as a task of its own."""
        await self.start(nullcontext(Hold(seat.run.run_id, 0)), play, lambda: None)
