"""The catalogue that ships, loaded once for all tests: nobody can change it, and loading takes a fifth of a second."""

from __future__ import annotations

from functools import cache

from agent_svc.catalogue import Catalogue, load_catalogue


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue that ships."""
    return load_catalogue()
