"""The environment that Alembic runs the journal's migrations in: a connection that the journal hands over."""

from __future__ import annotations

from alembic import context

from scheduler_svc.journal.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table="journal_form",
)
with context.begin_transaction():
    context.run_migrations()
