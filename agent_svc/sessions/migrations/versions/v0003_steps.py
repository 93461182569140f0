"""Data steps: what was done to the data of a session since it was read, and the file that it came from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; what is there already was pasted, and has no steps."""
    op.add_column("sessions", sa.Column("steps", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("sessions", sa.Column("upload", sa.JSON))
    op.add_column("versions", sa.Column("steps", sa.JSON, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("versions", "steps")
    op.drop_column("sessions", "upload")
    op.drop_column("sessions", "steps")
