"""JSON forms: the usual forms of a table in JSON, each turned into named columns."""
