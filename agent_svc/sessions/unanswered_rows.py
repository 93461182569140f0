"""The unanswered sessions in the database: those in which the user has the last word."""

from __future__ import annotations

import sqlalchemy as sa

from agent_svc.sessions import tables
from agent_svc.sessions.session import Unanswered


def unanswered(connection: sa.Connection) -> list[Unanswered]:
    """All of them, by the mark that whoever adds lines sets; of other sessions no line is looked at."""
    lines, sessions = tables.transcript, tables.sessions
    last = (
        sa.select(lines.c.text)
        .where(lines.c.session_id == sessions.c.session_id)
        .order_by(lines.c.position.desc())
        .limit(1)
        .scalar_subquery()
    )
    found = connection.execute(
        sa.select(sessions.c.session_id, sessions.c.locale, last.label("text"))
        .where(sa.text("sessions.unanswered"))
        .order_by(sessions.c.session_id)
    )
    return [Unanswered(row.session_id, row.locale, row.text) for row in found]
