"""The idle rows: the sessions in the database that may be swept, found."""

from __future__ import annotations

import sqlalchemy as sa

from agent_svc.sessions.session import OwnedSession
from agent_svc.sessions.store import MAX_IDLE
from agent_svc.sessions.tables import sessions


def idle(connection: sa.Connection, at: float, skip: int) -> list[OwnedSession]:
    """See `SessionStore.idle`."""
    found = connection.execute(
        sa.select(sessions.c.user, sessions.c.session_id)
        .where(sessions.c.idle_until <= at)
        .order_by(sessions.c.idle_until, sessions.c.session_id)
        .offset(skip)
        .limit(MAX_IDLE)
    )
    return [OwnedSession(row.user, row.session_id) for row in found]
