"""The recovery: from what a journal kept to the scheduler that it was, on the clock that goes on from there."""

from __future__ import annotations

from dataclasses import dataclass

from plotlane_kit.clock import Clock
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.core.snapshot import Snapshot
from scheduler_svc.journal.base import JournalError, Kept
from scheduler_svc.journal.clock import JournalClock
from scheduler_svc.journal.codec import CodecError, decode


@dataclass(frozen=True, slots=True)
class Recovered:
    """A scheduler as its last decision left it, and core time."""

    scheduler: Scheduler
    clock: JournalClock


def recover(kept: Kept, policy: SchedulerPolicy, clock: Clock) -> Recovered:
    """Replay `kept`. Raises `JournalError` when its snapshot is not understood."""
    # Tokens go on from the wall clock, so that a lease of today beats every lease from before the journal.
    scheduler = Scheduler(policy, first_token=int(clock.wall().timestamp() * 1_000_000))
    if kept.snapshot is not None:
        try:
            scheduler = Scheduler.restore(policy, decode(Snapshot, kept.snapshot))
        except CodecError as error:
            raise JournalError(f"the journal's snapshot cannot be read: {error}") from error
    for event in kept.events:
        scheduler.evolve(event)
    return Recovered(scheduler, JournalClock(clock, kept.last))
