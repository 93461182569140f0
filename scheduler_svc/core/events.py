"""The events: everything that can happen, as plain frozen data that `State.evolve` needs nothing else to replay."""

from __future__ import annotations

from dataclasses import dataclass

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.quota.events import QuotaEvent
from scheduler_svc.core.run import Block, EndReason, Outcome, RunRequest


@dataclass(frozen=True, slots=True)
class SlotsChanged:
    """A pool has this many places while no renderer offers any."""

    at: float
    pool: str
    slots: int


@dataclass(frozen=True, slots=True)
class RunBlocked:
    """A run exists and may not enter the queue yet."""

    at: float
    request: RunRequest
    token: int
    tag: str
    block: Block
    give_up_at: float


@dataclass(frozen=True, slots=True)
class BlockChanged:
    """Something else is in the way of a blocked run now."""

    at: float
    run_id: str
    block: Block


@dataclass(frozen=True, slots=True)
class RunEntered:
    """A blocked run has entered the queue; the rest as in `RunAdmitted`."""

    at: float
    run_id: str
    position: int
    latest_start: float
    expected_s: float


@dataclass(frozen=True, slots=True)
class RunAdmitted:
    """A run exists and waits; `position` is its rank, from 1, at this moment, `expected_s` how long it will take."""

    at: float
    request: RunRequest
    token: int
    tag: str
    position: int
    latest_start: float
    expected_s: float


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run has its place, at this renderer; empty: it does not matter where."""

    at: float
    run_id: str
    renderer: str = ""


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run is over and holds nothing of its own any more."""

    at: float
    run_id: str
    reason: EndReason
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class HoldParked:
    """A hold exists and waits for its locks."""

    at: float
    request: HoldRequest
    token: int


@dataclass(frozen=True, slots=True)
class HoldGranted:
    """A hold that waited has its locks."""

    at: float
    hold_id: str


@dataclass(frozen=True, slots=True)
class HoldOpened:
    """A hold has its locks."""

    at: float
    request: HoldRequest
    token: int


@dataclass(frozen=True, slots=True)
class HoldEnded:
    """A hold is over; its locks are free as soon as its run is over too."""

    at: float
    hold_id: str
    reason: EndReason


@dataclass(frozen=True, slots=True)
class GroupOpened:
    """A group exists, and all its members, blocked; the members' tokens follow the group's."""

    at: float
    request: GroupRequest
    token: int
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PostPhaseBegan:
    """Every run of a group has ended; its locks stay until it is finished, at the longest until `until`."""

    at: float
    group_id: str
    until: float


@dataclass(frozen=True, slots=True)
class GroupEnded:
    """A group is over and holds nothing any more."""

    at: float
    group_id: str
    reason: EndReason


@dataclass(frozen=True, slots=True)
class PoolPaused:
    """A pool starts nothing from now on, or starts again."""

    at: float
    pool: str
    paused: bool


@dataclass(frozen=True, slots=True)
class RendererRegistered:
    """A renderer offers this many places."""

    at: float
    pool: str
    address: str
    slots: int
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class RendererLost:
    """A renderer is gone; its leases have ended."""

    at: float
    pool: str
    address: str


@dataclass(frozen=True, slots=True)
class StreamLost:
    """A lease lives on its grace alone, until `until`."""

    at: float
    lease_id: str
    until: float


@dataclass(frozen=True, slots=True)
class StreamResumed:
    """A lease has a stream again."""

    at: float
    lease_id: str


@dataclass(frozen=True, slots=True)
class DrainBegan:
    """From here on only work in flight is served."""

    at: float


@dataclass(frozen=True, slots=True)
class Restarted:
    """The scheduler serves again; every lease lives on its grace alone, until `until`. A drain is over."""

    at: float
    until: float


@dataclass(frozen=True, slots=True)
class Refused:
    """The command changed nothing, and why. The last event of its decision; evolving it does nothing."""

    at: float
    error: PlotlaneError


Event = (
    SlotsChanged
    | RunBlocked
    | BlockChanged
    | RunEntered
    | RunAdmitted
    | RunStarted
    | RunEnded
    | HoldParked
    | HoldGranted
    | HoldOpened
    | HoldEnded
    | GroupOpened
    | PostPhaseBegan
    | GroupEnded
    | PoolPaused
    | RendererRegistered
    | RendererLost
    | StreamLost
    | StreamResumed
    | DrainBegan
    | Restarted
    | QuotaEvent
    | Refused
)
