"""The belongings: what a run has besides its place: a lease, a tag, its locks, a hold, a group."""

from __future__ import annotations

from scheduler_svc.core.group import Group
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.run import Run
from scheduler_svc.core.state import State


def issue(state: State, lease_id: str, token: int) -> None:
    """Let a lease begin."""
    state.leases.issue(lease_id)
    state.next_token = max(state.next_token, token + 1)


def know(state: State, run: Run, at: float) -> None:
    """A run exists: it is counted, and its lease begins."""
    request = run.request
    register(state, run)
    if request.hold_id:
        state.holds[request.hold_id].run_id = request.run_id
    if state.pools[request.pool].policy.counts_runs:
        state.ledger.run_accepted(request.run_id, request.user, request.kind, at, request.address)
    issue(state, request.run_id, run.token)


def register(state: State, run: Run) -> None:
    """Know an unfinished run by its id, its user and its tag."""
    state.runs[run.request.run_id] = run
    state.unfinished_of.setdefault(run.request.user, {})[run.request.run_id] = None
    state.tags[run.tag] = run.request.run_id


def join_group(state: State, group: Group, run: Run) -> None:
    """A run is one of its group's, which is in no post phase while it lives."""
    group.unfinished[run.request.run_id] = None
    group.wanted.update(run.request.locks)
    group.post_until = None
    state.post_phases.drop(group.request.group_id)


def take_locks(state: State, run: Run) -> None:
    """A run takes its locks, but for those that it inherits."""
    request = run.request
    inherited = state.locks.keys(request.hold_id) if request.hold_id else ()
    state.locks_of(run).take(request.run_id, (key for key in request.locks if key not in inherited))


def free_locks(state: State, run: Run) -> None:
    """A run gives its locks back, and leaves its hold and its group."""
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
