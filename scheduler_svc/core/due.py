"""What is due: the next thing that time alone does, in the order in which things of one moment happen."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from scheduler_svc.core import commands as asked
from scheduler_svc.core import events as happened
from scheduler_svc.core.decision import Decision
from scheduler_svc.core.entering import find_room
from scheduler_svc.core.obstacle import entry_due
from scheduler_svc.core.operating import lose_renderer
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.run import EndReason
from scheduler_svc.core.state import State

MOMENT_S: Final = 1e-6  # what is no further apart comes at one moment: so much may sums of times be off by


class Sort(IntEnum):
    """What frees a place or a lock comes first, then what takes a place, what joins the queue, and what gives up."""

    GRACE = 0
    RENDERER_GRACE = 1
    POST_PHASE = 2
    START = 3
    ENTRY = 4
    EXPIRY = 5
    GIVE_UP = 6


class Due(NamedTuple):
    """Something that happens at `at` unless something else happens before."""

    at: float
    sort: Sort
    subject: str
    pool: str = ""

    @property
    def gives_up(self) -> bool:
        """Whether it only happens because nothing better did."""
        return self.sort >= Sort.EXPIRY


def next_due(state: State, *, graces: bool = True) -> Due | None:
    """The next thing that time does; without `graces` no grace ends."""
    if not graces:
        return _find(state, graces=False)
    # Only events change it, and it is asked for several times between two of them.
    if state.due_at_change != state.changes:
        state.due, state.due_at_change = _find(state, graces=True), state.changes
    return state.due


def _find(state: State, *, graces: bool) -> Due | None:
    found = [
        (Sort.POST_PHASE, state.post_phases.first(), ""),
        (Sort.GIVE_UP, state.parking.give_ups.first(), ""),
    ]
    if graces:
        found.append((Sort.GRACE, state.leases.first_stale(), ""))
    for name, pool in state.pools.items():
        if graces and len(pool.renderers):
            found.append((Sort.RENDERER_GRACE, pool.renderers.first_lost(), name))
        if pool.waiting:
            start = pool.start_due(state.at)
            found += ((Sort.START, start, name), (Sort.EXPIRY, _expiry_due(pool, start), name))
        if pool.blocked:
            found.append((Sort.ENTRY, entry_due(state, pool), name))
    at = state.at
    dues = [(max(at, due[0]), sort, due[1], name) for sort, due, name in found if due is not None]
    return Due(*min(dues)) if dues else None


def _expiry_due(pool: Pool, start: tuple[float, str] | None) -> tuple[float, str] | None:
    """When the next waiting entry expires: not before a start that comes at the same moment, but for the last digit."""
    expiry = pool.expiry_due()
    if start is None or expiry is None or not expiry[0] < start[0] <= expiry[0] + MOMENT_S:
        return expiry
    return start[0], expiry[1]


def happen(decision: Decision, due: Due) -> None:
    """Let what is due happen."""
    _HAPPEN[due.sort](decision, due)


def _grace(decision: Decision, due: Due) -> None:
    decision.end(due.subject, due.at, EndReason.LOST)


def _renderer_grace(decision: Decision, due: Due) -> None:
    lose_renderer(decision, asked.LoseRenderer(due.pool, due.subject), due.at)


def _expiry(decision: Decision, due: Due) -> None:
    decision.end(due.subject, due.at, EndReason.EXPIRED)


def _start(decision: Decision, due: Due) -> None:
    renderer = decision.state.pools[due.pool].next_renderer()
    decision.emit(happened.RunStarted(due.at, due.subject, renderer))


def _entry(decision: Decision, due: Due) -> None:
    find_room(decision, decision.state.runs[due.subject], due.at)


def _give_up(decision: Decision, due: Due) -> None:
    decision.end(due.subject, due.at, EndReason.GAVE_UP)


_HAPPEN: Final[dict[Sort, Callable[[Decision, Due], None]]] = {
    Sort.GRACE: _grace,
    Sort.RENDERER_GRACE: _renderer_grace,
    Sort.POST_PHASE: _expiry,
    Sort.START: _start,
    Sort.ENTRY: _entry,
    Sort.EXPIRY: _expiry,
    Sort.GIVE_UP: _give_up,
}
