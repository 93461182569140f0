"""The place: a seat in a pool of the scheduler, as a seam."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from agent_svc.sessions.hold import Hold, SessionHolds
from agent_svc.turns.events import Queued
from plotlane_kit.caller import Caller


class RunOutcome(StrEnum):
    """How the work in a place went, for the scheduler's counts."""

    OK = "ok"
    FAILED = "failed"
    ERROR = "error"
    NOT_READY = "not_ready"


@dataclass(frozen=True, slots=True)
class PlaceRequest:
    """What is asked for. An empty lane is the one of the caller's tier; `hold` is what the run belongs to."""

    pool: str
    kind: str
    lane: str = ""
    hold: Hold | None = None
    with_model: bool = False  #: a language model is asked in it, so it may last longer
    wait: bool = False  #: a full cap or pool keeps it waiting instead of refusing it


@dataclass(slots=True)
class Place:
    """A place that has been given.

    `outcome` is what the scheduler is told when the block is left; an exception makes it ERROR by itself.
    """

    run_id: str
    token: int
    queue_s: float = 0.0
    """Seconds that it was waited for."""
    outcome: RunOutcome = RunOutcome.OK
    renderer: str = ""
    """The renderer that the slot is at, as host:port; empty outside the pool `render`, or when any will do."""
    tag: str = ""
    """The name by which the scheduler tells whoever is called from there which run is calling."""


class Places(SessionHolds, Protocol):
    """Hands out holds and places."""

    def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AbstractAsyncContextManager[Place]:
        """Wait for a place, keep it for the length of the block, then give it back. Calls from a run carry its tag.

        Raises `RunLimitError`, `CapacityError` or `RunActiveError` when it is refused, `CapacityError` when it was
        waited for too long, `DrainingError`, `StoppedError` (also inside the block) when the run is cancelled from
        outside, `PlaceLostError` when the scheduler has taken the place away because what it stood on is gone (a
        renderer that died), and `UpstreamError` when the scheduler is not there (any more).
        """

    async def cancel_session(self, caller: Caller, session_id: str) -> None:
        """End every hold and run that locks the session; returns when it is free."""
