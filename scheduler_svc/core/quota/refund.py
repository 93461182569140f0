"""The refund: whether a run that ended is counted, or given back to its user."""

from __future__ import annotations

from typing import Final

from scheduler_svc.core.run import EndReason, Outcome

_OURS: Final = frozenset({EndReason.LOST, EndReason.RENDERER_LOST})


def is_given_back(*, started: bool, reason: EndReason, outcome: Outcome | None) -> bool:
    """Whether a run that ended so costs its user nothing.

    What never started is given back, and what failed by our own fault: its owner says so, or its owner or its
    renderer, which are always services of ours, was lost. One that was not ready is both: nothing was tried, and it
    should never have been given a place. A run that was cancelled in flight counts.
    """
    return not started or reason in _OURS or outcome in (Outcome.ERROR, Outcome.NOT_READY)
