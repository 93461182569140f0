"""The handler `fan-out`: new data, drawn as a session is with each of the libraries that can."""

from __future__ import annotations

from pydantic import Field

from agent_svc.catalogue import Catalogue
from agent_svc.errors import InvalidError
from agent_svc.fanout.choice import MAX_LIBRARIES, chooser
from agent_svc.fanout.expected import ExpectedTimes
from agent_svc.libraries import Libraries
from agent_svc.sessions.store import SessionStore
from agent_svc.signals.fields import SessionData, fields_of
from agent_svc.signals.prompt import Prompt
from agent_svc.signals.signal import Signal


class _FanOut(SessionData):
    libraries: list[str] = Field(default_factory=list, max_length=MAX_LIBRARIES, description="None: all that can.")


class FanOutSignal:
    """Takes `{session, data, libraries?}`. The session stays as it is; each library draws in a copy of it."""

    def __init__(
        self, store: SessionStore, catalogue: Catalogue, libraries: Libraries, expected: ExpectedTimes
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._libraries = libraries
        self._expected = expected

    def check(self, signal: Signal) -> None:
        """Raises `InvalidSignalError` with every field that is wrong."""
        fields_of(_FanOut, signal)

    async def handle(self, signal: Signal) -> list[Prompt]:
        """A prompt for each library, the one that takes longest first.

        Raises `SessionNotFoundError`, `InvalidError` (no chart, a library that cannot draw it) or `NotEligibleError`.
        """
        wanted = fields_of(_FanOut, signal)
        session = await self._store.get(signal.user, wanted.session)
        if not session.chart_id:
            raise InvalidError("This session has no chart yet; choose one first.")
        choose = chooser(wanted.libraries, await self._libraries.available())
        libraries = self._expected.longest_first(list(choose(self._catalogue.get(session.chart_id))))
        return [Prompt(like=wanted.session, library=library, data=wanted.data) for library in libraries]
