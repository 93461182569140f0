"""The recovery: from what a journal kept to the scheduler that it was, on the clock that goes on from there."""

from __future__ import annotations

from dataclasses import dataclass

from plotlane_kit.clock import Clock
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.records import Snapshot
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.journal.base import JournalError, Kept
from scheduler_svc.journal.clock import JournalClock
from scheduler_svc.journal.codec import CodecError, decode


@dataclass(frozen=True, slots=True)
class Recovered:
    """A scheduler as its last decision left it, and core time."""

    scheduler: Scheduler
    clock: JournalClock


def recover(kept: Kept, policy: SchedulerPolicy, clock: Clock) -> Recovered:
    """Replay `kept`. Raises `JournalError` when its snapshot is not understood, or something in it does not fit."""
    # Tokens go on from the wall clock, so that a lease of today beats every lease from before the journal.
    scheduler = Scheduler(policy, first_token=int(clock.wall().timestamp() * 1_000_000))
    if kept.snapshot is not None:
        try:
            scheduler = Scheduler.restore(policy, decode(Snapshot, kept.snapshot))
        except CodecError as error:
            raise JournalError(f"the journal's snapshot cannot be read: {error}") from error
        except Exception as error:
            raise _unfit(f"the journal's snapshot (after row {kept.covered})", error) from error
    for seq, event in enumerate(kept.events, start=kept.covered + 1):
        try:
            scheduler.evolve(event)
        except Exception as error:
            raise _unfit(f"journal row {seq} ({type(event).__name__})", error) from error
    return Recovered(scheduler, JournalClock(clock, kept.last))


def _unfit(what: str, error: Exception) -> JournalError:
    # Whatever it is: history is not what was written, and nobody may go on from half of it.
    return JournalError(
        f"{what} does not fit what is before it, or these settings ({error!r}); start with the settings that it was "
        "written under, or restore the journal from a copy"
    )
