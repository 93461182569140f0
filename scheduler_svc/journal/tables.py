"""The tables of the journal: events, snapshots, and who leads."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

metadata: Final = sa.MetaData()

# Only a column of this very type is SQLite's own row number, which is several times as fast as an index beside it.
_SEQ: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

events: Final = sa.Table(
    "journal_events",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=False),
    sa.Column("term", sa.BigInteger, nullable=False),
    sa.Column("core_at", sa.Double, nullable=False),
    sa.Column("wall_at", sa.Double, nullable=False),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("form", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
"""`core_at` and `wall_at`: when the event was decided, in seconds since the epoch and since 1970."""

snapshots: Final = sa.Table(
    "journal_snapshots",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=False),
    sa.Column("core_at", sa.Double, nullable=False),
    sa.Column("wall_at", sa.Double, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
"""The state after the event `seq`."""

leader: Final = sa.Table(
    "journal_leader",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("term", sa.BigInteger, nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False),
)
"""One row, `id` 1: the epoch of the leadership (`term`), and how often its leader has committed (`beat`)."""
