"""The session store in memory: the twin that tests and short-lived agents use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_svc.errors import SessionNotFoundError, VersionConflictError, VersionNotFoundError
from agent_svc.sessions.session import Session, SessionSummary
from agent_svc.sessions.store import MAX_LISTED
from agent_svc.sessions.transcript import TranscriptLine
from agent_svc.sessions.version import Artifact, ThemeRecord, Version


class MemorySessionStore:
    """Keeps sessions in a dictionary; gone with the process."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}

    async def create(self, session: Session) -> None:
        self._sessions[session.session_id] = session

    async def get(self, user: str, session_id: str) -> Session:
        session = self._find(session_id)
        if session.user != user:
            raise SessionNotFoundError
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
        )

    async def add_version(self, session_id: str, version: Version) -> None:
        session = self._find(session_id)
        if session.next_number != version.number:
            raise VersionConflictError
        self._sessions[session_id] = replace(
            session, versions=(*session.versions, version), updated_at=version.created_at
        )

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

    async def delete(self, user: str, session_id: str) -> None:
        await self.get(user, session_id)
        del self._sessions[session_id]

    async def close(self) -> None:
        self._sessions.clear()

    def _find(self, session_id: str) -> Session:
        session = self._sessions.get(session_id)
        if session is None:
            raise SessionNotFoundError
        return session
