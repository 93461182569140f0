"""The journal: every accepted event, kept before its effect is told, in memory, in SQLite or in PostgreSQL."""
