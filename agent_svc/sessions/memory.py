"""The session store in memory: the twin that tests and short-lived agents use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_svc.errors import SessionNotFoundError, VersionConflictError, VersionNotFoundError
from agent_svc.sessions.idle import idle_until, noted
from agent_svc.sessions.session import OwnedSession, Session, SessionSummary, Unanswered
from agent_svc.sessions.store import MAX_IDLE, MAX_LISTED
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.sessions.version import Artifact, ThemeRecord, Version
from plotlane_kit.clock import Clock


class MemorySessionStore:
    """Keeps sessions in a dictionary; gone with the process."""

    def __init__(self, clock: Clock) -> None:
        """`clock`: says when a session is used."""
        self._clock = clock
        self._sessions: dict[str, Session] = {}
        self._fences: dict[str, int] = {}
        self._idle_until: dict[str, float | None] = {}
        self._removals: dict[str, OwnedSession] = {}

    async def create(self, session: Session) -> None:
        self._sessions[session.session_id] = session
        self._used(session, session.updated_at)

    async def get(self, user: str, session_id: str) -> Session:
        session = self._find(session_id)
        if session.user != user:
            raise SessionNotFoundError
        until = noted(session.idle_limit_s, self._idle_until[session_id], self._clock.wall().timestamp())
        if until is not None:
            self._idle_until[session_id] = until
        return session

    async def list(self, user: str) -> Sequence[SessionSummary]:
        mine = sorted(
            (session for session in self._sessions.values() if session.user == user),
            key=lambda session: (session.updated_at, session.created_at),
            reverse=True,
        )
        return [
            SessionSummary(s.session_id, s.chart_id, s.library, len(s.versions), s.updated_at)
            for s in mine[:MAX_LISTED]
        ]

    async def update(self, session: Session) -> None:
        kept = self._find(session.session_id)
        self._sessions[session.session_id] = replace(
            session,
            user=kept.user,
            locale=kept.locale,
            created_at=kept.created_at,
            versions=kept.versions,
            transcript=kept.transcript,
            idle_limit_s=kept.idle_limit_s,
        )
        self._used(kept, session.updated_at)

    async def begin_run(self, session_id: str, token: int) -> None:
        self._find(session_id)
        if token < self._fences.get(session_id, 0):
            raise VersionConflictError
        self._fences[session_id] = token

    async def add_version(self, session: Session, version: Version, token: int) -> None:
        session_id = session.session_id
        if self._find(session_id).next_number != version.number:
            raise VersionConflictError
        await self.begin_run(session_id, token)
        await self.update(session)
        kept = self._find(session_id)
        self._sessions[session_id] = replace(kept, versions=(*kept.versions, version), updated_at=version.created_at)
        self._used(kept, version.created_at)

    async def add_theme(self, session_id: str, number: int, record: ThemeRecord, artifact: Artifact | None) -> None:
        session = self._find(session_id)
        version = session.version(number)
        if version is None or number == 0:
            raise VersionNotFoundError
        others = [kept for kept in version.themes if kept.theme is not record.theme]
        themes = tuple(sorted([*others, record], key=lambda kept: kept.theme.value))
        artifacts = version.artifacts if artifact is None else (*version.artifacts, artifact)
        changed = replace(version, themes=themes, artifacts=artifacts)
        versions = tuple(changed if kept.number == number else kept for kept in session.versions)
        self._sessions[session_id] = replace(session, versions=versions)

    async def add_lines(self, session_id: str, lines: Sequence[TranscriptLine], at: float) -> None:
        session = self._find(session_id)
        self._sessions[session_id] = replace(session, transcript=(*session.transcript, *lines), updated_at=at)
        self._used(session, at)

    async def unanswered(self) -> Sequence[Unanswered]:
        ends = [(session, session.transcript[-1]) for session in self._sessions.values() if session.transcript]
        return [
            Unanswered(session.session_id, session.locale, line.text)
            for session, line in sorted(ends, key=lambda end: end[0].session_id)
            if line.who is Speaker.USER
        ]

    async def delete(self, user: str, session_id: str) -> None:
        await self.get(user, session_id)
        self._forget(session_id)

    async def idle(self, at: float, skip: int) -> Sequence[OwnedSession]:
        overdue = sorted((until, name) for name, until in self._idle_until.items() if until is not None and until <= at)
        return [OwnedSession(self._sessions[name].user, name) for _, name in overdue[skip : skip + MAX_IDLE]]

    async def delete_idle(self, session_id: str, at: float) -> bool:
        until = self._idle_until.get(session_id)
        if until is None or until > at:
            return False
        self._forget(session_id)
        return True

    async def removals(self) -> Sequence[OwnedSession]:
        return list(self._removals.values())

    async def end_removal(self, session_id: str) -> None:
        self._removals.pop(session_id, None)

    async def close(self) -> None:
        self._sessions.clear()

    def _used(self, session: Session, at: float) -> None:
        self._idle_until[session.session_id] = idle_until(session.idle_limit_s, at)

    def _forget(self, session_id: str) -> None:
        self._removals[session_id] = OwnedSession(self._sessions[session_id].user, session_id)
        del self._sessions[session_id], self._idle_until[session_id]
        self._fences.pop(session_id, None)

    def _find(self, session_id: str) -> Session:
        session = self._sessions.get(session_id)
        if session is None:
            raise SessionNotFoundError
        return session
