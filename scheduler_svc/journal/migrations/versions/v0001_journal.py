"""The first tables: events, snapshots, and the leader."""

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
        "journal_events",
        _seq(),
        sa.Column("term", sa.BigInteger, nullable=False),
        *_moment(),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table("journal_snapshots", _seq(), *_moment(), sa.Column("data", sa.Text, nullable=False))
    op.create_table(
        "journal_leader",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("term", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("journal_leader", "journal_snapshots", "journal_events"):
        op.drop_table(name)


def _seq() -> sa.Column[int]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column("seq", number, primary_key=True, autoincrement=False)


def _moment() -> tuple[sa.Column[float], sa.Column[float]]:
    return sa.Column("core_at", sa.Double, nullable=False), sa.Column("wall_at", sa.Double, nullable=False)
