"""The status: what a waiting caller and an onlooker are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from plotlane_kit.caller import Tier
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.quota.usage import Usage
from scheduler_svc.core.run import Block, EndReason, Run, RunState


class QueuePlace(NamedTuple):
    """Where an entry waits: its rank from 1, how many wait in its pool, and its probable wait in seconds."""

    position: int
    waiting: int
    estimated_wait_s: float


class Step(StrEnum):
    """What one message about a run says."""

    ACCEPTED = "accepted"
    BLOCKED = "blocked"
    QUEUED = "queued"
    STARTED = "started"
    ENDED = "ended"


class RunStatus(NamedTuple):
    """One message about a run. `place` is set while QUEUED, `block` while BLOCKED, `end` when ENDED."""

    step: Step
    run_id: str
    token: int
    tag: str
    place: QueuePlace | None = None
    end: EndReason | None = None
    block: Block | None = None
    renderer: str = ""


def accepted(run: Run) -> RunStatus:
    """That the run exists."""
    return RunStatus(Step.ACCEPTED, run.request.run_id, run.token, run.tag)


def queued(run: Run, place: QueuePlace) -> RunStatus:
    """Where the run waits."""
    return RunStatus(Step.QUEUED, run.request.run_id, run.token, run.tag, place=place)


def blocked(run: Run) -> RunStatus:
    """What is in the run's way."""
    return RunStatus(Step.BLOCKED, run.request.run_id, run.token, run.tag, block=run.block)


def held(hold: Hold) -> RunStatus:
    """That the hold has its locks."""
    return RunStatus(Step.STARTED, hold.request.hold_id, hold.token, "")


def settled(run: Run) -> RunStatus:
    """That the run has its place, or is over."""
    step = Step.ENDED if run.state is RunState.ENDED else Step.STARTED
    return RunStatus(step, run.request.run_id, run.token, run.tag, end=run.end, renderer=run.renderer)


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
    blocked: int = 0
    paused: bool = False


@dataclass(frozen=True, slots=True)
class SchedulerStatus:
    """Every pool, and what the caller has and may have."""

    pools: tuple[PoolStatus, ...]
    tier: Tier
    user_max_runs: int | None
    """Most runs of the caller, queued and in flight together; None: no cap."""
    user_runs: int
    """How many the caller has."""
    usage: tuple[Usage, ...] = ()
    """What the caller has used and may use."""
