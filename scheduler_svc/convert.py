"""The conversion: the one place where protobuf messages and the core's own types meet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from plotlane.common.v1 import common_pb2
from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import Violation
from scheduler_svc.core.commands import CancelRun, CancelSession, CancelUser
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.run import EndReason, Outcome, RunRequest
from scheduler_svc.core.scheduler import RUNS_POOL
from scheduler_svc.core.status import PoolStatus, RunStatus, SchedulerStatus, Step
from scheduler_svc.errors import InvalidError, NotFoundError

MAX_LOCKS: Final = 16
MAX_CONTEXT_BYTES: Final = 4 * 1024

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
_KEY: Final = re.compile(r"(session:[A-Za-z0-9_-]{1,128}|resource:[A-Za-z0-9_.:-]{1,128})")
_KIND: Final = re.compile(r"[a-z][a-z_]{0,31}|")
_TAG: Final = re.compile(r"[0-9a-f]{32}|")

_STATE: Final[Mapping[Step, pb.RunState.ValueType]] = MappingProxyType(
    {
        Step.ACCEPTED: pb.RUN_STATE_ACCEPTED,
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
    }
)
OUTCOME: Final[Mapping[Outcome, pb.RunOutcome.ValueType]] = MappingProxyType(
    {
        Outcome.OK: pb.RUN_OUTCOME_OK,
        Outcome.FAILED: pb.RUN_OUTCOME_FAILED,
        Outcome.ERROR: pb.RUN_OUTCOME_ERROR,
        Outcome.CANCELLED: pb.RUN_OUTCOME_CANCELLED,
    }
)
_OUTCOME_OF: Final = {number: outcome for outcome, number in OUTCOME.items()}


def run_request(request: pb.SubmitRequest, caller: Caller) -> RunRequest:
    """The run that `request` asks for. Raises `InvalidError` with every malformed field."""
    _refuse(
        [
            *_check("run_id", request.run_id, _ID, "an id of 1 to 128 letters, digits, _ or -"),
            *_check_keys("locks", request.locks),
            *(_check("hold_id", request.hold_id, _ID, "the id of a hold, or empty") if request.hold_id else ()),
            *_check("kind", request.kind, _KIND, "a word of lower-case letters and _, at most 32 long, or empty"),
            *_check("tag", request.tag, _TAG, "32 lower-case hex digits, or empty"),
            *_check_policy("on_conflict", request.on_conflict),
            *_check_policy("on_limit", request.on_limit),
            *_check_absent("group_id", request.group_id),
            *_check_context(request.context),
        ]
    )
    lane = request.lane or (caller.tier.value if request.pool == RUNS_POOL else "")
    return RunRequest(
        run_id=request.run_id,
        pool=request.pool,
        lane=lane,
        user=caller.user,
        kind=request.kind,
        locks=tuple(sorted(set(request.locks))),
        hold_id=request.hold_id,
        own_tag=request.tag,
        context=request.context,
    )


def hold_request(request: pb.HoldRequest, caller: Caller) -> HoldRequest:
    """The hold that `request` asks for. Raises `InvalidError` with every malformed field."""
    _refuse(
        [
            *_check("hold_id", request.hold_id, _ID, "an id of 1 to 128 letters, digits, _ or -"),
            *([] if request.keys else [Violation("keys", "name at least one key")]),
            *_check_keys("keys", request.keys),
            *_check_policy("on_conflict", request.on_conflict),
            *_check("kind", request.kind, _KIND, "a word of lower-case letters and _, at most 32 long, or empty"),
        ]
    )
    return HoldRequest(request.hold_id, caller.user, request.kind, tuple(sorted(set(request.keys))))


def cancel_command(request: pb.CancelRequest, caller: Caller) -> CancelRun | CancelSession | CancelUser | None:
    """What `request` cancels; None for a group, of which there are none.

    Who is no admin reaches only what is their own: another user raises `NotFoundError`, another user's run or session
    counts as absent. Raises `InvalidError` without a target.
    """
    is_admin = caller.tier is Tier.ADMIN
    owner = None if is_admin else caller.user
    match request.WhichOneof("target"):
        case "run_id":
            return CancelRun(request.run_id, owner)
        case "session_id":
            return CancelSession(request.session_id, owner)
        case "user":
            if not is_admin and request.user != caller.user:
                raise NotFoundError("there is no such user; you can cancel your own runs")
            return CancelUser(request.user)
        case "group_id":
            return None
        case _:
            message = "name what to cancel: run_id, session_id, user or group_id"
            raise InvalidError(message, violations=[Violation("target", message)])


def outcome(number: pb.RunOutcome.ValueType) -> Outcome | None:
    """How a run went; None when its owner does not say, or says what this build does not know."""
    return _OUTCOME_OF.get(number)


def queue_status(status: RunStatus) -> pb.QueueStatus:
    """One message about a run."""
    message = pb.QueueStatus(state=_STATE[status.step], run_id=status.run_id, token=status.token, tag=status.tag)
    if status.place is not None:
        message.queued.position = status.place.position
        message.queued.waiting = status.place.waiting
        message.queued.estimated_wait_s = status.place.estimated_wait_s
    if status.step is Step.STARTED:
        message.lease.CopyFrom(lease(status.run_id, status.token))
    if status.end is not None:
        message.end = END[status.end]
    return message


def lease(lease_id: str, token: int) -> common_pb2.Lease:
    """The right to a place or a hold."""
    return common_pb2.Lease(id=lease_id, token=token)


def status_response(status: SchedulerStatus) -> pb.GetStatusResponse:
    """The scheduler as it is now."""
    return pb.GetStatusResponse(
        pools=[_pool(pool) for pool in status.pools],
        tier=status.tier.value,
        user_max_runs=status.user_max_runs or 0,
        user_runs=status.user_runs,
    )


def _pool(pool: PoolStatus) -> pb.PoolStatus:
    return pb.PoolStatus(
        pool=pool.pool,
        waiting=pool.waiting,
        in_flight=pool.in_flight,
        concurrency=pool.concurrency,
        capacity=pool.capacity,
        lanes=[pb.LaneStatus(lane=each.lane, waiting=each.waiting, in_flight=each.in_flight) for each in pool.lanes],
    )


def _refuse(violations: list[Violation]) -> None:
    if violations:
        text = "; ".join(f"{each.field}: {each.message}" for each in violations)
        raise InvalidError(text, violations=violations)


def _check(field: str, value: str, pattern: re.Pattern[str], wanted: str) -> Iterable[Violation]:
    if not pattern.fullmatch(value):
        yield Violation(field, f"give {wanted}")


def _check_keys(field: str, keys: Iterable[str]) -> Iterable[Violation]:
    for index, key in enumerate(keys):
        if index == MAX_LOCKS:
            yield Violation(field, f"name at most {MAX_LOCKS} keys")
            return
        yield from _check(f"{field}[{index}]", key, _KEY, "session:<id> or resource:<name>, at most 128 characters")


def _check_policy(field: str, policy: pb.Policy.ValueType) -> Iterable[Violation]:
    if policy == pb.POLICY_WAIT:
        yield Violation(field, "this version only refuses: send POLICY_REFUSE, and try again when you are refused")


def _check_absent(field: str, value: str) -> Iterable[Violation]:
    if value:
        yield Violation(field, "there are no groups in this version: leave it empty")


def _check_context(context: bytes) -> Iterable[Violation]:
    if len(context) > MAX_CONTEXT_BYTES:
        yield Violation("context", f"send at most {MAX_CONTEXT_BYTES} bytes, not {len(context)}")
