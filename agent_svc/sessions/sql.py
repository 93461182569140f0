"""The session store in a database: SQLAlchemy Core, every call one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from agent_svc.errors import SessionNotFoundError, VersionConflictError, VersionNotFoundError
from agent_svc.sessions import idle_rows, removal_rows, rows, tables
from agent_svc.sessions.database import Database
from agent_svc.sessions.idle import idle_until, noted
from agent_svc.sessions.session import OwnedSession, Session, SessionSummary, Unanswered
from agent_svc.sessions.store import MAX_LISTED
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.sessions.unanswered_rows import unanswered
from agent_svc.sessions.version import Artifact, ThemeRecord, Version
from plotlane_kit.clock import Clock


class SqlSessionStore:
    """Keeps sessions in `database`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """`clock`: says when a session is used."""
        self._database = database
        self._clock = clock

    async def create(self, session: Session) -> None:
        await self._database.run(
            lambda connection: connection.execute(sa.insert(tables.sessions).values(rows.session_row(session)))
        )

    async def get(self, user: str, session_id: str) -> Session:
        now = self._clock.wall().timestamp()
        return await self._database.run(lambda connection: _load(connection, user, session_id, now))

    async def list(self, user: str) -> Sequence[SessionSummary]:
        return await self._database.run(lambda connection: _list(connection, user))

    async def update(self, session: Session) -> None:
        await self._database.run(lambda connection: _update(connection, session))

    async def begin_run(self, session_id: str, token: int) -> None:
        await self._database.run(lambda connection: _begin_run(connection, session_id, token))

    async def add_version(self, session: Session, version: Version, token: int) -> None:
        await self._database.run(lambda connection: _add_version(connection, session, version, token))

    async def add_theme(self, session_id: str, number: int, record: ThemeRecord, artifact: Artifact | None) -> None:
        await self._database.run(lambda connection: _add_theme(connection, session_id, number, record, artifact))

    async def add_lines(self, session_id: str, lines: Sequence[TranscriptLine], at: float) -> None:
        await self._database.run(lambda connection: _add_lines(connection, session_id, lines, at))

    async def unanswered(self) -> Sequence[Unanswered]:
        return await self._database.run(unanswered)

    async def delete(self, user: str, session_id: str) -> None:
        await self._database.run(lambda connection: removal_rows.delete(connection, user, session_id))

    async def idle(self, at: float, skip: int) -> Sequence[OwnedSession]:
        return await self._database.run(lambda connection: idle_rows.idle(connection, at, skip))

    async def delete_idle(self, session_id: str, at: float) -> bool:
        return await self._database.run(lambda connection: removal_rows.delete_idle(connection, session_id, at))

    async def removals(self) -> Sequence[OwnedSession]:
        return await self._database.run(removal_rows.removals)

    async def end_removal(self, session_id: str) -> None:
        await self._database.run(lambda connection: removal_rows.end(connection, session_id))

    async def close(self) -> None:
        await self._database.close()


def _load(connection: sa.Connection, user: str, session_id: str, now: float) -> Session:
    row = connection.execute(
        sa.select(tables.sessions).where(tables.sessions.c.session_id == session_id, tables.sessions.c.user == user)
    ).one_or_none()
    if row is None:
        raise SessionNotFoundError
    if (until := noted(row.idle_limit_s, row.idle_until, now)) is not None:
        _touch(connection, session_id, {"idle_until": until})

    def all_of(table: sa.Table, *order: str) -> Sequence[sa.Row[Any]]:
        ordered = sa.select(table).where(table.c.session_id == session_id).order_by(*(table.c[name] for name in order))
        return connection.execute(ordered).all()

    artifacts, themes = all_of(tables.artifacts, "number", "position"), all_of(tables.themes, "number", "theme")
    versions = [
        rows.version(version, _of(version, artifacts), _of(version, themes))
        for version in all_of(tables.versions, "number")
    ]
    return rows.session(row, versions, [rows.line(kept) for kept in all_of(tables.transcript, "position")])


def _of(version: sa.Row[Any], kept: Sequence[sa.Row[Any]]) -> list[sa.Row[Any]]:
    return [row for row in kept if row.number == version.number]


