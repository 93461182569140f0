"""Entering: what is asked for is refused, parked or let in; what is parked is let in the moment it may."""

from __future__ import annotations

from dataclasses import replace

from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core import commands as asked
from scheduler_svc.core import events as happened
from scheduler_svc.core.admission import (
    over_budget,
    refuse_group,
    refuse_hold,
    refuse_run,
    too_many_blocked,
    too_many_holds,
)
from scheduler_svc.core.decision import Decision
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.obstacle import Obstacle, busy, cap_obstacle, limit_obstacle, lock_obstacle
from scheduler_svc.core.run import Policy, Run, RunRequest
from scheduler_svc.core.state import State
from scheduler_svc.errors import NotFoundError


def submit(decision: Decision, command: asked.Submit, now: float) -> None:
    """Join the run that exists, or refuse, park or admit a new one."""
    request, state = command.request, decision.state
    known = state.runs.get(request.run_id)
    if known is not None and _as_before(state, request, known.request) == known.request:
        decision.resume(request.run_id, now)
        return
    if (refusal := refuse_run(state, request, command.tag)) is not None:
        decision.refuse(refusal, now)
        return
    lock = lock_obstacle(state, request)
    if lock is not None and (request.on_conflict is Policy.REFUSE or request.hold_id):
        decision.refuse(lock.error(), now)
    elif (refusal := over_budget(state, request, now)) is not None:
        decision.refuse(refusal, now)
    else:
        limit = limit_obstacle(state, request, now)
        if limit is not None and request.on_limit is Policy.REFUSE:
            decision.refuse(limit.error(), now)
        else:
            _enter(decision, command, lock or limit, now)


def _as_before(state: State, request: RunRequest, before: RunRequest) -> RunRequest:
    """`request` as it was when its caller was where `before` was asked from, and of that tier: both may change.

    A run keeps its lane, where lanes are the tiers, and its network address.
    """
    request, pool = replace(request, address=before.address), state.pools.get(request.pool)
    return replace(request, lane=before.lane) if pool is not None and pool.policy.counts_runs else request


def _enter(decision: Decision, command: asked.Submit, obstacle: Obstacle | None, now: float) -> None:
    request, state = command.request, decision.state
    if obstacle is None:
        position, latest_start, expected_s = _terms(decision, request, now)
        token, tag = state.next_token, command.tag
        decision.emit(happened.RunAdmitted(now, request, token, tag, position, latest_start, expected_s))
    elif (refusal := too_many_blocked(state, request.user)) is not None:
        decision.refuse(refusal, now)
    else:
        give_up_at = now + request.give_up_after_s
        decision.emit(happened.RunBlocked(now, request, state.next_token, command.tag, obstacle.block, give_up_at))


def _terms(decision: Decision, request: RunRequest, now: float) -> tuple[int, float, float]:
    """What a run is told when it enters the queue: its rank, its latest start, and how long it will probably take."""
    pool = decision.state.pools[request.pool]
    latest_start = now + pool.lanes[request.lane].policy.max_wait_s
    return pool.position_of_next(request, now), latest_start, pool.outlook.expected_s(request)


def open_hold(decision: Decision, command: asked.OpenHold, now: float) -> None:
    """Join the hold that exists, or refuse, park or open a new one."""
    request, state = command.request, decision.state
    known = state.holds.get(request.hold_id)
    if known is not None and known.request == request:
        if known.end is None:
            decision.resume(request.hold_id, now)
        else:
            decision.refuse(NotFoundError("this hold has ended; take a new one under a new id"), now)
        return
    taken = state.locks.in_the_way(request.keys)
    if (refusal := refuse_hold(state, request) or _refuse_locks(state, request, taken)) is not None:
        decision.refuse(refusal, now)
    elif taken is not None:
        decision.emit(happened.HoldParked(now, request, state.next_token))
    else:
        decision.emit(happened.HoldOpened(now, request, state.next_token))


def _refuse_locks(state: State, request: HoldRequest, taken: tuple[str, str] | None) -> PlotlaneError | None:
    if taken is not None and request.on_conflict is Policy.REFUSE:
        return busy(state, *taken)
    waits = too_many_blocked(state, request.user) if taken is not None else None
    return waits or too_many_holds(state, request.user)


def open_group(decision: Decision, command: asked.OpenGroup, now: float) -> None:
    """Join the group that exists, or refuse or open a new one; its members enter as soon as they may."""
    request, state = command.request, decision.state
    known = state.groups.get(request.group_id)
    if known is not None and _group_as_before(state, request, known.request) == known.request:
        if known.end is None:
            decision.resume(request.group_id, now)
        else:
            decision.refuse(NotFoundError("this group has ended; open a new one under a new id"), now)
    elif (refusal := refuse_group(state, request, command.tags, now)) is not None:
        decision.refuse(refusal, now)
    else:
        decision.emit(happened.GroupOpened(now, request, state.next_token, command.tags))


def _group_as_before(state: State, request: GroupRequest, before: GroupRequest) -> GroupRequest:
    if len(request.members) != len(before.members):
        return request
    pairs = zip(request.members, before.members, strict=True)
    return replace(request, members=tuple(_as_before(state, *pair) for pair in pairs))


def attach(decision: Decision, command: asked.Attach, now: float) -> None:
    """Take up a run on a new stream."""
    run = decision.state.runs.get(command.run_id)
    if run is None or not decision.state.is_owned(command.run_id, command.token, command.owner):
        decision.refuse(NotFoundError(), now)
    else:
        decision.resume(command.run_id, now)


def let_in(decision: Decision) -> None:
    """Look at whatever was stirred, in the order of submission, and let in what may enter now."""
    state = decision.state
    while (lease_id := state.parking.next()) is not None:
        run, hold = state.runs.get(lease_id), state.holds.get(lease_id)
        if run is not None and run.block is not None and run.end is None:
            _let_run_in(decision, run)
        elif hold is not None and hold.waits and hold.end is None and state.locks.before(lease_id) is None:
            decision.emit(happened.HoldGranted(state.at, lease_id))


def _let_run_in(decision: Decision, run: Run) -> None:
    state, request = decision.state, run.request
    obstacle = lock_obstacle(state, request, run) or limit_obstacle(state, request, state.at, run.token)
    _go_on(decision, run, obstacle, state.at)


def find_room(decision: Decision, run: Run, now: float) -> None:
    """By now there is room for a run that waited for some: let it in, unless it waits for something else by now."""
    state, request = decision.state, run.request
    # That there is room was reckoned: asking again may differ in the last digit, and then nothing would ever happen.
    _go_on(decision, run, lock_obstacle(state, request, run) or cap_obstacle(state, request), now)


def _go_on(decision: Decision, run: Run, obstacle: Obstacle | None, now: float) -> None:
    request = run.request
    if obstacle is None:
        decision.emit(happened.RunEntered(now, request.run_id, *_terms(decision, request, now)))
    elif obstacle.block != run.block:
        decision.emit(happened.BlockChanged(now, request.run_id, obstacle.block))
