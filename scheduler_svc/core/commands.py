"""The commands: what a caller, a timer or an operator may ask of the scheduler."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.run import Outcome, RunRequest


@dataclass(frozen=True, slots=True)
class Submit:
    """Admit a run, or join the one that has this id and this content."""

    request: RunRequest
    tag: str
    """The run's tag, drawn at the edge because nothing in the core is random; a joined run keeps its own."""


@dataclass(frozen=True, slots=True)
class OpenHold:
    """Take a set of locks whole or not at all, or join the hold that has this id and this content."""

    request: HoldRequest


@dataclass(frozen=True, slots=True)
class Attach:
    """Take up a run on a new stream."""

    run_id: str
    token: int


@dataclass(frozen=True, slots=True)
class LoseStream:
    """The last stream of a lease is gone; its grace begins."""

    lease_id: str


@dataclass(frozen=True, slots=True)
class Release:
    """End a run or a hold as its owner; doing it again changes nothing."""

    lease_id: str
    token: int
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class CancelRun:
    """End one run. `owner`: only if it is this user's; None: whoever's it is."""

    run_id: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class CancelSession:
    """End every run and hold that locks a session. `owner`: only what is this user's; None: whoever's it is."""

    session_id: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class CancelUser:
    """End every run of a user."""

    user: str


@dataclass(frozen=True, slots=True)
class SetSlots:
    """A pool has this many places from now on; runs in flight beyond them keep theirs until they end."""

    pool: str
    slots: int


@dataclass(frozen=True, slots=True)
class Drain:
    """Admit nothing new; what waits ends DRAINED, what is in flight goes on, and so do the pools that it needs."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed, nothing else."""


Command = (
    Submit | OpenHold | Attach | LoseStream | Release | CancelRun | CancelSession | CancelUser | SetSlots | Drain | Tick
)