def _list(connection: sa.Connection, user: str) -> list[SessionSummary]:
    counted = (
        sa.select(sa.func.count())
        .where(tables.versions.c.session_id == tables.sessions.c.session_id)
        .scalar_subquery()
        .label("versions")
    )
    listed = connection.execute(
        sa.select(tables.sessions, counted)
        .where(tables.sessions.c.user == user)
        .order_by(tables.sessions.c.updated_at.desc(), tables.sessions.c.created_at.desc())
        .limit(MAX_LISTED)
    )
    return [
        SessionSummary(row.session_id, row.chart_id, row.library, row.versions, row.updated_at) for row in listed.all()
    ]


def _update(connection: sa.Connection, session: Session) -> None:
    kept = ("user", "locale", "created_at", "idle_limit_s")
    values = {name: value for name, value in rows.session_row(session).items() if name not in kept}
    _touch(connection, session.session_id, values)


def _touch(connection: sa.Connection, session_id: str, values: dict[str, object]) -> None:
    changed = connection.execute(
        sa.update(tables.sessions).where(tables.sessions.c.session_id == session_id).values(values)
    )
    if changed.rowcount == 0:
        raise SessionNotFoundError


def _update_time(connection: sa.Connection, session_id: str, at: float) -> None:
    limit = sa.select(tables.sessions.c.idle_limit_s).where(tables.sessions.c.session_id == session_id)
    until = idle_until(connection.scalar(limit) or 0.0, at)
    _touch(connection, session_id, {"updated_at": at, "idle_until": until})


def _begin_run(connection: sa.Connection, session_id: str, token: int) -> None:
    _touch(connection, session_id, {"session_id": session_id})  # it is there, and its row is locked
    fenced = sa.update(tables.sessions).where(
        tables.sessions.c.session_id == session_id, tables.sessions.c.fence <= token
    )
    if connection.execute(fenced.values(fence=token)).rowcount == 0:
        raise VersionConflictError


def _add_version(connection: sa.Connection, session: Session, version: Version, token: int) -> None:
    session_id = session.session_id
    _begin_run(connection, session_id, token)
    _update(connection, session)
    _update_time(connection, session_id, version.created_at)
    latest = connection.scalar(
        sa.select(sa.func.max(tables.versions.c.number)).where(tables.versions.c.session_id == session_id)
    )
    if version.number != (latest or 0) + 1:
        raise VersionConflictError
    connection.execute(sa.insert(tables.versions).values(rows.version_row(session_id, version)))
    for position, artifact in enumerate(version.artifacts):
        values = rows.artifact_row(session_id, version.number, position, artifact)
        connection.execute(sa.insert(tables.artifacts).values(values))
    for record in version.themes:
        connection.execute(sa.insert(tables.themes).values(rows.theme_row(session_id, version.number, record)))


def _add_theme(
    connection: sa.Connection, session_id: str, number: int, record: ThemeRecord, artifact: Artifact | None
) -> None:
    _touch(connection, session_id, {"session_id": session_id})
    known = sa.select(tables.versions.c.number).where(
        tables.versions.c.session_id == session_id, tables.versions.c.number == number
    )
    if connection.scalar(known) is None:
        raise VersionNotFoundError
    connection.execute(
        sa.delete(tables.themes).where(
            tables.themes.c.session_id == session_id,
            tables.themes.c.number == number,
            tables.themes.c.theme == record.theme.value,
        )
    )
    connection.execute(sa.insert(tables.themes).values(rows.theme_row(session_id, number, record)))
    if artifact is not None:
        position = connection.scalar(
            sa.select(sa.func.count()).where(
                tables.artifacts.c.session_id == session_id, tables.artifacts.c.number == number
            )
        )
        values = rows.artifact_row(session_id, number, position or 0, artifact)
        connection.execute(sa.insert(tables.artifacts).values(values))


def _add_lines(connection: sa.Connection, session_id: str, lines: Sequence[TranscriptLine], at: float) -> None:
    _update_time(connection, session_id, at)
    if lines:
        _touch(connection, session_id, {"unanswered": lines[-1].who is Speaker.USER})
    count = connection.scalar(sa.select(sa.func.count()).where(tables.transcript.c.session_id == session_id))
    for position, line in enumerate(lines, start=count or 0):
        connection.execute(sa.insert(tables.transcript).values(rows.line_row(session_id, position, line)))
