"""The run tag: the name of the run that the present work belongs to, carried to whatever that work calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

#: In gRPC metadata and as an HTTP header alike; `ResolveRunTag` of the scheduler says which run it is.
RUN_TAG_KEY: Final = "x-plotlane-run-tag"

# Of the task, so that work that overlaps keeps its tags apart, and tasks that it starts inherit it.
_CARRIED: ContextVar[str] = ContextVar("plotlane_run_tag", default="")


@contextmanager
def carrying(tag: str) -> Iterator[None]:
    """Have every call that is made inside the block carry `tag`; an empty one changes nothing."""
    if not tag:
        yield
        return
    before = _CARRIED.set(tag)
    try:
        yield
    finally:
        _CARRIED.reset(before)


def run_tag_pairs() -> tuple[tuple[str, str], ...]:
    """What a call adds to its metadata or headers: the tag of the run that it belongs to; nothing outside of runs."""
    tag = _CARRIED.get()
    return ((RUN_TAG_KEY, tag),) if tag else ()
