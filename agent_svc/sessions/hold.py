"""The hold: a session's one-thing-at-a-time rule, as a seam to the scheduler."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from plotlane_kit.caller import Caller


class WorkKind(StrEnum):
    """What holds a session, for what a refused neighbour is told."""

    PASTE = "paste"
    READING = "reading"
    CONVERT = "convert"
    STEP = "step"
    BINDINGS = "bindings"
    OPTIONS = "options"
    SWITCH = "switch"
    TURN = "turn"
    TOGGLE = "toggle"
    DELETE = "delete"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class Hold:
    """A session that is held; `token` is its fencing token."""

    hold_id: str
    token: int


class SessionHolds(Protocol):
    """Hands out holds."""

    def hold(self, caller: Caller, session_id: str, kind: WorkKind) -> AbstractAsyncContextManager[Hold]:
        """Hold the session for the length of the block; it is free again when the block has been left.

        Raises `RunActiveError` at once when something else holds it, `StoppedError` inside the block when the hold is
        cancelled from outside, and `UpstreamError` when the scheduler is not there (any more).
        """
