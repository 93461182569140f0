"""The first tables: sessions, versions with their files and themes, and the transcript."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.String(128), primary_key=True),
        sa.Column("user", sa.String(256), nullable=False),
        sa.Column("chart_id", sa.String(128), nullable=False),
        sa.Column("library", sa.String(64), nullable=False),
        sa.Column("locale", sa.String(64), nullable=False),
        sa.Column("source_key", sa.String(512)),
        sa.Column("reading", sa.JSON, nullable=False),
        sa.Column("bindings", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("updated_at", sa.Float, nullable=False),
    )
    op.create_index("sessions_by_user", "sessions", ["user", "updated_at"])
    op.create_table(
        "versions",
        _owner(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("chart_id", sa.String(128), nullable=False),
        sa.Column("library", sa.String(64), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(32)),
        sa.Column("theme", sa.String(16), nullable=False),
        sa.Column("bindings", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("changes", sa.JSON, nullable=False),
        sa.Column("remarks", sa.JSON, nullable=False),
        sa.Column("cost", sa.JSON, nullable=False),
        sa.Column("width_px", sa.Integer, nullable=False),
        sa.Column("height_px", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_table(
        "artifacts",
        sa.Column("session_id", sa.String(128), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(128), primary_key=True),
        sa.Column("media_type", sa.String(128), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("object_key", sa.String(512), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        _version_key(),
    )
    op.create_table(
        "themes",
        sa.Column("session_id", sa.String(128), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("theme", sa.String(16), primary_key=True),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(32)),
        sa.Column("tries", sa.Integer, nullable=False),
        _version_key(),
    )
    op.create_table(
        "transcript",
        _owner(),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )


def _owner() -> sa.Column[str]:
    return sa.Column(
        "session_id", sa.String(128), sa.ForeignKey("sessions.session_id", ondelete="CASCADE"), primary_key=True
    )


def _version_key() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["session_id", "number"], ["versions.session_id", "versions.number"], ondelete="CASCADE"
    )


def downgrade() -> None:
    """Take the tables away again."""
    for table in ("transcript", "themes", "artifacts", "versions", "sessions"):
        op.drop_table(table)
