"""The status: what a waiting caller and an onlooker are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from plotlane_kit.caller import Tier
from scheduler_svc.core.run import EndReason, Run, RunState


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """Where an entry waits: its rank from 1, how many wait in its pool, and its probable wait in seconds."""

    position: int
    waiting: int
    estimated_wait_s: float


class Step(StrEnum):
    """What one message about a run says."""

    ACCEPTED = "accepted"
    QUEUED = "queued"
    STARTED = "started"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class RunStatus:
    """One message about a run. `place` is set while QUEUED, `end` when ENDED."""

    step: Step
    run_id: str
    token: int
    tag: str
    place: QueuePlace | None = None
    end: EndReason | None = None


def accepted(run: Run) -> RunStatus:
    """That the run exists."""
    return RunStatus(Step.ACCEPTED, run.request.run_id, run.token, run.tag)


def queued(run: Run, place: QueuePlace) -> RunStatus:
    """Where the run waits."""
    return RunStatus(Step.QUEUED, run.request.run_id, run.token, run.tag, place=place)


def settled(run: Run) -> RunStatus:
    """That the run has its place, or is over."""
    step = Step.ENDED if run.state is RunState.ENDED else Step.STARTED
    return RunStatus(step, run.request.run_id, run.token, run.tag, end=run.end)


@dataclass(frozen=True, slots=True)
class LaneStatus:
    """One lane as it is now."""

    lane: str
    waiting: int
    in_flight: int


@dataclass(frozen=True, slots=True)
class PoolStatus:
    """One pool as it is now."""

    pool: str
    waiting: int
    in_flight: int
    concurrency: int
    capacity: int
    lanes: tuple[LaneStatus, ...]


@dataclass(frozen=True, slots=True)
class SchedulerStatus:
    """Every pool, and what the caller has and may have."""

    pools: tuple[PoolStatus, ...]
    tier: Tier
    user_max_runs: int | None
    """Most runs of the caller, queued and in flight together; None: no cap."""
    user_runs: int
    """How many the caller has."""
