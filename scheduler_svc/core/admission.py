"""Admission: whether a run or a hold may enter, judged in one fixed order: locks, user cap, capacity."""

from __future__ import annotations

import math

from plotlane_kit.errors import PlotlaneError, Violation
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.run import RunRequest
from scheduler_svc.core.state import State
from scheduler_svc.errors import (
    CapacityError,
    ConflictError,
    DrainingError,
    InvalidError,
    NotFoundError,
    RunActiveError,
    RunLimitError,
)


def refuse_run(state: State, request: RunRequest, now: float) -> PlotlaneError | None:
    """Why `request` may not enter now; None when it may."""
    return (
        _unknown(state, request)
        or _id_taken(state, request.run_id)
        or (None if state.pools[request.pool].policy.open_while_draining else _draining(state))
        or _hold_unusable(state, request)
        or _lock_taken(state, request.locks, but_for=request.hold_id)
        or _over_user_cap(state, request)
        or _over_capacity(state, request, now)
    )


def refuse_hold(state: State, request: HoldRequest) -> PlotlaneError | None:
    """Why `request` may not have its locks now; None when it may."""
    return _id_taken(state, request.hold_id) or _draining(state) or _lock_taken(state, request.keys)


def _unknown(state: State, request: RunRequest) -> PlotlaneError | None:
    pool = state.pools.get(request.pool)
    if pool is None:
        return _no_such("pool", request.pool, state.pools)
    if request.lane not in pool.lanes:
        return _no_such("lane", request.lane, pool.lanes)
    return None


def _no_such(field: str, name: str, known: dict[str, Pool] | dict[str, Lane]) -> InvalidError:
    message = f"there is no {field} {name!r}; choose one of {', '.join(known)}"
    return InvalidError(message, violations=[Violation(field, message)])


def _id_taken(state: State, lease_id: str) -> PlotlaneError | None:
    return ConflictError() if state.token_of(lease_id) is not None else None


def _draining(state: State) -> PlotlaneError | None:
    return DrainingError(retry_after_s=5.0) if state.draining else None


def _hold_unusable(state: State, request: RunRequest) -> PlotlaneError | None:
    if not request.hold_id:
        return None
    hold = state.holds.get(request.hold_id)
    if hold is None or hold.end is not None or hold.request.user != request.user:
        return NotFoundError("there is no such hold, or it has ended; take a new hold and submit under that")
    if hold.run_id:
        return _busy(state, hold.request.keys[0], hold.run_id)
    return None


def _lock_taken(state: State, keys: tuple[str, ...], *, but_for: str = "") -> PlotlaneError | None:
    taken = state.locks.first_taken(keys, but_for=but_for)
    return None if taken is None else _busy(state, *taken)


def _busy(state: State, key: str, owner: str) -> RunActiveError:
    kind = state.kind_of(owner) or "run"
    what = "this session" if key.startswith("session:") else f"{key}"
    return RunActiveError(
        f"{what} is busy with another piece of work ({kind}); wait until it ends, or stop it, then try again",
        metadata={"key": key, "kind": kind},
    )


def _over_user_cap(state: State, request: RunRequest) -> PlotlaneError | None:
    pool = state.pools[request.pool]
    lane = pool.lanes[request.lane]
    runs, waiting = pool.runs_of[request.user], lane.waiting_of[request.user]
    cap, waiting_cap = lane.policy.user_cap, lane.policy.user_waiting_cap
    if cap is not None and runs >= cap:
        return _limit(pool, lane, cap, runs, "in progress")
    if waiting_cap is not None and waiting >= waiting_cap:
        return _limit(pool, lane, waiting_cap, waiting, "waiting")
    return None


def _limit(pool: Pool, lane: Lane, cap: int, count: int, doing: str) -> RunLimitError:
    one, several = lane.policy.noun
    return RunLimitError(
        f"you already have {count} {one if count == 1 else several} {doing}; wait until one finishes, then try again",
        metadata={"cap": str(cap), "count": str(count)},
        retry_after_s=_whole_seconds(pool.mean_run_s()),
    )


def _over_capacity(state: State, request: RunRequest, now: float) -> PlotlaneError | None:
    pool = state.pools[request.pool]
    if pool.waiting < pool.policy.capacity or pool.can_start_at_once(now):
        return None
    wait = pool.place(pool.position_of_next(request.lane), now).estimated_wait_s
    return CapacityError(
        f"{pool.waiting} {'entry is' if pool.waiting == 1 else 'entries are'} waiting already and the queue holds "
        f"no more than {pool.policy.capacity}; try again when some have had their turn",
        metadata={
            "waiting": str(pool.waiting),
            "capacity": str(pool.policy.capacity),
            "estimated_wait_s": f"{wait:.1f}",
        },
        retry_after_s=_whole_seconds(pool.place(1, now).estimated_wait_s),
    )


def _whole_seconds(seconds: float) -> float:
    return float(max(1, math.ceil(seconds)))
