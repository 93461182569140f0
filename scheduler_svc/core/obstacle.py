"""The obstacle: what a run would have to wait for, in the order in which it is judged: locks, user cap, capacity."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.promises import SPARE_S
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
    """The user's cap, the address's, the queue's capacity or a promise. `token`: the run's, when it waits already."""
    return cap_obstacle(state, request) or _over_capacity(state, request, now, token)


def cap_obstacle(state: State, request: RunRequest) -> Obstacle | None:
    """The cap of the user, or of everybody at the user's network address."""
    pool = state.pools[request.pool]
    return _over_user_cap(pool, request) or _over_address_cap(pool, request)


def _over_address_cap(pool: Pool, request: RunRequest) -> Obstacle | None:
    cap, lane = pool.policy.address_cap, pool.lanes[request.lane]
    runs = pool.runs_at[request.address]
    if not request.address or cap is None or runs < cap:
        return None
    return Obstacle(Block(BlockReason.ADDRESS_CAP), lambda: _address_limit(pool, lane, request, cap, runs))


def _address_limit(pool: Pool, lane: Lane, request: RunRequest, cap: int, count: int) -> RunLimitError:
    one, several = lane.policy.noun
    return RunLimitError(
        f"{count} {one if count == 1 else several} from your network address {'is' if count == 1 else 'are'} in "
        f"progress, and no more than {cap} may be at once; try again when one has finished, or sign in",
        metadata={"cap": str(cap), "count": str(count), "scope": "address"},
        retry_after_s=_whole_seconds(pool.outlook.expected_s(request)),
    )


def _over_user_cap(pool: Pool, request: RunRequest) -> Obstacle | None:
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
        retry_after_s=_whole_seconds(pool.outlook.expected_s(request)),
    )


def _over_capacity(state: State, request: RunRequest, now: float, token: int | None) -> Obstacle | None:
    pool = state.pools[request.pool]
    blocked_first = pool.lanes[request.lane].blocked.first()
    comes_first = blocked_first is None or (token is not None and token <= blocked_first[0])
    if comes_first and pool.can_start_at_once(now):
        return None
    if pool.waiting >= pool.policy.capacity or not comes_first:
        return Obstacle(Block(BlockReason.CAPACITY), lambda: _full(pool, request, now))
    # Who waits already can wait a moment longer, and is let in at the very moment at which the last slack is there.
    if not pool.outlook.keeps_promises(request, pool.pace(now), 0.0 if token is None else SPARE_S):
        return Obstacle(Block(BlockReason.CAPACITY), lambda: _too_late(pool, request, now))
    return None


def entry_due(state: State, pool: Pool) -> tuple[float, str] | None:
    """When time alone next changes what keeps a run of `pool` for want of room, and which run; None when it does not.

    Only the first in the line of each lane is asked: nobody passes it. One that is over a cap by now makes way at once.
    """
    dues = []
    for lane in pool.lanes.values():
        if (first := lane.blocked.first()) is not None:
            request = state.runs[first[1]].request
            is_capped = cap_obstacle(state, request) is not None
            dues.append((state.at if is_capped else pool.has_room_from(request, state.at), first[1]))
    due = min(dues, default=None)
    return None if due is None or due[0] == math.inf else due


def _full(pool: Pool, request: RunRequest, now: float) -> CapacityError:
    return CapacityError(
        f"{pool.waiting} {'entry is' if pool.waiting == 1 else 'entries are'} waiting already and the queue holds "
        f"no more than {pool.policy.capacity}; try again when some have had their turn",
        metadata=_figures(pool, request, now),
        retry_after_s=_whole_seconds(pool.places(now).at(1, _first_expiry(pool)).estimated_wait_s),
    )


def _too_late(pool: Pool, request: RunRequest, now: float) -> CapacityError:
    max_wait_s = pool.lanes[request.lane].policy.max_wait_s
    return CapacityError(
        f"with {pool.waiting} waiting already, this could not be promised its turn within {max_wait_s:g} s; "
        "try again when some have had theirs",
        metadata=_figures(pool, request, now),
        retry_after_s=_whole_seconds(pool.outlook.lateness_s(request, pool.pace(now))),
    )


def _figures(pool: Pool, request: RunRequest, now: float) -> dict[str, str]:
    latest_start = now + pool.lanes[request.lane].policy.max_wait_s
    wait = pool.places(now).at(pool.position_of_next(request, now), latest_start).estimated_wait_s
    return {
        "waiting": str(pool.waiting),
        "capacity": str(pool.policy.capacity),
        "estimated_wait_s": f"{wait:.1f}",
    }


def _first_expiry(pool: Pool) -> float:
    """When the first of those that wait leaves even if nothing starts."""
    first = pool.expiry_due()
    return 0.0 if first is None else first[0]


def _whole_seconds(seconds: float) -> float:
    return float(max(1, math.ceil(seconds)))
