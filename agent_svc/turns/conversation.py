"""The conversation: what a message or the button “Create plot” makes of a session, inside its turn."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.errors import InvalidError, StoppedError, TooLongError
from agent_svc.models.chat_model import Answer, Change, ChatModel, Scene
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.options import changed_options, full_options
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.turns.changes import option_changes
from agent_svc.turns.events import Done, Message, TurnOutcome
from agent_svc.turns.plotter import Plotter
from agent_svc.turns.turn import Play, Turn
from agent_svc.turns.turns import Turns
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError, Violation

MAX_CHARACTERS: Final = 2_000
BUTTON: Final = "Create plot"


class Conversation:
    """Starts turns: a message goes to the model, the button straight to the plotter."""

    def __init__(
        self,
        turns: Turns,
        store: SessionStore,
        catalogue: Catalogue,
        plotter: Plotter,
        model: ChatModel,
        quotas: Quotas,
        clock: Clock,
    ) -> None:
        self._turns = turns
        self._store = store
        self._catalogue = catalogue
        self._plotter = plotter
        self._model = model
        self._quotas = quotas
        self._clock = clock

    async def create_plot(self, caller: Caller, session_id: str, theme: Theme | None) -> Turn:
        """Start the turn of the button.

        Raises what `Turns.start` raises, `SessionNotFoundError`, RATE_LIMITED and LOCKED_OUT.
        """

        async def play(turn: Turn, hold: Hold) -> Done:
            await self._line(session_id, Speaker.USER, BUTTON)
            session = await self._store.get(caller.user, session_id)
            return await self._plotter.plot(turn, hold, session, theme or Theme.LIGHT)

        return await self._start(caller, session_id, play)

    async def say(self, caller: Caller, session_id: str, text: str) -> Turn:
        """Start the turn of a message. Raises also `InvalidError` for an empty and `TooLongError` for a long one."""
        if not text.strip():
            raise InvalidError(violations=[Violation("text", "is empty; say what should change, such as `log scale`")])
        if len(text) > MAX_CHARACTERS:
            raise TooLongError(
                f"The message has {len(text):,} characters; at most {MAX_CHARACTERS:,} can be read. Shorten it.",
                metadata={"limit": str(MAX_CHARACTERS), "measured": str(len(text))},
            )

        async def play(turn: Turn, hold: Hold) -> Done:
            await self._line(session_id, Speaker.USER, text)
            session = await self._store.get(caller.user, session_id)
            return await self._answer(turn, hold, session, text)

        return await self._start(caller, session_id, play)

    async def _start(self, caller: Caller, session_id: str, play: Play) -> Turn:
        await self._store.get(caller.user, session_id)

        async def recorded(turn: Turn, hold: Hold) -> Done:
            try:
                return await play(turn, hold)
            except asyncio.CancelledError:
                await self._line(session_id, Speaker.PLOTLANE, (turn.stop_reason or StoppedError()).message)
                raise
            except PlotlaneError as error:
                await self._line(session_id, Speaker.PLOTLANE, error.message)
                raise

        async with self._quotas.spending(caller, Counted.MESSAGE):
            return await self._turns.start(caller, session_id, recorded)

    async def _answer(self, turn: Turn, hold: Hold, session: Session, text: str) -> Done:
        if not session.chart_id:
            return await self._message(turn, session, "This session has no chart yet; choose one first.")
        chart = self._catalogue.get(session.chart_id)
        scene = Scene(chart, full_options(chart, session.options), session.locale)
        reply = await self._model.read(text, scene)
        if isinstance(reply, Answer):
            return await self._message(turn, session, reply.text)
        return await self._apply(turn, hold, session, chart, reply)

    async def _apply(self, turn: Turn, hold: Hold, session: Session, chart: Chart, change: Change) -> Done:
        try:
            options = changed_options(chart, session.options, change.options)
        except InvalidError as refused:
            return await self._message(turn, session, f"{refused.message} Nothing was changed.")
        latest = session.version(0)
        before = latest.theme if latest is not None else Theme.LIGHT
        theme = change.theme or before
        said = option_changes(chart, session.options, options)
        if latest is not None and not said and theme is before and not change.redraw:
            return await self._message(turn, session, "It is like that already.")
        if said:
            session = replace(session, options=options, updated_at=self._clock.wall().timestamp())
            await self._store.update(session)
            turn.emit(Message(" ".join(said)))
        return await self._plotter.plot(turn, hold, session, theme)

    async def _message(self, turn: Turn, session: Session, text: str) -> Done:
        await self._line(session.session_id, Speaker.PLOTLANE, text)
        turn.emit(Message(text))
        return Done(TurnOutcome.OK)

    async def _line(self, session_id: str, who: Speaker, text: str) -> None:
        await self._store.add_lines(session_id, [TranscriptLine(who, text)], self._clock.wall().timestamp())
