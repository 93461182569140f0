"""Columns: what a column is, which of its words mean nothing, and in which order its values go."""
