"""The commands: what a caller, a timer or an operator may ask of the scheduler."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.quota.commands import QuotaCommand
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
class OpenGroup:
    """Open a group with all its members, or join the group that has this id and this content."""

    request: GroupRequest
    tags: tuple[str, ...]
    """A tag for each member, as in `Submit`."""


@dataclass(frozen=True, slots=True)
class FinishGroup:
    """End a group whose members have all ended, and with it its post phase; doing it again changes nothing."""

    group_id: str
    token: int
    owner: str | None = None
    """Only if it is this user's; None: whoever's it is."""


@dataclass(frozen=True, slots=True)
class Attach:
    """Take up a run on a new stream."""

    run_id: str
    token: int
    owner: str | None = None
    """Only if it is this user's; None: whoever's it is."""


@dataclass(frozen=True, slots=True)
class LoseStream:
    """The last stream of a lease is gone; its grace begins."""

    lease_id: str


@dataclass(frozen=True, slots=True)
class Release:
    """End a run, a hold or a group as its owner; doing it again changes nothing."""

    lease_id: str
    token: int
    outcome: Outcome | None = None
    owner: str | None = None
    """Only if it is this user's; None: whoever's it is."""


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
class CancelGroup:
    """End every run of a group. `owner`: only if it is this user's; None: whoever's it is."""

    group_id: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Unlock:
    """Free a key by ending whatever has it."""

    key: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Start nothing in a pool until it is resumed, or start again."""

    pool: str
    paused: bool


@dataclass(frozen=True, slots=True)
class RegisterRenderer:
    """A renderer offers places in a pool, or offers another number of them."""

    pool: str
    address: str
    slots: int
    memory_bytes: int = 0


@dataclass(frozen=True, slots=True)
class LoseRenderer:
    """A renderer is gone, and whatever ran at it."""

    pool: str
    address: str


@dataclass(frozen=True, slots=True)
class SetSlots:
    """A pool without renderers has this many places from now on; runs beyond them keep theirs until they end."""

    pool: str
    slots: int


@dataclass(frozen=True, slots=True)
class Drain:
    """Admit nothing new; what waits ends DRAINED, what is in flight goes on, and so do the pools that it needs."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The scheduler serves again after it was gone: every stream counts as lost from now on, and its grace begins."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed, nothing else."""


Command = (
    Submit
    | OpenHold
    | OpenGroup
    | FinishGroup
    | Attach
    | LoseStream
    | Release
    | CancelRun
    | CancelSession
    | CancelUser
    | CancelGroup
    | Unlock
    | Pause
    | RegisterRenderer
    | LoseRenderer
    | SetSlots
    | Drain
    | Restart
    | Tick
    | QuotaCommand
)
