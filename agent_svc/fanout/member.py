"""The member: one library of a fan-out, the session that it is drawn in, and how all of them ended."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.groups.run_end import RunEnd
from agent_svc.turns.events import TurnOutcome


@dataclass(frozen=True, slots=True)
class Member:
    """One library and the copy of the session that it is drawn in."""

    library: str
    session_id: str


def whole_outcome(ends: list[RunEnd]) -> TurnOutcome:
    """How the whole ended: ok, cancelled when all members that have no picture were stopped, or failed."""
    missing = {end.outcome for end in ends if not end.version}
    if not missing:
        return TurnOutcome.OK
    return TurnOutcome.CANCELLED if missing == {TurnOutcome.CANCELLED} else TurnOutcome.FAILED
