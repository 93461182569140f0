"""Callers between services: how one proves to another that it belongs to the house, and how that is checked."""
