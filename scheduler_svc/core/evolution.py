"""The evolution: what each event does to the state; the same events give the same state, and no rule is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from scheduler_svc.core import blocked_evolution as blocked
from scheduler_svc.core import events as happened
from scheduler_svc.core import run_evolution as runs
from scheduler_svc.core.belongings import issue
from scheduler_svc.core.group import Group
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.quota.events import QuotaEvent
from scheduler_svc.core.renderers import Renderer
from scheduler_svc.core.state import State


def evolve(state: State, event: happened.Event) -> None:
    """Let `event` have happened."""
    if isinstance(event, happened.Refused):
        return
    kind = type(event)
    if kind in _QUOTA:
        state.ledger.apply(event)  # type: ignore[arg-type]  # that is what the line above asks
    else:
        _EVOLVERS[kind](state, event)
    state.at = event.at
    state.changes += 1
    _stir_whose_turn_has_come(state)


def _stir_whose_turn_has_come(state: State) -> None:
    for waiter, key in state.locks.news():
        group = state.groups.get(waiter)
        if group is None:
            state.parking.stir(state.token_of(waiter) or 0, waiter)
        elif (member := group.locks.first(key)) is not None:
            state.parking.stir(state.runs[member].token, member)


# Holds.


def _hold_opened(state: State, event: happened.HoldOpened) -> None:
    _know_hold(state, event)
    state.locks.take(event.request.hold_id, event.request.keys)


def _hold_parked(state: State, event: happened.HoldParked) -> None:
    _know_hold(state, event).waits = True
    state.locks.wait(event.request.hold_id, event.request.keys)
    state.parking.of_user.add(event.request.user)


def _know_hold(state: State, event: happened.HoldOpened | happened.HoldParked) -> Hold:
    request = event.request
    hold = state.holds[request.hold_id] = Hold(request, event.token, since=event.at)
    state.holds_of.add(request.user)
    issue(state, request.hold_id, event.token)
    return hold


def _hold_granted(state: State, event: happened.HoldGranted) -> None:
    hold = state.holds[event.hold_id]
    hold.since = event.at
    state.locks.take(event.hold_id, hold.request.keys)
    _leave_line(state, hold)


def _leave_line(state: State, hold: Hold) -> None:
    hold.waits = False
    state.locks.leave(hold.request.hold_id)
    state.parking.of_user.remove(hold.request.user)


def _hold_ended(state: State, event: happened.HoldEnded) -> None:
    hold = state.holds[event.hold_id]
    if hold.waits:
        _leave_line(state, hold)
    hold.end = event.reason
    state.holds_of.remove(hold.request.user)
    state.leases.end(event.hold_id)
    state.ledger.lease_ended(event.hold_id)
    if not hold.run_id:
        state.locks.free(event.hold_id)
        state.remember(event.hold_id)


# Groups.


def _group_opened(state: State, event: happened.GroupOpened) -> None:
    request = event.request
    group = state.groups[request.group_id] = Group(request, event.token, event.at)
    state.groups_of.add(request.user)
    issue(state, request.group_id, event.token)
    state.locks.wait(request.group_id, request.keys, eager=True)
    for number, (member, tag) in enumerate(zip(request.members, event.tags, strict=True), start=1):
        blocked.open_member(state, group, member, event.token + number, tag, event.at)


def _post_phase_began(state: State, event: happened.PostPhaseBegan) -> None:
    state.groups[event.group_id].post_until = event.until
    state.post_phases.set(event.group_id, event.until)


def _group_ended(state: State, event: happened.GroupEnded) -> None:
    group = state.groups[event.group_id]
    group.end, group.post_until = event.reason, None
    state.groups_of.remove(group.request.user)
    state.post_phases.drop(event.group_id)
    state.locks.leave(event.group_id)
    state.locks.free(event.group_id)
    state.leases.end(event.group_id)
    state.ledger.lease_ended(event.group_id)
    state.remember(event.group_id)


# Leases.


def _stream_lost(state: State, event: happened.StreamLost) -> None:
    state.leases.lose(event.lease_id, event.until)


def _stream_resumed(state: State, event: happened.StreamResumed) -> None:
    state.leases.resume(event.lease_id)


# The house.


def _slots_changed(state: State, event: happened.SlotsChanged) -> None:
    pool = state.pools[event.pool]
    pool.static_slots = event.slots
    _places_changed(state, pool)


def _places_changed(state: State, pool: Pool) -> None:
    pool.reckon()
    runs.stir_for_room(state, pool)


def _pool_paused(state: State, event: happened.PoolPaused) -> None:
    state.pools[event.pool].paused = event.paused
    runs.stir_for_room(state, state.pools[event.pool])


def _renderer_registered(state: State, event: happened.RendererRegistered) -> None:
    pool = state.pools[event.pool]
    known = pool.renderers.get(event.address)
    leases = {} if known is None else known.leases
    pool.renderers.put(Renderer(event.address, event.slots, event.memory_bytes, leases))
    _places_changed(state, pool)


def _renderer_lost(state: State, event: happened.RendererLost) -> None:
    pool = state.pools[event.pool]
    pool.renderers.drop(event.address)
    _places_changed(state, pool)


def _drain_began(state: State, _: happened.DrainBegan) -> None:
    state.draining = True


def _restarted(state: State, event: happened.Restarted) -> None:
    state.draining = False
    for lease_id in state.leases.live():
        if not state.is_carried(lease_id):
            state.leases.lose(lease_id, event.until)
    for pool in state.pools.values():
        pool.renderers.lose_all(event.until)
        _places_changed(state, pool)


_QUOTA: Final = frozenset(get_args(QuotaEvent))
_EVOLVERS: Final[Mapping[type, Callable[[State, Any], None]]] = MappingProxyType(
    {
        happened.SlotsChanged: _slots_changed,
        happened.PoolPaused: _pool_paused,
        happened.RendererRegistered: _renderer_registered,
        happened.RendererLost: _renderer_lost,
        happened.RunBlocked: blocked.run_blocked,
        happened.BlockChanged: blocked.block_changed,
        happened.RunEntered: runs.run_entered,
        happened.RunAdmitted: runs.run_admitted,
        happened.RunStarted: runs.run_started,
        happened.RunEnded: runs.run_ended,
        happened.HoldOpened: _hold_opened,
        happened.HoldParked: _hold_parked,
        happened.HoldGranted: _hold_granted,
        happened.HoldEnded: _hold_ended,
        happened.GroupOpened: _group_opened,
        happened.PostPhaseBegan: _post_phase_began,
        happened.GroupEnded: _group_ended,
        happened.StreamLost: _stream_lost,
        happened.StreamResumed: _stream_resumed,
        happened.DrainBegan: _drain_began,
        happened.Restarted: _restarted,
    }
)
