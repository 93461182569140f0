"""The conversation: how a message or the button “Create plot” becomes a turn of its session."""

from __future__ import annotations

from agent_svc.errors import InvalidError, TooLongError
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import MAX_CHARACTERS
from agent_svc.turns.events import Done
from agent_svc.turns.replies import Replies
from agent_svc.turns.turn import Play, Turn
from agent_svc.turns.turns import Turns
from plotlane_kit.caller import Caller
from plotlane_kit.errors import Violation


class Conversation:
    """Starts turns in which `replies` are made."""

    def __init__(self, turns: Turns, store: SessionStore, replies: Replies, quotas: Quotas) -> None:
        self._turns = turns
        self._store = store
        self._replies = replies
        self._quotas = quotas

    async def create_plot(self, caller: Caller, session_id: str, theme: Theme | None, *, wait: bool = False) -> Turn:
        """Start the turn of the button; with `wait` it waits while the user has as many runs as the cap allows.

        Raises what `Turns.start` raises, `SessionNotFoundError`, RATE_LIMITED and LOCKED_OUT.
        """

        async def play(turn: Turn, hold: Hold) -> Done:
            return await self._replies.to_button(turn, hold, theme, wait=wait)

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
            return await self._replies.to_message(turn, hold, text)

        return await self._start(caller, session_id, play)

    async def _start(self, caller: Caller, session_id: str, play: Play) -> Turn:
        await self._store.get(caller.user, session_id)
        async with self._quotas.spending(caller, Counted.MESSAGE):
            return await self._turns.start(caller, session_id, play)
