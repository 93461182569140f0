"""The replies: what is made of a message, or of the button “Create plot”, in a session that is held."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Final, TypeVar

from agent_svc.errors import StoppedError, words_of
from agent_svc.guard.guard import Guard
from agent_svc.guard.refusals import REDACTED, UNCHECKED
from agent_svc.guard.verdict import MessageRefusedError
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.spending.budget import TurnBudget
from agent_svc.spending.paid_model import PaidModel
from agent_svc.turns.assisted import Assisted
from agent_svc.turns.events import Done, Refusal
from agent_svc.turns.grammar_answers import GrammarAnswers
from agent_svc.turns.making import Making
from agent_svc.turns.plotter import Plotter
from agent_svc.turns.turn import Turn
from plotlane_kit.clock import Clock
from plotlane_kit.errors import TABLE, PlotlaneError

BUTTON: Final = "Create plot"
T = TypeVar("T")


class Replies:
    """A message goes past the guard to whoever answers, the button straight to the plotter.

    What is said in the session stands in its transcript, and so does what kept it from being answered.
    """

    def __init__(
        self,
        store: SessionStore,
        plotter: Plotter,
        grammar: GrammarAnswers,
        guard: Guard,
        clock: Clock,
        assisted: Assisted | None = None,
    ) -> None:
        """`assisted`: with a language model; without one the `grammar` answers."""
        self._store = store
        self._plotter = plotter
        self._grammar = grammar
        self._guard = guard
        self._clock = clock
        self._assisted = assisted

    async def to_button(
        self,
        turn: Turn,
        hold: Hold,
        theme: Theme | None = None,
        *,
        wait: bool = False,
        budget: TurnBudget | None = None,
    ) -> Done:
        """Draw; with `wait` the run waits while the user has as many as the cap allows. Raises what kept it from it."""
        await self._line(turn, Speaker.USER, BUTTON)
        session = await self._store.get(turn.caller.user, turn.session_id)
        making = Making() if self._assisted is None else self._assisted.plain(turn.caller, hold, budget)
        plot = self._plotter.plot(turn, hold, session, theme or Theme.LIGHT, replace(making, wait=wait))
        return await self.recorded(turn, plot)

    async def to_message(self, turn: Turn, hold: Hold, text: str, *, budget: TurnBudget | None = None) -> Done:
        """Do what `text` asks for. Raises what kept it from it.

        `budget`: what the model may use, together with what came before; None: what a turn may.
        """
        return await self.recorded(turn, self._answer(turn, hold, text, budget))

    async def recorded(self, turn: Turn, work: Awaitable[T]) -> T:
        """What `work` returns; what keeps it from returning is said in the session."""
        try:
            return await work
        except asyncio.CancelledError:
            await self._line(turn, Speaker.PLOTLANE, (turn.stop_reason or StoppedError()).message)
            raise
        except PlotlaneError as error:
            await self._line(turn, Speaker.PLOTLANE, words_of(error))
            raise

    async def _answer(self, turn: Turn, hold: Hold, text: str, budget: TurnBudget | None) -> Done:
        session = await self._store.get(turn.caller.user, turn.session_id)
        paid = None
        if self._assisted is not None:
            paid = self._assisted.models.open(turn.caller, hold.hold_id, hold.token, budget)
        try:
            await self._admit(turn, session, text, paid)
        except MessageRefusedError as refused:
            await self._line(turn, Speaker.PLOTLANE, refused.message)
            return turn.refuse(Refusal(TABLE[refused.reason].sse, refused.message), refused.metadata["verdict"])
        if self._assisted is None or paid is None:
            return await self._grammar.answer(turn, hold, session, text)
        return await self._assisted.answers.answer(turn, hold, session, text, paid)

    async def _admit(self, turn: Turn, session: Session, text: str, paid: PaidModel | None) -> None:
        """Let `text` into the transcript; of one that the guard does not let pass only a mark is kept there."""
        kept = UNCHECKED
        try:
            await self._guard.admit_message(turn.caller, text, session.locale, paid)
            kept = text
        except MessageRefusedError:
            kept = REDACTED
            raise
        finally:
            await self._line(turn, Speaker.USER, kept)

    async def _line(self, turn: Turn, who: Speaker, text: str) -> None:
        await self._store.add_lines(turn.session_id, [TranscriptLine(who, text)], self._clock.wall().timestamp())
