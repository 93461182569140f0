"""The listing: what an operator sees of everything that has not ended."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.group import Group
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.run import Block, BlockReason, Run, RunState
from scheduler_svc.core.state import State


@dataclass(frozen=True, slots=True)
class Listed:
    """One run, hold or group. A hold or group that has its locks counts as in flight."""

    entry: str
    lease_id: str
    state: RunState
    user: str
    kind: str
    locks: tuple[str, ...]
    since: float | None
    """When it was submitted, or, in flight, when it started; None: nobody knows any more."""
    in_grace: bool
    pool: str = ""
    lane: str = ""
    group_id: str = ""
    renderer: str = ""
    position: int = 0
    block: Block | None = None


def listing(state: State, now: float, pool: str | None) -> list[Listed]:
    """Everything that has not ended, in the order of arrival; only the runs of `pool` when given. O(n log n)."""
    ranks = {
        run.request.run_id: rank
        for name, each in state.pools.items()
        if pool in (None, name)
        for rank, run in enumerate(each.in_order(now), start=1)
    }
    found: list[tuple[int, Listed]] = []
    for lease_id in state.leases.live():
        entry = state.entry(lease_id)
        in_grace = state.leases.is_lost(lease_id)
        if isinstance(entry, Run):
            if pool in (None, entry.request.pool):
                listed = _run(entry, ranks.get(lease_id, 0), _inherited(state, entry), in_grace=in_grace)
                found.append((entry.token, listed))
        elif entry is not None and pool is None:
            found.append((entry.token, _other(lease_id, entry, in_grace=in_grace)))
    return [listed for _, listed in sorted(found, key=lambda pair: pair[0])]


def _inherited(state: State, run: Run) -> tuple[str, ...]:
    """The keys that a run still has from a hold which has ended, and so is not listed itself."""
    hold_id = run.request.hold_id
    return () if not hold_id or hold_id in state.leases else state.locks.keys(hold_id)


def _run(run: Run, rank: int, inherited: tuple[str, ...], *, in_grace: bool) -> Listed:
    request = run.request
    return Listed(
        entry="run",
        lease_id=request.run_id,
        state=run.state,
        user=request.user,
        kind=request.kind,
        locks=tuple(dict.fromkeys((*request.locks, *inherited))),
        since=run.arrived_at if run.started_at is None else run.started_at,
        in_grace=in_grace,
        pool=request.pool,
        lane=request.lane,
        group_id=request.group_id,
        renderer=run.renderer,
        position=rank,
        block=run.block,
    )


def _other(lease_id: str, entry: Hold | Group, *, in_grace: bool) -> Listed:
    waits = isinstance(entry, Hold) and entry.waits
    return Listed(
        entry="hold" if isinstance(entry, Hold) else "group",
        lease_id=lease_id,
        state=RunState.BLOCKED if waits else RunState.IN_FLIGHT,
        user=entry.request.user,
        kind=entry.request.kind,
        locks=entry.request.keys,
        since=entry.since,
        in_grace=in_grace,
        block=Block(BlockReason.LOCK) if waits else None,
    )
