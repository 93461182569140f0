"""Admission: whether a run, hold or group may be asked for at all, apart from what it may have to wait for."""

from __future__ import annotations

from plotlane_kit.caller import Tier
from plotlane_kit.errors import PlotlaneError, Violation
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.lane import Lane
from scheduler_svc.core.obstacle import busy
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.quota.check import refuse_runs
from scheduler_svc.core.run import RunRequest
from scheduler_svc.core.state import State
from scheduler_svc.errors import ConflictError, DrainingError, InvalidError, NotFoundError, RunLimitError


def refuse_run(state: State, request: RunRequest, tag: str) -> PlotlaneError | None:
    """Why `request` may not be asked for; None when it may."""
    return (
        refuse_unknown(state, request)
        or _id_taken(state, request.run_id)
        or (None if state.pools[request.pool].policy.open_while_draining else _draining(state))
        or _hold_unusable(state, request)
        or _group_unusable(state, request)
        or _tag_taken(state, tag)
    )


def refuse_hold(state: State, request: HoldRequest) -> PlotlaneError | None:
    """Why `request` may not be asked for; None when it may."""
    return _id_taken(state, request.hold_id) or _draining(state)


def refuse_group(state: State, request: GroupRequest, tags: tuple[str, ...], now: float) -> PlotlaneError | None:
    """Why `request` may not be opened, members and all; None when it may."""
    if (refusal := _id_taken(state, request.group_id) or _draining(state) or _malformed(request, tags)) is not None:
        return refusal
    for member, tag in zip(request.members, tags, strict=True):
        refusal = refuse_unknown(state, member) or _id_taken(state, member.run_id) or _tag_taken(state, tag)
        if refusal is not None:
            return refusal
    return (
        _group_over_budget(state, request, now)
        or too_many_groups(state, request.user)
        or too_many_blocked(state, request.user, len(request.members))
    )


def _malformed(request: GroupRequest, tags: tuple[str, ...]) -> PlotlaneError | None:
    ids = {request.group_id, *(member.run_id for member in request.members)}
    if not request.members:
        message = "name at least one member"
    elif len(ids) <= len(request.members) or len(set(tags)) < len(tags):
        message = "give the group and each of its members an id and a tag of its own"
    elif any(member.hold_id for member in request.members):
        message = "a member of a group runs under no hold"
    else:
        return None
    return InvalidError(message, violations=[Violation("members", message)])


def _group_over_budget(state: State, request: GroupRequest, now: float) -> PlotlaneError | None:
    counted = [member for member in request.members if state.pools[member.pool].policy.counts_runs]
    # The lanes of such a pool are the tiers.
    kinds, address = [(Tier(each.lane), each.kind) for each in counted], request.members[0].address
    return refuse_runs(state.ledger, request.user, kinds, now, address)


def over_budget(state: State, request: RunRequest, now: float) -> PlotlaneError | None:
    """Why the user's day has no room for one more run; None when it has."""
    if not state.pools[request.pool].policy.counts_runs:
        return None
    return refuse_runs(state.ledger, request.user, [(Tier(request.lane), request.kind)], now, request.address)


def too_many_blocked(state: State, user: str, more: int = 1) -> PlotlaneError | None:
    """Why `more` entries of a user may not be blocked at once with what is; None when they may."""
    cap, count = state.policy.blocked_per_user, state.parking.of_user[user]
    if count + more <= cap:
        return None
    return RunLimitError(
        f"you already have {count} entries that wait for others to end, and {more} more would be over {cap}; "
        "wait until some have had their turn, then try again",
        metadata={"cap": str(cap), "count": str(count)},
        retry_after_s=60.0,
    )


def too_many_holds(state: State, user: str) -> PlotlaneError | None:
    """Why a user may not have one more hold; None when it may."""
    return _too_many("holds", state.holds_of[user], state.policy.holds_per_user)


def too_many_groups(state: State, user: str) -> PlotlaneError | None:
    """Why a user may not have one more group; None when it may."""
    return _too_many("groups", state.groups_of[user], state.policy.groups_per_user)


def _too_many(noun: str, count: int, cap: int) -> PlotlaneError | None:
    if count < cap:
        return None
    return RunLimitError(
        f"you already have {count} {noun} and no more than {cap} may be open at once; end one, then try again",
        metadata={"cap": str(cap), "count": str(count)},
        retry_after_s=60.0,
    )


def refuse_unknown(state: State, request: RunRequest) -> PlotlaneError | None:
    """That there is no such pool, or no such lane in it."""
    pool = state.pools.get(request.pool)
    if pool is None:
        return no_such("pool", request.pool, state.pools)
    if request.lane not in pool.lanes:
        return no_such("lane", request.lane, pool.lanes)
    return None


def no_such(field: str, name: str, known: dict[str, Pool] | dict[str, Lane]) -> InvalidError:
    """That `name` is none of those that are known."""
    message = f"there is no {field} {name!r}; choose one of {', '.join(known)}"
    return InvalidError(message, violations=[Violation(field, message)])


def _id_taken(state: State, lease_id: str) -> PlotlaneError | None:
    return ConflictError() if state.token_of(lease_id) is not None else None


def _tag_taken(state: State, tag: str) -> PlotlaneError | None:
    if tag not in state.tags:
        return None
    return ConflictError("this tag is live on another run; bring a new one", metadata={"tag": "live"})


def _draining(state: State) -> PlotlaneError | None:
    return DrainingError(retry_after_s=5.0) if state.draining else None


def _hold_unusable(state: State, request: RunRequest) -> PlotlaneError | None:
    if not request.hold_id:
        return None
    hold = state.holds.get(request.hold_id)
    if hold is None or hold.end is not None or hold.waits or hold.request.user != request.user:
        return NotFoundError("there is no such hold, or it has ended; take a new hold and submit under that")
    if hold.run_id:
        return busy(state, hold.request.keys[0], hold.run_id)
    return None


def _group_unusable(state: State, request: RunRequest) -> PlotlaneError | None:
    if not request.group_id:
        return None
    group = state.live_group(request.group_id)
    if group is None or group.request.user != request.user:
        return NotFoundError("there is no such group, or it has ended; open a new group with this run as a member")
    if request.hold_id:
        message = "a member of a group runs under no hold"
        return InvalidError(message, violations=[Violation("hold_id", message)])
    for index, key in enumerate(request.locks):
        if not group.holds(key):
            message = f"the group does not hold {key}; name that key in a member when the group is opened"
            return InvalidError(message, violations=[Violation(f"locks[{index}]", message)])
    return None
