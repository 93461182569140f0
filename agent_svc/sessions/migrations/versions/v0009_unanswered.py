"""Unanswered: which sessions wait for an answer, marked so that a start need not look at every transcript."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_LAST_WORD_IS_THE_USERS = """
UPDATE sessions SET unanswered = true WHERE session_id IN (
    SELECT line.session_id FROM transcript AS line WHERE line.who = 'user' AND line.position = (
        SELECT max(other.position) FROM transcript AS other WHERE other.session_id = line.session_id
    )
)
"""


def upgrade() -> None:
    """Add the mark and set it where the user has the last word."""
    op.add_column("sessions", sa.Column("unanswered", sa.Boolean, nullable=False, server_default=sa.false()))
    marked = sa.text("unanswered")
    op.create_index("ix_sessions_unanswered", "sessions", ["session_id"], sqlite_where=marked, postgresql_where=marked)
    op.execute(_LAST_WORD_IS_THE_USERS)


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_sessions_unanswered", "sessions")
    op.drop_column("sessions", "unanswered")
