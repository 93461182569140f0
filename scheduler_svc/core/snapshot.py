"""The snapshot: taken of a state at one moment, and made into that state again, so that a replay may begin there."""

from __future__ import annotations

from dataclasses import replace

from scheduler_svc.core.belongings import register
from scheduler_svc.core.blocked_evolution import restore_parked
from scheduler_svc.core.estimate import RecentDurations, Sort
from scheduler_svc.core.group import Group
from scheduler_svc.core.locks import LockTable
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.pool import Pool
from scheduler_svc.core.quota.snapshot import restore_ledger, snapshot_of
from scheduler_svc.core.records import (
    DurationsRecord,
    GraceRecord,
    GroupRecord,
    LineRecord,
    LocksRecord,
    PoolRecord,
    RendererRecord,
    Snapshot,
)
from scheduler_svc.core.renderers import Renderer
from scheduler_svc.core.run import Run
from scheduler_svc.core.state import State


def take(state: State) -> Snapshot:
    """The state as it is now; later changes do not reach it."""
    return Snapshot(
        at=None if state.at == float("-inf") else state.at,
        next_token=state.next_token,
        draining=state.draining,
        runs=tuple(replace(run) for run in state.runs.values()),
        holds=tuple(replace(hold) for hold in state.holds.values()),
        groups=tuple(_group_record(group) for group in state.groups.values()),
        ended=tuple(state.ended),
        pools=tuple(_pool_record(pool) for pool in state.pools.values()),
        locks=_locks_record(state.locks),
        leases=state.leases.live(),
        graces=tuple(GraceRecord(lease_id, until) for lease_id, until in state.leases.graces()),
        ledger=snapshot_of(state.ledger),
    )


def _locks_record(table: LockTable) -> LocksRecord:
    lines = (LineRecord(waiter, keys, eager) for waiter, keys, eager in table.waiters())
    return LocksRecord(tuple(table.owners()), tuple(lines))


def _group_record(group: Group) -> GroupRecord:
    locks = _locks_record(group.locks)
    unfinished = tuple(group.unfinished)
    return GroupRecord(group.request, group.token, locks, unfinished, group.post_until, group.end, group.since)


def _pool_record(pool: Pool) -> PoolRecord:
    estimates = pool.outlook.estimates
    return PoolRecord(
        pool=pool.policy.name,
        slots=pool.static_slots,
        paused=pool.paused,
        queue=pool.entered(),
        recent_starts=pool.rate.recent(),
        durations=tuple(_durations_record(*each) for each in estimates.items()),
        renderers=tuple(
            RendererRecord(each.address, each.slots, each.memory_bytes, each.lost_until) for each in pool.renderers
        ),
        had_renderers=pool.renderers.ever,
        overall=tuple(_durations_record(("", "", with_model), each) for with_model, each in estimates.overall()),
        has_forgotten_sorts=estimates.has_forgotten,
    )


def _durations_record(sort: Sort, durations: RecentDurations) -> DurationsRecord:
    kind, key, with_model = sort
    return DurationsRecord(kind, key, tuple(durations.recent), durations.told_s, with_model)


def rebuild(policy: SchedulerPolicy, snapshot: Snapshot) -> State:
    """The state that `snapshot` was taken of, under `policy`; pools that the policy no longer has must be empty."""
    state = State(policy, snapshot.next_token)
    state.at = float("-inf") if snapshot.at is None else snapshot.at
    state.draining = snapshot.draining
    state.ended.extend(snapshot.ended)
    _restore_locks(state.locks, snapshot.locks)
    for hold in snapshot.holds:
        state.holds[hold.request.hold_id] = replace(hold)
        if hold.end is None:
            state.holds_of.add(hold.request.user)
        if hold.waits:
            state.parking.of_user.add(hold.request.user)
    for record in snapshot.groups:
        _restore_group(state, record)
    for each in snapshot.pools:
        _restore_places(state.pools[each.pool], each)
    for run in snapshot.runs:
        _restore_run(state, replace(run))
    for each in snapshot.pools:
        for run_id in each.queue:
            state.pools[each.pool].enqueue(state.runs[run_id])
    for lease_id in snapshot.leases:
        state.leases.issue(lease_id)
    for grace in snapshot.graces:
        state.leases.lose(grace.lease_id, grace.until)
    restore_ledger(state.ledger, snapshot.ledger)
    state.parking.settle()
    return state


def _restore_locks(table: LockTable, record: LocksRecord) -> None:
    for owner, keys in record.owners:
        table.take(owner, keys)
    for line in record.lines:
        table.wait(line.waiter, line.keys, eager=line.eager)
    table.news()


def _restore_group(state: State, record: GroupRecord) -> None:
    group = state.groups[record.request.group_id] = Group(record.request, record.token, record.since)
    _restore_locks(group.locks, record.locks)
    group.unfinished = dict.fromkeys(record.unfinished)
    group.post_until, group.end = record.post_until, record.end
    if group.end is None:
        state.groups_of.add(group.request.user)
    if record.post_until is not None:
        state.post_phases.set(record.request.group_id, record.post_until)


def _restore_places(pool: Pool, record: PoolRecord) -> None:
    pool.static_slots, pool.paused = record.slots, record.paused
    pool.rate.restore(record.recent_starts)
    estimates = pool.outlook.estimates
    for each in record.durations:
        estimates.restore((each.kind, each.key, each.with_model), each.recent_s, each.told_s)
    for each in record.overall:
        estimates.restore_overall(each.recent_s, each.told_s, with_model=each.with_model)
    estimates.has_forgotten = record.has_forgotten_sorts
    for renderer in record.renderers:
        known = Renderer(renderer.address, renderer.slots, renderer.memory_bytes, lost_until=renderer.lost_until)
        pool.renderers.put(known)
    pool.renderers.ever = record.had_renderers
    pool.reckon()


def _restore_run(state: State, run: Run) -> None:
    state.runs[run.request.run_id] = run
    if run.end is not None:
        return
    register(state, run)
    if (group := state.live_group(run.request.group_id)) is not None:
        group.wanted.update(run.request.locks)
    if run.block is not None:
        restore_parked(state, run)
    elif run.started_at is not None:
        state.pools[run.request.pool].restore_in_flight(run)
