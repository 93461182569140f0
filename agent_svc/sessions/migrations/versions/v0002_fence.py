"""The fence: the newest run that has begun on a session, whose token the insert of a version must show."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; sessions that are there have no run under way."""
    op.add_column("sessions", sa.Column("fence", sa.BigInteger, nullable=False, server_default="0"))
