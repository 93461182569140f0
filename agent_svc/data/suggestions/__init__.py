"""Suggestions: which charts fit a table, best first, each with its reason."""
