"""Removals: the sessions whose rows are gone and whose files may not be yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "removals",
        sa.Column("session_id", sa.String(128), primary_key=True),
        sa.Column("user", sa.String(256), nullable=False),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("removals")
