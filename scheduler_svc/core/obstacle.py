"""The obstacle: what a run would have to wait for, in the order in which it is judged: locks, user cap, capacity."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.run import Block, BlockReason, Run, RunRequest
from scheduler_svc.core.state import State
from scheduler_svc.errors import CapacityError, RunActiveError, RunLimitError


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What is in the way, and what is said to whoever does not want to wait for it."""

    block: Block
    error: Callable[[], PlotlaneError]


def lock_obstacle(state: State, request: RunRequest, parked: Run | None = None) -> Obstacle | None:
    """A key that is taken, or for which somebody waits who came before. `parked`: the run, when it waits already."""
    if request.hold_id and parked is not None:
        return None
    found = _lock_in_the_way(state, request, is_parked=parked is not None)
    if found is None:
        return None
    key, owner = found
    return Obstacle(Block(BlockReason.LOCK, _kind(state, owner)), lambda: busy(state, key, owner))


def _lock_in_the_way(state: State, request: RunRequest, *, is_parked: bool) -> tuple[str, str] | None:
    table, group = state.locks, state.live_group(request.group_id)
    if group is not None:
        for key in request.locks:
            if not table.owns(request.group_id, key):
                return key, table.owner(key) or table.first(key) or request.group_id
        table = group.locks
    if is_parked:
        return table.before(request.run_id)
    return table.in_the_way(request.locks, but_for=request.hold_id)


def _kind(state: State, owner: str) -> str:
    return state.request(owner).kind


def busy(state: State, key: str, owner: str) -> RunActiveError:
    """That `owner` has `key`, or comes before."""
    kind = _kind(state, owner) or "run"
    what = "this session" if key.startswith("session:") else f"{key}"
    return RunActiveError(
        f"{what} is busy with another piece of work ({kind}); wait until it ends, or stop it, then try again",
        metadata={"key": key, "kind": kind},
    )


def limit_obstacle(state: State, request: RunRequest, now: float, token: int | None = None) -> Obstacle | None:
    """The user's cap, the queue's capacity or a promise. `token`: the run's, when it waits already."""
    return _over_user_cap(state, request) or _over_capacity(state, request, now, token)


def _over_user_cap(state: State, request: RunRequest) -> Obstacle | None:
    pool = state.pools[request.pool]
    lane = pool.lanes[request.lane]
    runs, waiting = pool.runs_of[request.user], lane.waiting_of[request.user]
    cap, waiting_cap = lane.policy.user_cap, lane.policy.user_waiting_cap
    if cap is not None and runs >= cap:
        return Obstacle(Block(BlockReason.USER_CAP), lambda: _limit(pool, lane, request, cap, runs, "in progress"))
    if waiting_cap is not None and waiting >= waiting_cap:
        return Obstacle(
            Block(BlockReason.USER_CAP), lambda: _limit(pool, lane, request, waiting_cap, waiting, "waiting")
        )
    return None


def _limit(pool: Pool, lane: Lane, request: RunRequest, cap: int, count: int, doing: str) -> RunLimitError:
    one, several = lane.policy.noun
    return RunLimitError(
        f"you already have {count} {one if count == 1 else several} {doing}; wait until one finishes, then try again",
        metadata={"cap": str(cap), "count": str(count)},
        retry_after_s=_whole_seconds(pool.expected_s(request)),
    )


def _over_capacity(state: State, request: RunRequest, now: float, token: int | None) -> Obstacle | None:
    pool = state.pools[request.pool]
    blocked_first = pool.lanes[request.lane].blocked.first()
    comes_first = blocked_first is None or (token is not None and token <= blocked_first[0])
    if comes_first and pool.can_start_at_once(now):
        return None
    if pool.waiting >= pool.policy.capacity or not comes_first:
        return Obstacle(Block(BlockReason.CAPACITY), lambda: _full(pool, request, now))
    if not pool.keeps_promises(request, now):
        return Obstacle(Block(BlockReason.CAPACITY), lambda: _too_late(pool, request, now))
    return None


def _full(pool: Pool, request: RunRequest, now: float) -> CapacityError:
    return CapacityError(
        f"{pool.waiting} {'entry is' if pool.waiting == 1 else 'entries are'} waiting already and the queue holds "
        f"no more than {pool.policy.capacity}; try again when some have had their turn",
        metadata=_figures(pool, request, now),
        retry_after_s=_whole_seconds(pool.place(1, now).estimated_wait_s),
    )


def _too_late(pool: Pool, request: RunRequest, now: float) -> CapacityError:
    max_wait_s = pool.lanes[request.lane].policy.max_wait_s
    return CapacityError(
        f"with {pool.waiting} waiting already, this could not be promised its turn within {max_wait_s:g} s; "
        "try again when some have had theirs",
        metadata=_figures(pool, request, now),
        retry_after_s=_whole_seconds(pool.lateness_s(request, now)),
    )


def _figures(pool: Pool, request: RunRequest, now: float) -> dict[str, str]:
    wait = pool.place(pool.position_of_next(request, now), now).estimated_wait_s
    return {
        "waiting": str(pool.waiting),
        "capacity": str(pool.policy.capacity),
        "estimated_wait_s": f"{wait:.1f}",
    }


def _whole_seconds(seconds: float) -> float:
    return float(max(1, math.ceil(seconds)))
