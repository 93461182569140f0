"""The session store: the seam behind which sessions are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from agent_svc.sessions.session import Session, SessionSummary
from agent_svc.sessions.transcript import TranscriptLine
from agent_svc.sessions.version import Artifact, ThemeRecord, Version

MAX_LISTED: Final = 200


class SessionStore(Protocol):
    """Keeps sessions. Every call that names a session raises `SessionNotFoundError` when it is not there.

    What a call has written is there after a restart once the call has returned.
    """

    async def create(self, session: Session) -> None:
        """Keep a new session without versions."""

    async def get(self, user: str, session_id: str) -> Session:
        """The whole session; a session of another user is not found."""

    async def list(self, user: str) -> Sequence[SessionSummary]:
        """The user's sessions, the one changed last first, at most `MAX_LISTED`."""

    async def update(self, session: Session) -> None:
        """Keep chart, library, source, bindings, options and `updated_at`; versions and transcript stay as they are."""

    async def add_version(self, session_id: str, version: Version) -> None:
        """Add the next version with its files and themes. Raises `VersionConflictError` when its number is not next."""

    async def add_theme(self, session_id: str, number: int, record: ThemeRecord, artifact: Artifact | None) -> None:
        """Set how a theme of a version went, and add its picture when there is one."""

    async def add_lines(self, session_id: str, lines: Sequence[TranscriptLine], at: float) -> None:
        """Append to the transcript; `at` (seconds since 1970) becomes `updated_at`."""

    async def delete(self, user: str, session_id: str) -> None:
        """Remove every row of the session; a session of another user is not found."""

    async def close(self) -> None:
        """Let go of what the store holds; nothing may be called afterwards."""
