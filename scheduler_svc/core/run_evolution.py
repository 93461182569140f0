"""The run's evolution: what the events of a run do to the state."""

from __future__ import annotations

from scheduler_svc.core import events as happened
from scheduler_svc.core.group import Group
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.line import Line
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.run import Block, BlockReason, Run, RunRequest
from scheduler_svc.core.state import State


def issue(state: State, lease_id: str, token: int) -> None:
    """Let a lease begin."""
    state.leases.issue(lease_id)
    state.next_token = max(state.next_token, token + 1)


def stir_for_room(state: State, pool: Pool) -> None:
    """Whoever waits for room in the queue of `pool` may find some."""
    if pool.blocked:
        for lane in pool.lanes.values():
            state.parking.stir_first(lane.blocked)


def _stir_for_cap(state: State, pool: Pool, user: str) -> None:
    if (line := pool.cap_lines.get(user)) is not None:
        state.parking.stir_first(line)


# Blocked runs.


def run_blocked(state: State, event: happened.RunBlocked) -> None:
    """A run is parked before the queue."""
    run = _park_new(state, event.request, event.token, event.tag, event.at, event.block, event.give_up_at)
    if run.request.hold_id:
        # Its locks are judged once, at submit: a run that waits under a hold waits for no lock.
        _take_locks(state, run)
    elif (group := state.live_group(run.request.group_id)) is not None:
        _join_group(state, group, run)
        group.locks.wait(run.request.run_id, run.request.locks)
    else:
        state.locks.wait(run.request.run_id, run.request.locks)


def open_member(state: State, group: Group, request: RunRequest, token: int, tag: str, at: float) -> None:
    """A member of a new group is parked, to be looked at at once."""
    lock = Block(BlockReason.LOCK)
    run = _park_new(state, request, token, tag, at, lock, at + request.give_up_after_s)
    _join_group(state, group, run)
    group.locks.wait(request.run_id, request.locks)
    group.locks.news()
    state.parking.stir(token, request.run_id)


def _park_new(
    state: State, request: RunRequest, token: int, tag: str, at: float, block: Block, give_up_at: float
) -> Run:
    run = Run(request, token, tag, 0, at, give_up_at, block)
    _know(state, run, at)
    restore_parked(state, run)
    return run


def restore_parked(state: State, run: Run) -> None:
    """Park a blocked run; its place in the lines before locks is not part of it."""
    state.pools[run.request.pool].blocked += 1
    state.parking.of_user.add(run.request.user)
    state.parking.give_ups.set(run.request.run_id, run.latest_start)
    _join_line(state, run)


def _line(state: State, run: Run) -> Line | None:
    pool, request = state.pools[run.request.pool], run.request
    match run.block:
        case Block(reason=BlockReason.USER_CAP):
            return pool.cap_lines.setdefault(request.user, Line())
        case Block(reason=BlockReason.CAPACITY):
            return pool.lanes[request.lane].blocked
        case _:
            return None


def _join_line(state: State, run: Run) -> None:
    if (line := _line(state, run)) is not None:
        line.join(run.token, run.request.run_id)


def _leave_line(state: State, run: Run) -> None:
    line, pool = _line(state, run), state.pools[run.request.pool]
    if line is None:
        return
    line.leave(run.request.run_id)
    state.parking.stir_first(line)
    if not len(line) and line is pool.cap_lines.get(run.request.user):
        del pool.cap_lines[run.request.user]


def block_changed(state: State, event: happened.BlockChanged) -> None:
    """A blocked run waits for something else."""
    run = state.runs[event.run_id]
    _leave_line(state, run)
    run.block = event.block
    _join_line(state, run)


def _unpark(state: State, run: Run) -> None:
    request = run.request
    _leave_line(state, run)
    run.block = None
    table = state.locks_of(run)
    table.leave(request.run_id)
    state.pools[request.pool].blocked -= 1
    state.parking.of_user.remove(request.user)
    state.parking.give_ups.drop(request.run_id)


