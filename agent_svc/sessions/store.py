"""The session store: the seam behind which sessions are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from agent_svc.sessions.session import OwnedSession, Session, SessionSummary, Unanswered
from agent_svc.sessions.transcript import TranscriptLine
from agent_svc.sessions.version import Artifact, ThemeRecord, Version

MAX_LISTED: Final = 200
MAX_IDLE: Final = 100


class SessionStore(Protocol):
    """Keeps sessions. Every call that names a session raises `SessionNotFoundError` when it is not there.

    What a call has written is there after a restart once the call has returned. Reading a session by `get`, and writing
    what moves its `updated_at`, are uses of it: its time without use begins anew.
    """

    async def create(self, session: Session) -> None:
        """Keep a new session without versions."""

    async def get(self, user: str, session_id: str) -> Session:
        """The whole session; a session of another user is not found."""

    async def list(self, user: str) -> Sequence[SessionSummary]:
        """The user's sessions, the one changed last first, at most `MAX_LISTED`."""

    async def update(self, session: Session) -> None:
        """Keep chart, library, source, bindings, options and `updated_at`; versions and transcript stay as they are."""

    async def begin_run(self, session_id: str, token: int) -> None:
        """A run with this fencing token makes the next version: from now on runs with older tokens store none.

        Raises `VersionConflictError` when one with a newer token has begun.
        """

    async def add_version(self, session: Session, version: Version, token: int) -> None:
        """Add the next version with its files and themes, made by the run whose fencing token is `token`.

        With it what `update` keeps of `session`, as which the version was drawn: both or neither.

        Raises `VersionConflictError` when a run with a newer token has begun, or the version's number is not next.
        """

    async def add_theme(self, session_id: str, number: int, record: ThemeRecord, artifact: Artifact | None) -> None:
        """Set how a theme of a version went, and add its picture when there is one."""

    async def add_lines(self, session_id: str, lines: Sequence[TranscriptLine], at: float) -> None:
        """Append to the transcript; `at` (seconds since 1970) becomes `updated_at`."""

    async def unanswered(self) -> Sequence[Unanswered]:
        """The sessions, whosever they are, whose transcript ends with a line of the user."""

    async def delete(self, user: str, session_id: str) -> None:
        """Remove every row of the session and note its removal; a session of another user is not found."""

    async def idle(self, at: float, skip: int) -> Sequence[OwnedSession]:
        """Those that at `at` lie unused for as long as they may: after the first `skip`, at most `MAX_IDLE`.

        The one that could be swept first comes first.
        """

    async def delete_idle(self, session_id: str, at: float) -> bool:
        """As `delete`, for a session that is idle at `at`; whether it was."""

    async def removals(self) -> Sequence[OwnedSession]:
        """The sessions whose rows are gone and whose other belongings may not be yet."""

    async def end_removal(self, session_id: str) -> None:
        """Nothing is left of a session: forget that it was removed."""

    async def close(self) -> None:
        """Let go of what the store holds; nothing may be called afterwards."""
