"""Bindings: which columns fill the roles of a chart."""
