"""The run: one piece of work that needs a place, queued, then in flight, then ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RunState(StrEnum):
    """Where a run stands."""

    QUEUED = "queued"
    IN_FLIGHT = "in_flight"
    ENDED = "ended"


class EndReason(StrEnum):
    """Why a run or a hold is over; the closed set."""

    RELEASED = "released"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    LOST = "lost"
    DRAINED = "drained"


class Outcome(StrEnum):
    """How a released run went, as its owner says."""

    OK = "ok"
    FAILED = "failed"
    ERROR = "error"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a caller asks for; two requests with one id are the same run exactly when they are equal."""

    run_id: str
    pool: str
    lane: str
    user: str
    kind: str = ""
    """The kind of work, for what a refused neighbour is told."""
    locks: tuple[str, ...] = ()
    """Exclusive keys, sorted and without repetition."""
    hold_id: str = ""
    """The hold whose locks the run inherits; empty: none."""
    own_tag: str = ""
    """A tag that the caller brings; empty: the scheduler's edge draws one."""
    context: bytes = b""
    """Opaque bytes that travel with the run."""


@dataclass(slots=True)
class Run:
    """One admitted run; only `State.evolve` writes to it."""

    request: RunRequest
    token: int
    tag: str
    position: int
    """Its rank at admission, from 1."""
    arrived_at: float
    latest_start: float
    """The moment at which it expires unless its turn has come."""
    started_at: float | None = None
    ended_at: float | None = None
    end: EndReason | None = None
    outcome: Outcome | None = None

    @property
    def state(self) -> RunState:
        """Where the run stands."""
        if self.end is not None:
            return RunState.ENDED
        return RunState.QUEUED if self.started_at is None else RunState.IN_FLIGHT

    @property
    def queue_wait_s(self) -> float:
        """How long an ended or started run waited for its place, in seconds."""
        left = self.started_at if self.started_at is not None else self.ended_at
        return 0.0 if left is None else left - self.arrived_at
