"""The unanswered sessions in the database: those in which the user has the last word."""

from __future__ import annotations

import sqlalchemy as sa

from agent_svc.sessions import tables
from agent_svc.sessions.session import Unanswered
from agent_svc.sessions.transcript import Speaker


def unanswered(connection: sa.Connection) -> list[Unanswered]:
    """All of them."""
    lines, sessions = tables.transcript, tables.sessions
    last = sa.select(lines.c.session_id, sa.func.max(lines.c.position).label("position")).group_by(lines.c.session_id)
    ends = last.subquery()
    found = connection.execute(
        sa.select(lines.c.session_id, lines.c.text, sessions.c.locale)
        .join(ends, (ends.c.session_id == lines.c.session_id) & (ends.c.position == lines.c.position))
        .join(sessions, sessions.c.session_id == lines.c.session_id)
        .where(lines.c.who == Speaker.USER.value)
        .order_by(lines.c.session_id)
    )
    return [Unanswered(row.session_id, row.locale, row.text) for row in found]
