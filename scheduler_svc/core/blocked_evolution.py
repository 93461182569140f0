"""The blocked runs' evolution: how they are parked before the queue, change lines, and are parked no more."""

from __future__ import annotations

from scheduler_svc.core import events as happened
from scheduler_svc.core.belongings import join_group, know, take_locks
from scheduler_svc.core.group import Group
from scheduler_svc.core.run import Block, BlockReason, Run, RunRequest
from scheduler_svc.core.state import State


def run_blocked(state: State, event: happened.RunBlocked) -> None:
    """A run is parked before the queue."""
    run = _park_new(state, event.request, event.token, event.tag, event.at, event.block, event.give_up_at)
    if run.request.hold_id:
        # Its locks are judged once, at submit: a run that waits under a hold waits for no lock.
        take_locks(state, run)
    elif (group := state.live_group(run.request.group_id)) is not None:
        join_group(state, group, run)
        group.locks.wait(run.request.run_id, run.request.locks)
    else:
        state.locks.wait(run.request.run_id, run.request.locks)


def open_member(state: State, group: Group, request: RunRequest, token: int, tag: str, at: float) -> None:
    """A member of a new group is parked, to be looked at at once."""
    lock = Block(BlockReason.LOCK)
    run = _park_new(state, request, token, tag, at, lock, at + request.give_up_after_s)
    join_group(state, group, run)
    group.locks.wait(request.run_id, request.locks)
    group.locks.news()
    state.parking.stir(token, request.run_id)


def _park_new(
    state: State, request: RunRequest, token: int, tag: str, at: float, block: Block, give_up_at: float
) -> Run:
    run = Run(request, token, tag, 0, at, give_up_at, block)
    know(state, run, at)
    restore_parked(state, run)
    return run


def restore_parked(state: State, run: Run) -> None:
    """Park a blocked run; its place in the lines before locks is not part of it."""
    state.pools[run.request.pool].blocked += 1
    state.parking.of_user.add(run.request.user)
    state.parking.give_ups.set(run.request.run_id, run.latest_start)
    _join_line(state, run)


def _join_line(state: State, run: Run) -> None:
    pool, request = state.pools[run.request.pool], run.request
    lane, token, run_id = pool.lanes[request.lane], run.token, request.run_id
    match run.block:
        case Block(reason=BlockReason.USER_CAP):
            lane.cap_lines.join(request.user, token, run_id)
        case Block(reason=BlockReason.ADDRESS_CAP):
            pool.address_lines.join(request.address, token, run_id)
        case Block(reason=BlockReason.CAPACITY):
            lane.blocked.join(token, run_id)


def _leave_line(state: State, run: Run) -> None:
    """Whoever comes next in it steps up."""
    pool, request = state.pools[run.request.pool], run.request
    lane, run_id = pool.lanes[request.lane], request.run_id
    match run.block:
        case Block(reason=BlockReason.USER_CAP):
            lane.cap_lines.leave(request.user, run_id)
            state.parking.stir_first(lane.cap_lines.first(request.user))
        case Block(reason=BlockReason.ADDRESS_CAP):
            pool.address_lines.leave(request.address, run_id)
            state.parking.stir_first(pool.address_lines.first(request.address))
        case Block(reason=BlockReason.CAPACITY):
            lane.blocked.leave(run_id)
            state.parking.stir_first(lane.blocked.first())


def block_changed(state: State, event: happened.BlockChanged) -> None:
    """A blocked run waits for something else."""
    run = state.runs[event.run_id]
    _leave_line(state, run)
    run.block = event.block
    _join_line(state, run)


def unpark(state: State, run: Run) -> None:
    """A blocked run is blocked no more."""
    request = run.request
    _leave_line(state, run)
    run.block = None
    table = state.locks_of(run)
    table.leave(request.run_id)
    state.pools[request.pool].blocked -= 1
    state.parking.of_user.remove(request.user)
    state.parking.give_ups.drop(request.run_id)
