"""Hypothesis for these tests: no deadline, because a busy machine is not a slow parser."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("data", deadline=None)
settings.load_profile("data")
