"""Idleness: for how long each session may lie unused, and until when that is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody knows whose the sessions are that are there already, so these stay."""
    op.add_column("sessions", sa.Column("idle_limit_s", sa.Float, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("idle_until", sa.Float))
    op.create_index("ix_sessions_idle_until", "sessions", ["idle_until", "session_id"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("ix_sessions_idle_until", "sessions")
    op.drop_column("sessions", "idle_until")
    op.drop_column("sessions", "idle_limit_s")
