"""The run's evolution: what the events of a run do to the state, from its entry into the queue to its end."""

from __future__ import annotations

from scheduler_svc.core import events as happened
from scheduler_svc.core.belongings import free_locks, join_group, know, take_locks
from scheduler_svc.core.blocked_evolution import unpark
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.run import Run, RunRequest
from scheduler_svc.core.state import State


def stir_for_room(state: State, pool: Pool) -> None:
    """Whoever waits for room in the queue of `pool` may find some."""
    if pool.blocked:
        for lane in pool.lanes.values():
            state.parking.stir_first(lane.blocked.first())


def _stir_for_caps(state: State, pool: Pool, request: RunRequest) -> None:
    for lane in pool.lanes.values():
        state.parking.stir_first(lane.cap_lines.first(request.user))
    state.parking.stir_first(pool.address_lines.first(request.address))


def run_entered(state: State, event: happened.RunEntered) -> None:
    """A blocked run is queued."""
    run = state.runs[event.run_id]
    # Taken before the lines are left, so that nobody steps up in between.
    if not run.request.hold_id:
        take_locks(state, run)
    unpark(state, run)
    run.position, run.arrived_at, run.latest_start = event.position, event.at, event.latest_start
    run.expected_s = event.expected_s
    state.pools[run.request.pool].enqueue(run)


def run_admitted(state: State, event: happened.RunAdmitted) -> None:
    """A run exists and is queued."""
    request = event.request
    run = Run(request, event.token, event.tag, event.position, event.at, event.latest_start)
    run.expected_s = event.expected_s
    know(state, run, event.at)
    if (group := state.live_group(request.group_id)) is not None:
        join_group(state, group, run)
    take_locks(state, run)
    state.pools[request.pool].enqueue(run)


def run_started(state: State, event: happened.RunStarted) -> None:
    """A run has its place."""
    run = state.runs[event.run_id]
    pool = state.pools[run.request.pool]
    run.renderer = event.renderer
    pool.start(run, event.at)
    if pool.blocked:
        _stir_for_caps(state, pool, run.request)
        stir_for_room(state, pool)


def run_ended(state: State, event: happened.RunEnded) -> None:
    """A run is over."""
    run = state.runs[event.run_id]
    request, pool = run.request, state.pools[run.request.pool]
    if run.block is not None:
        unpark(state, run)
    else:
        pool.finish(run, event.at, event.reason, event.outcome)
    run.ended_at, run.end, run.outcome = event.at, event.reason, event.outcome
    del state.tags[run.tag]
    unfinished = state.unfinished_of[request.user]
    del unfinished[event.run_id]
    if not unfinished:
        del state.unfinished_of[request.user]
    state.ledger.run_ended(event.run_id, started=run.started_at is not None, reason=event.reason, outcome=event.outcome)
    free_locks(state, run)
    state.leases.end(event.run_id)
    state.remember(event.run_id)
    if pool.blocked:
        _stir_for_caps(state, pool, request)
        stir_for_room(state, pool)
