"""The copies: sessions of their own for the members, made of one session while it is held."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from uuid import uuid4

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.errors import ArtifactNotFoundError, InvalidError, SessionNotFoundError
from agent_svc.fanout.member import Member
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.datasets import SOURCE_NAME
from agent_svc.sessions.hold import SessionHolds, WorkKind
from agent_svc.sessions.mapping import state_of
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.session import Session, Source
from agent_svc.sessions.store import SessionStore
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock

Choose = Callable[[Chart], Sequence[str]]


class Copies:
    """Copies sessions: chart, data, bindings and options; not the versions, nor the conversation."""

    def __init__(
        self,
        store: SessionStore,
        artifacts: ArtifactStore,
        catalogue: Catalogue,
        holds: SessionHolds,
        quotas: Quotas,
        clock: Clock,
    ) -> None:
        self._store = store
        self._artifacts = artifacts
        self._catalogue = catalogue
        self._holds = holds
        self._quotas = quotas
        self._clock = clock

    async def make(self, caller: Caller, session_id: str, choose: Choose) -> list[Member]:
        """One copy for each library that `choose` names for the session's chart; all of them or none.

        Raises `SessionNotFoundError`, `RunActiveError`, `InvalidError` (it is not ready to be drawn), what `choose`
        raises, and RATE_LIMITED, BUDGET or RUN_LIMIT when there is no room for so many.
        """
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.COPY):
            return await self._made(caller, session_id, choose)

    async def snapshot(self, caller: Caller, session_id: str, choose: Choose) -> list[Member]:
        """The same of a session as it stands, whatever holds it: a row is read at once, and a text never changes.

        For copies whose data comes from elsewhere, so that it does not matter what is being done with the session's.
        """
        try:
            return await self._made(caller, session_id, choose)
        except ArtifactNotFoundError:  # a paste took the text away in between: the row names the new one by now
            return await self._made(caller, session_id, choose)

    async def _made(self, caller: Caller, session_id: str, choose: Choose) -> list[Member]:
        parent = await self._store.get(caller.user, session_id)
        chart, source = self._ready(parent)
        libraries = choose(chart)
        text = await self._artifacts.get(source.key)
        async with self._quotas.spending(caller, Counted.COPY, len(libraries)):
            return await self._all(caller, parent, source, text, libraries)

    async def remove(self, caller: Caller, members: Sequence[Member]) -> None:
        """Purge the copies again; one that is gone is no error."""
        for member in members:
            with suppress(SessionNotFoundError):
                await self._store.delete(caller.user, member.session_id)
            await self._artifacts.purge(member.session_id)
            await self._quotas.forget_session(caller, member.session_id)

    async def _all(
        self, caller: Caller, parent: Session, source: Source, text: bytes, libraries: Sequence[str]
    ) -> list[Member]:
        members = [Member(library, uuid4().hex) for library in libraries]
        try:
            for member in members:
                await self._copy(caller, parent, source, text, member)
        except (Exception, asyncio.CancelledError):
            await unbroken(self.remove(caller, members))
            raise
        return members

    async def _copy(self, caller: Caller, parent: Session, source: Source, text: bytes, member: Member) -> None:
        await self._quotas.keep_session(caller, member.session_id)
        async with self._quotas.storing(caller, member.session_id, len(text)):
            kept = await self._artifacts.put(member.session_id, SOURCE_NAME, text)
            now = self._clock.wall().timestamp()
            copy = replace(
                parent,
                session_id=member.session_id,
                library=member.library,
                created_at=now,
                updated_at=now,
                source=replace(source.alone(), key=kept.key),
                versions=(),
                transcript=(),
            )
            await self._store.create(copy)

    def _ready(self, session: Session) -> tuple[Chart, Source]:
        if not session.chart_id:
            raise InvalidError("This session has no chart yet; choose one first.")
        if session.source is None:
            raise InvalidError("There is no data to draw yet; paste a table first.")
        chart = self._catalogue.get(session.chart_id)
        mapping = state_of(chart, session.bindings)
        if not mapping.complete:
            raise InvalidError(f"Choose a column for {', '.join(mapping.missing_roles)} first, then try again.")
        return chart, session.source
