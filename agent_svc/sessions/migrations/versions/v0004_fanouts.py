"""Fan-outs: which sessions one drew in, and how each of its members ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "fanouts",
        sa.Column("group_id", sa.String(64), primary_key=True),
        sa.Column("user", sa.String(256), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_index("ix_fanouts_created_at", "fanouts", ["created_at"])
    op.create_table(
        "fanout_members",
        sa.Column("group_id", sa.String(64), sa.ForeignKey("fanouts.group_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("library", sa.String(64), nullable=False),
        sa.Column("session_id", sa.String(128), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("fanout_members")
    op.drop_table("fanouts")
