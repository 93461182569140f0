"""The run: one piece of work that needs a place, perhaps blocked, queued, then in flight, then ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

GIVE_UP_AFTER_S: Final = 1_800.0


class RunState(StrEnum):
    """Where a run stands."""

    BLOCKED = "blocked"
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
    GAVE_UP = "gave_up"
    RENDERER_LOST = "renderer_lost"


class Policy(StrEnum):
    """What is done when something is in the way."""

    REFUSE = "refuse"
    WAIT = "wait"


class BlockReason(StrEnum):
    """What keeps a run that waits for it out of the queue; the closed set."""

    LOCK = "lock"
    USER_CAP = "user_cap"
    ADDRESS_CAP = "address_cap"
    CAPACITY = "capacity"


@dataclass(frozen=True, slots=True)
class Block:
    """Why a run may not enter the queue; `kind` is the kind of work that has the lock, else empty."""

    reason: BlockReason
    kind: str = ""


class Outcome(StrEnum):
    """How a released run went, as its owner says."""

    OK = "ok"
    FAILED = "failed"
    ERROR = "error"
    CANCELLED = "cancelled"
    NOT_READY = "not_ready"
    """Something that the work needs was missing, and nothing was tried."""


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
    group_id: str = ""
    """The group that the run belongs to; empty: none."""
    on_conflict: Policy = Policy.REFUSE
    """What is done when a lock is taken."""
    on_limit: Policy = Policy.REFUSE
    """What is done when the user's cap or the pool's capacity is reached."""
    give_up_after_s: float = GIVE_UP_AFTER_S
    """How long it stays blocked at most, in seconds."""
    estimate_key: str = ""
    """What besides its kind tells how long it will take, as a library does; empty: its kind alone."""
    with_model: bool = False
    """Whether a language model is asked in it, which takes its time."""
    address: str = field(default="", compare=False, repr=False)
    """What the caller shares with others at one network address; empty: nothing. A retry may come from another one."""


@dataclass(slots=True)
class Run:
    """One accepted run; only `State.evolve` writes to it."""

    request: RunRequest
    token: int
    tag: str
    position: int
    """Its rank when it entered the queue, from 1; 0 while it is blocked."""
    arrived_at: float
    """When it entered the queue; while it is blocked, when it was submitted."""
    latest_start: float
    """The moment at which it expires unless its turn has come; while it is blocked, at which it gives up."""
    block: Block | None = None
    """Why it may not enter the queue; None: it has entered."""
    expected_s: float = 0.0
    """How long it will probably take, in seconds."""
    renderer: str = ""
    """The renderer that its place is at; empty: any."""
    started_at: float | None = None
    ended_at: float | None = None
    end: EndReason | None = None
    outcome: Outcome | None = None

    @property
    def state(self) -> RunState:
        """Where the run stands."""
        if self.end is not None:
            return RunState.ENDED
        if self.block is not None:
            return RunState.BLOCKED
        return RunState.QUEUED if self.started_at is None else RunState.IN_FLIGHT

    @property
    def queue_wait_s(self) -> float:
        """How long an ended or started run waited for its place, in seconds."""
        left = self.started_at if self.started_at is not None else self.ended_at
        return 0.0 if left is None else left - self.arrived_at
