"""The events: everything that can happen, as plain frozen data that `State.evolve` needs nothing else to replay."""

from __future__ import annotations

from dataclasses import dataclass

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.run import EndReason, Outcome, RunRequest


@dataclass(frozen=True, slots=True)
class SlotsChanged:
    """A pool has this many places."""

    at: float
    pool: str
    slots: int


@dataclass(frozen=True, slots=True)
class RunAdmitted:
    """A run exists and waits; `position` is its rank, from 1, at this moment."""

    at: float
    request: RunRequest
    token: int
    tag: str
    position: int
    latest_start: float


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run has its place."""

    at: float
    run_id: str


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run is over and holds nothing of its own any more."""

    at: float
    run_id: str
    reason: EndReason
    outcome: Outcome | None = None


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
class Refused:
    """The command changed nothing, and why. The last event of its decision; evolving it does nothing."""

    at: float
    error: PlotlaneError


Event = (
    SlotsChanged
    | RunAdmitted
    | RunStarted
    | RunEnded
    | HoldOpened
    | HoldEnded
    | StreamLost
    | StreamResumed
    | DrainBegan
    | Refused
)
