"""The removal rows: sessions leave the database and a note in one transaction, for what they have elsewhere."""

from __future__ import annotations

import sqlalchemy as sa

from agent_svc.errors import SessionNotFoundError
from agent_svc.sessions.session import OwnedSession
from agent_svc.sessions.tables import removals as noted
from agent_svc.sessions.tables import sessions


def delete(connection: sa.Connection, user: str, session_id: str) -> None:
    """See `SessionStore.delete`."""
    if not _delete(connection, sessions.c.session_id == session_id, sessions.c.user == user):
        raise SessionNotFoundError


def delete_idle(connection: sa.Connection, session_id: str, at: float) -> bool:
    """See `SessionStore.delete_idle`: judged in the statement that removes it, so that no use comes in between."""
    return _delete(connection, sessions.c.session_id == session_id, sessions.c.idle_until <= at)


def removals(connection: sa.Connection) -> list[OwnedSession]:
    """See `SessionStore.removals`."""
    return [OwnedSession(row.user, row.session_id) for row in connection.execute(sa.select(noted))]


def end(connection: sa.Connection, session_id: str) -> None:
    """See `SessionStore.end_removal`."""
    connection.execute(sa.delete(noted).where(noted.c.session_id == session_id))


def _delete(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> bool:
    gone = connection.execute(sa.delete(sessions).where(*which).returning(sessions.c.session_id, sessions.c.user)).all()
    for row in gone:
        end(connection, row.session_id)  # a session of this name may have been removed before
        connection.execute(sa.insert(noted).values(session_id=row.session_id, user=row.user))
    return bool(gone)
