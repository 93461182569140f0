"""The environment that Alembic runs our migrations in: a connection that the store hands over."""

from __future__ import annotations

from alembic import context

from agent_svc.sessions.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
