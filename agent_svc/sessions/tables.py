"""The tables that sessions are kept in; the migrations make them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

_MARKED = sa.text("unanswered")

sessions = sa.Table(
    "sessions",
    metadata,
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
    sa.Column("fence", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("steps", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("upload", sa.JSON),
    sa.Column("idle_limit_s", sa.Float, nullable=False, server_default="0"),
    sa.Column("idle_until", sa.Float),
    sa.Index("sessions_by_user", "user", "updated_at"),
    sa.Column("unanswered", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_sessions_idle_until", "idle_until", "session_id"),
    sa.Index("ix_sessions_unanswered", "session_id", sqlite_where=_MARKED, postgresql_where=_MARKED),
)


def _owner() -> sa.Column[str]:
    return sa.Column(
        "session_id", sa.String(128), sa.ForeignKey("sessions.session_id", ondelete="CASCADE"), primary_key=True
    )


versions = sa.Table(
    "versions",
    metadata,
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
    sa.Column("steps", sa.JSON, nullable=False, server_default="[]"),
)


def _version_key() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["session_id", "number"], ["versions.session_id", "versions.number"], ondelete="CASCADE"
    )


artifacts = sa.Table(
    "artifacts",
    metadata,
    sa.Column("session_id", sa.String(128), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(128), primary_key=True),
    sa.Column("media_type", sa.String(128), nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("object_key", sa.String(512), nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    _version_key(),
)

themes = sa.Table(
    "themes",
    metadata,
    sa.Column("session_id", sa.String(128), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("theme", sa.String(16), primary_key=True),
    sa.Column("status", sa.String(32), nullable=False),
    sa.Column("reason", sa.String(32)),
    sa.Column("tries", sa.Integer, nullable=False),
    _version_key(),
)

transcript = sa.Table(
    "transcript",
    metadata,
    _owner(),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("who", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
)

removals = sa.Table(
    "removals",
    metadata,
    sa.Column("session_id", sa.String(128), primary_key=True),
    sa.Column("user", sa.String(256), nullable=False),
)

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("lease_id", sa.String(64), primary_key=True),
    sa.Column("token", sa.BigInteger, nullable=False),
    sa.Column("user", sa.String(256), nullable=False),
)

fanouts = sa.Table(
    "fanouts",
    metadata,
    sa.Column("group_id", sa.String(64), primary_key=True),
    sa.Column("user", sa.String(256), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False, index=True),
)

fanout_members = sa.Table(
    "fanout_members",
    metadata,
    sa.Column("group_id", sa.String(64), sa.ForeignKey("fanouts.group_id", ondelete="CASCADE"), primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("library", sa.String(64), nullable=False),
    sa.Column("session_id", sa.String(128), nullable=False),
    sa.Column("outcome", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("code", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

signals = sa.Table(
    "signals",
    metadata,
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
    sa.Index("ix_signals_state", "state", "seq"),
    sqlite_autoincrement=True,  # a place in the order is never given away twice
)

signal_runs = sa.Table(
    "signal_runs",
    metadata,
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
