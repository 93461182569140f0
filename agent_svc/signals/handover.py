"""The handover: when a signal has gone so far that the next one may be claimed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class ClaimNext(StrEnum):
    """What the next signal waits for."""

    ACCEPTED = "accepted"  #: the scheduler has accepted every run of the one before
    STARTED = "started"  #: every run of the one before has started, or ended without


class Handover:
    """Follows one signal; once `is_done`, it stays so."""

    def __init__(self, claim_next: ClaimNext) -> None:
        self._claim_next = claim_next
        self._accepted = False
        self._waiting: set[str] = set()

    def accept(self, runs: Iterable[str]) -> None:
        """The scheduler has accepted these runs, all that there will be."""
        self._waiting = set(runs)
        self._accepted = True

    def leave_queue(self, run_id: str) -> None:
        """A run has started, or ended without; safe to call twice."""
        self._waiting.discard(run_id)

    @property
    def is_done(self) -> bool:
        """Whether the next one may be claimed."""
        return self._accepted and (self._claim_next is ClaimNext.ACCEPTED or not self._waiting)
