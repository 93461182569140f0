"""An open stream: the sign that a server sends when it has accepted a stream whose first message may come late."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

OPEN: Final = (("x-plotlane-stream", "open"),)  #: the initial metadata of such a stream


def is_open(initial_metadata: Iterable[tuple[str, str | bytes]] | None) -> bool:
    """Whether `initial_metadata` carries the sign; without it the first message, or the refusal, is the answer."""
    return any(tuple(pair) == OPEN[0] for pair in initial_metadata or ())