def run_entered(state: State, event: happened.RunEntered) -> None:
    """A blocked run is queued."""
    run = state.runs[event.run_id]
    # Taken before the lines are left, so that nobody steps up in between.
    if not run.request.hold_id:
        _take_locks(state, run)
    _unpark(state, run)
    run.position, run.arrived_at, run.latest_start = event.position, event.at, event.latest_start
    run.expected_s = event.expected_s
    state.pools[run.request.pool].enqueue(run)


# Queued runs and runs in flight.


def run_admitted(state: State, event: happened.RunAdmitted) -> None:
    """A run exists and is queued."""
    request = event.request
    run = Run(request, event.token, event.tag, event.position, event.at, event.latest_start)
    run.expected_s = event.expected_s
    _know(state, run, event.at)
    if (group := state.live_group(request.group_id)) is not None:
        _join_group(state, group, run)
    _take_locks(state, run)
    state.pools[request.pool].enqueue(run)


def _know(state: State, run: Run, at: float) -> None:
    request = run.request
    register(state, run)
    if request.hold_id:
        state.holds[request.hold_id].run_id = request.run_id
    if state.pools[request.pool].policy.counts_runs:
        state.ledger.run_accepted(request.run_id, request.user, request.kind, at)
    issue(state, request.run_id, run.token)


def register(state: State, run: Run) -> None:
    """Know an unfinished run by its id, its user and its tag."""
    state.runs[run.request.run_id] = run
    state.unfinished_of.setdefault(run.request.user, {})[run.request.run_id] = None
    state.tags[run.tag] = run.request.run_id


def _join_group(state: State, group: Group, run: Run) -> None:
    group.unfinished[run.request.run_id] = None
    group.wanted.update(run.request.locks)
    group.post_until = None
    state.post_phases.drop(group.request.group_id)


def _take_locks(state: State, run: Run) -> None:
    request = run.request
    inherited = state.locks.keys(request.hold_id) if request.hold_id else ()
    state.locks_of(run).take(request.run_id, (key for key in request.locks if key not in inherited))


def run_started(state: State, event: happened.RunStarted) -> None:
    """A run has its place."""
    run = state.runs[event.run_id]
    pool = state.pools[run.request.pool]
    run.renderer = event.renderer
    pool.start(run, event.at)
    if pool.blocked:
        _stir_for_cap(state, pool, run.request.user)
        stir_for_room(state, pool)


def run_ended(state: State, event: happened.RunEnded) -> None:
    """A run is over."""
    run = state.runs[event.run_id]
    request, pool = run.request, state.pools[run.request.pool]
    if run.block is not None:
        _unpark(state, run)
    else:
        pool.finish(run, event.at, event.reason, event.outcome)
    run.ended_at, run.end, run.outcome = event.at, event.reason, event.outcome
    del state.tags[run.tag]
    unfinished = state.unfinished_of[request.user]
    del unfinished[event.run_id]
    if not unfinished:
        del state.unfinished_of[request.user]
    state.ledger.run_ended(event.run_id, started=run.started_at is not None, reason=event.reason, outcome=event.outcome)
    _free_locks(state, run)
    state.leases.end(event.run_id)
    state.remember(event.run_id)
    if pool.blocked:
        _stir_for_cap(state, pool, request.user)
        stir_for_room(state, pool)


def _free_locks(state: State, run: Run) -> None:
    request = run.request
    state.locks_of(run).free(request.run_id)
    if request.hold_id:
        _leave_hold(state, state.holds[request.hold_id])
    if (group := state.live_group(request.group_id)) is not None:
        _leave_group(state, group, run)


def _leave_hold(state: State, hold: Hold) -> None:
    hold.run_id = ""
    if hold.end is not None:
        state.locks.free(hold.request.hold_id)
        state.remember(hold.request.hold_id)


def _leave_group(state: State, group: Group, run: Run) -> None:
    del group.unfinished[run.request.run_id]
    for key in run.request.locks:
        group.wanted[key] -= 1
        if not group.wanted[key]:
            del group.wanted[key]
            if not group.request.post_phase:
                state.locks.let_go(group.request.group_id, key)
    for waiter, _ in group.locks.news():
        state.parking.stir(state.runs[waiter].token, waiter)
