"""Signals: in the order of their emission, and the runs that came of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "signals",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("signal_id", sa.String(128), nullable=False),
        sa.Column("user", sa.String(256), nullable=False),
        sa.Column("tier", sa.String(16), nullable=False),
        sa.Column("handler", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("emitted_at", sa.Float, nullable=False),
        sa.Column("claimed_at", sa.Float, nullable=False, server_default="0"),
        sa.Column("ended_at", sa.Float, nullable=False, server_default="0"),
        sa.Column("limited", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("code", sa.String(32), nullable=False, server_default=""),
        sa.Column("text", sa.Text, nullable=False, server_default=""),
        sa.UniqueConstraint("user", "signal_id", name="uq_signals_user_signal_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_signals_state", "signals", ["state", "seq"])
    op.create_table(
        "signal_runs",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.ForeignKey("signals.seq", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("session_id", sa.String(128), nullable=False),
        sa.Column("tag", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("limited", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("signal_runs")
    op.drop_table("signals")
