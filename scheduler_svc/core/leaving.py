"""Leaving: how runs, holds and groups are released, cancelled, lost and finished."""

from __future__ import annotations

from scheduler_svc.core import commands as asked
from scheduler_svc.core import events as happened
from scheduler_svc.core.decision import Decision
from scheduler_svc.core.run import EndReason
from scheduler_svc.errors import NotFoundError, RunActiveError


def lose_stream(decision: Decision, command: asked.LoseStream, now: float) -> None:
    """The grace of a lease begins, unless its group's stream carries it."""
    lease_id, state = command.lease_id, decision.state
    if lease_id in state.leases and not state.leases.is_lost(lease_id) and not state.is_carried(lease_id):
        decision.emit(happened.StreamLost(now, lease_id, until=now + state.policy.lease_grace_s))


def release(decision: Decision, command: asked.Release, now: float) -> None:
    """End a run, hold or group as its owner."""
    state = decision.state
    if not state.is_owned(command.lease_id, command.token, command.owner):
        decision.refuse(NotFoundError(), now)
    elif command.lease_id in state.groups:
        finish_group(decision, asked.FinishGroup(command.lease_id, command.token, command.owner), now)
    elif command.lease_id in state.leases:
        decision.end(command.lease_id, now, EndReason.RELEASED, command.outcome)


def finish_group(decision: Decision, command: asked.FinishGroup, now: float) -> None:
    """End a group whose runs have all ended."""
    group = decision.state.groups.get(command.group_id)
    if group is None or not decision.state.is_owned(command.group_id, command.token, command.owner):
        decision.refuse(NotFoundError("there is no such group under this token"), now)
    elif group.unfinished and group.end is None:
        count = len(group.unfinished)
        message = (
            f"{count} of the group's runs {'has' if count == 1 else 'have'} not ended; wait for them or cancel them"
        )
        decision.refuse(RunActiveError(message, metadata={"key": "", "kind": group.request.kind}), now)
    elif group.end is None:
        decision.end(command.group_id, now, EndReason.RELEASED)


def cancel_run(decision: Decision, command: asked.CancelRun, now: float) -> None:
    """Cancel one run, or one hold."""
    entry = decision.state.runs.get(command.run_id) or decision.state.holds.get(command.run_id)
    if entry is not None and command.owner in (None, entry.request.user):
        _cancel(decision, command.run_id, now)


def cancel_session(decision: Decision, command: asked.CancelSession, now: float) -> None:
    """Cancel whatever has the key of a session or waits for it."""
    state, key = decision.state, f"session:{command.session_id}"
    owner = state.locks.owner(key)
    for lease_id in (*state.locks.line(key), *(() if owner is None else (owner,))):
        if command.owner in (None, state.request(lease_id).user):
            _cancel_for_key(decision, lease_id, key, now)


def _cancel_for_key(decision: Decision, lease_id: str, key: str, now: float) -> None:
    state = decision.state
    group, hold = state.live_group(lease_id), state.holds.get(lease_id)
    if group is not None:
        for member in [each for each in group.unfinished if key in state.runs[each].request.locks]:
            _cancel(decision, member, now)
        return
    if hold is not None and hold.run_id:
        _cancel(decision, hold.run_id, now)
    _cancel(decision, lease_id, now)


def cancel_user(decision: Decision, command: asked.CancelUser, now: float) -> None:
    """Cancel every run of a user."""
    for run_id in list(decision.state.unfinished_of.get(command.user, ())):
        _cancel(decision, run_id, now)


def cancel_group(decision: Decision, command: asked.CancelGroup, now: float) -> None:
    """Cancel every run of a group; its post phase comes all the same."""
    group = decision.state.live_group(command.group_id)
    if group is not None and command.owner in (None, group.request.user):
        for run_id in list(group.unfinished):
            _cancel(decision, run_id, now)


def unlock(decision: Decision, command: asked.Unlock, now: float) -> None:
    """End whatever has a key: a run, a hold with its run, or a group with its runs."""
    state = decision.state
    owner = state.locks.owner(command.key)
    if owner is None:
        return
    hold = state.holds.get(owner)
    if hold is not None and hold.run_id:
        _cancel(decision, hold.run_id, now)
    _cancel(decision, owner, now)


def _cancel(decision: Decision, lease_id: str, now: float) -> None:
    if lease_id in decision.state.leases:
        decision.end(lease_id, now, EndReason.CANCELLED)


def drain(decision: Decision, _: asked.Drain, now: float) -> None:
    """End what waits; what is in flight goes on, and so do the pools that it needs."""
    state = decision.state
    if state.draining:
        return
    decision.emit(happened.DrainBegan(now))
    for lease_id in state.leases.live():
        run, hold = state.runs.get(lease_id), state.holds.get(lease_id)
        waits = hold is not None and hold.waits
        if run is not None and not state.pools[run.request.pool].policy.open_while_draining:
            waits = run.started_at is None
        if waits and lease_id in state.leases:
            decision.end(lease_id, now, EndReason.DRAINED)
