"""The status conversion: what the scheduler says of runs, leases and pools, as messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from plotlane.common.v1 import common_pb2
from plotlane.scheduler.v1 import scheduler_pb2 as pb
from scheduler_svc.core.run import BlockReason, EndReason
from scheduler_svc.core.status import PoolStatus, RunStatus, SchedulerStatus, Step
from scheduler_svc.quota_convert import usage

_STATE: Final[Mapping[Step, pb.RunState.ValueType]] = MappingProxyType(
    {
        Step.ACCEPTED: pb.RUN_STATE_ACCEPTED,
        Step.BLOCKED: pb.RUN_STATE_BLOCKED,
        Step.QUEUED: pb.RUN_STATE_QUEUED,
        Step.STARTED: pb.RUN_STATE_STARTED,
        Step.ENDED: pb.RUN_STATE_ENDED,
    }
)
END: Final[Mapping[EndReason, pb.EndReason.ValueType]] = MappingProxyType(
    {
        EndReason.RELEASED: pb.END_REASON_RELEASED,
        EndReason.CANCELLED: pb.END_REASON_CANCELLED,
        EndReason.EXPIRED: pb.END_REASON_EXPIRED,
        EndReason.LOST: pb.END_REASON_LOST,
        EndReason.DRAINED: pb.END_REASON_DRAINED,
        EndReason.GAVE_UP: pb.END_REASON_GAVE_UP,
        EndReason.RENDERER_LOST: pb.END_REASON_RENDERER_LOST,
    }
)
BLOCKED: Final[Mapping[BlockReason, pb.BlockedReason.ValueType]] = MappingProxyType(
    {
        BlockReason.LOCK: pb.BLOCKED_REASON_LOCK,
        BlockReason.USER_CAP: pb.BLOCKED_REASON_USER_CAP,
        BlockReason.ADDRESS_CAP: pb.BLOCKED_REASON_ADDRESS_CAP,
        BlockReason.CAPACITY: pb.BLOCKED_REASON_CAPACITY,
    }
)


def queue_status(status: RunStatus) -> pb.QueueStatus:
    """One message about a run."""
    message = pb.QueueStatus()
    _fill(message, status)
    return message


def _fill(message: pb.QueueStatus, status: RunStatus) -> None:
    # In place: a message that is handed to another one is copied, field by field.
    message.state, message.run_id = _STATE[status.step], status.run_id
    message.token, message.tag = status.token, status.tag
    if (place := status.place) is not None:
        queued = message.queued
        queued.position, queued.waiting, queued.estimated_wait_s = place
    if status.step is Step.STARTED:
        lease = message.lease
        lease.id, lease.token, lease.renderer = status.run_id, status.token, status.renderer
    if status.block is not None:
        message.blocked, message.blocked_by = BLOCKED[status.block.reason], status.block.kind
    if status.end is not None:
        message.end = END[status.end]


def submit_response(steps: Sequence[RunStatus]) -> pb.SubmitResponse:
    """Steps of one moment in one message; at least one."""
    response = pb.SubmitResponse()
    _fill(response.status, steps[0])
    for step in steps[1:]:
        _fill(response.then.add(), step)
    return response


def lease(lease_id: str, token: int, renderer: str = "") -> common_pb2.Lease:
    """The right to a place, a hold or a group."""
    return common_pb2.Lease(id=lease_id, token=token, renderer=renderer)


def status_response(status: SchedulerStatus) -> pb.GetStatusResponse:
    """The scheduler as it is now."""
    return pb.GetStatusResponse(
        pools=[_pool(pool) for pool in status.pools],
        tier=status.tier.value,
        user_max_runs=status.user_max_runs or 0,
        user_runs=status.user_runs,
        usage=[usage(each) for each in status.usage],
    )


def _pool(pool: PoolStatus) -> pb.PoolStatus:
    return pb.PoolStatus(
        pool=pool.pool,
        waiting=pool.waiting,
        in_flight=pool.in_flight,
        concurrency=pool.concurrency,
        capacity=pool.capacity,
        blocked=pool.blocked,
        paused=pool.paused,
        lanes=[pb.LaneStatus(lane=each.lane, waiting=each.waiting, in_flight=each.in_flight) for each in pool.lanes],
    )
