"""The member's turn: the making of one member's plot, told like a turn, and bound to no reader."""

from __future__ import annotations

from typing import ClassVar

from agent_svc.errors import words_of
from agent_svc.groups.seat import Seat
from agent_svc.groups.turn import GroupTurn
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.turns.events import Done
from agent_svc.turns.plotter import Plotter
from agent_svc.turns.turn import Turn
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError


class MemberTurn(GroupTurn):
    """Draws by plain code, in the light theme."""

    LINE: ClassVar = "fanout_member"

    async def draw(self, store: SessionStore, plotter: Plotter, seat: Seat, clock: Clock) -> None:
        """Begin to make the plot with the places of `seat`."""

        async def play(turn: Turn, hold: Hold) -> Done:
            session = await store.get(turn.caller.user, turn.session_id)
            try:
                return await plotter.plot(turn, hold, session, Theme.LIGHT)
            except PlotlaneError as error:
                line = TranscriptLine(Speaker.PLOTLANE, words_of(error))
                await store.add_lines(turn.session_id, [line], clock.wall().timestamp())
                raise

        await self.begin(seat, play)
