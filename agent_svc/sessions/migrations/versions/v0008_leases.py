"""Leases: what this agent holds at the scheduler, for the one that comes after it when it dies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "leases",
        sa.Column("lease_id", sa.String(64), primary_key=True),
        sa.Column("token", sa.BigInteger, nullable=False),
        sa.Column("user", sa.String(256), nullable=False),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("leases")
