"""The conversion: what callers ask, checked and in the core's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import Violation
from scheduler_svc.core.commands import CancelGroup, CancelRun, CancelSession, CancelUser
from scheduler_svc.core.group import POST_TIMEOUT_S, GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.run import GIVE_UP_AFTER_S, Outcome, Policy, RunRequest
from scheduler_svc.core.scheduler import RUNS_POOL
from scheduler_svc.errors import InvalidError, NotFoundError

MAX_LOCKS: Final = 16
MAX_CONTEXT_BYTES: Final = 4 * 1024
MAX_MEMBERS: Final = 60
MAX_SECONDS: Final = 86_400

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
_KEY: Final = re.compile(r"(session:[A-Za-z0-9_-]{1,128}|resource:[A-Za-z0-9_.:-]{1,128})")
_KIND: Final = re.compile(r"[a-z][a-z_]{0,31}|")
_TAG: Final = re.compile(r"[0-9a-f]{32}|")
_ESTIMATE_KEY: Final = re.compile(r"[A-Za-z0-9_.-]{0,64}")

OUTCOME: Final[Mapping[Outcome, pb.RunOutcome.ValueType]] = MappingProxyType(
    {
        Outcome.OK: pb.RUN_OUTCOME_OK,
        Outcome.FAILED: pb.RUN_OUTCOME_FAILED,
        Outcome.ERROR: pb.RUN_OUTCOME_ERROR,
        Outcome.CANCELLED: pb.RUN_OUTCOME_CANCELLED,
        Outcome.NOT_READY: pb.RUN_OUTCOME_NOT_READY,
    }
)
_OUTCOME_OF: Final = {number: outcome for outcome, number in OUTCOME.items()}


def run_request(request: pb.SubmitRequest, caller: Caller) -> RunRequest:
    """The run that `request` asks for. Raises `InvalidError` with every malformed field."""
    _refuse(
        [
            *_check("run_id", request.run_id, _ID, "an id of 1 to 128 letters, digits, _ or -"),
            *_check_lane(request, caller.tier),
            *_check_keys("locks", request.locks),
            *(_check("hold_id", request.hold_id, _ID, "the id of a hold, or empty") if request.hold_id else ()),
            *_check("kind", request.kind, _KIND, "a word of lower-case letters and _, at most 32 long, or empty"),
            *_check("tag", request.tag, _TAG, "32 lower-case hex digits, or empty"),
            *(_check("group_id", request.group_id, _ID, "the id of a group, or empty") if request.group_id else ()),
            *_check("estimate_key", request.estimate_key, _ESTIMATE_KEY, "at most 64 letters, digits, _ . or -"),
            *_check_seconds("give_up_after_s", request.give_up_after_s),
            *_check_context(request.context),
        ]
    )
    return _run_request(request, caller)


def _run_request(request: pb.SubmitRequest, caller: Caller) -> RunRequest:
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
        group_id=request.group_id,
        on_conflict=_policy(request.on_conflict),
        on_limit=_policy(request.on_limit),
        give_up_after_s=request.give_up_after_s or GIVE_UP_AFTER_S,
        estimate_key=request.estimate_key,
        with_model=request.with_model,
        address=caller.address,
    )


def _policy(policy: pb.Policy.ValueType) -> Policy:
    return Policy.WAIT if policy == pb.POLICY_WAIT else Policy.REFUSE


def group_request(request: pb.OpenGroupRequest, caller: Caller) -> GroupRequest:
    """The group that `request` asks for, each member waiting for what is in its way.

    Raises `InvalidError` with every malformed field of the group, or of the first malformed member.
    """
    _refuse(
        [
            *_check("group_id", request.group_id, _ID, "an id of 1 to 128 letters, digits, _ or -"),
            *([] if 0 < len(request.members) <= MAX_MEMBERS else [Violation("members", f"name 1 to {MAX_MEMBERS}")]),
            *_check_seconds("post_timeout_s", request.post_timeout_s),
        ]
    )
    members = [replace(run_request(each, caller), group_id=request.group_id) for each in request.members]
    return GroupRequest(
        group_id=request.group_id,
        user=caller.user,
        members=tuple(replace(each, on_conflict=Policy.WAIT, on_limit=Policy.WAIT) for each in members),
        post_phase=request.post_phase,
        post_timeout_s=request.post_timeout_s or POST_TIMEOUT_S,
    )


def hold_request(request: pb.HoldRequest, caller: Caller) -> HoldRequest:
    """The hold that `request` asks for. Raises `InvalidError` with every malformed field."""
    _refuse(
        [
            *_check("hold_id", request.hold_id, _ID, "an id of 1 to 128 letters, digits, _ or -"),
            *([] if request.keys else [Violation("keys", "name at least one key")]),
            *_check_keys("keys", request.keys),
            *_check("kind", request.kind, _KIND, "a word of lower-case letters and _, at most 32 long, or empty"),
        ]
    )
    keys = tuple(sorted(set(request.keys)))
    return HoldRequest(request.hold_id, caller.user, request.kind, keys, _policy(request.on_conflict))


def owner(caller: Caller) -> str | None:
    """Whose leases `caller` may end or listen to; None: everybody's, as an operator."""
    return None if caller.tier is Tier.ADMIN else caller.user


def cancel_command(request: pb.CancelRequest, caller: Caller) -> CancelRun | CancelSession | CancelUser | CancelGroup:
    """What `request` cancels.

    Who is no admin reaches only what is their own: another user raises `NotFoundError`, another user's run or session
    counts as absent. Raises `InvalidError` without a target.
    """
    mine = owner(caller)
    match request.WhichOneof("target"):
        case "run_id":
            return CancelRun(request.run_id, mine)
        case "session_id":
            return CancelSession(request.session_id, mine)
        case "user":
            if mine is not None and request.user != caller.user:
                raise NotFoundError("there is no such user; you can cancel your own runs")
            return CancelUser(request.user)
        case "group_id":
            return CancelGroup(request.group_id, mine)
        case _:
            message = "name what to cancel: run_id, session_id, user or group_id"
            raise InvalidError(message, violations=[Violation("target", message)])


def outcome(number: pb.RunOutcome.ValueType) -> Outcome | None:
    """How a run went; None when its owner does not say, or says what this build does not know."""
    return _OUTCOME_OF.get(number)


def _refuse(violations: list[Violation]) -> None:
    if violations:
        text = "; ".join(f"{each.field}: {each.message}" for each in violations)
        raise InvalidError(text, violations=violations)


def _check(field: str, value: str, pattern: re.Pattern[str], wanted: str) -> Iterable[Violation]:
    return () if pattern.fullmatch(value) else (Violation(field, f"give {wanted}"),)


def _check_lane(request: pb.SubmitRequest, tier: Tier) -> Iterable[Violation]:
    # The lanes of runs are the tiers, with their caps and budgets: nobody names themselves into another one.
    if request.pool == RUNS_POOL and request.lane not in ("", tier.value) and tier is not Tier.ADMIN:
        return (Violation("lane", f"in the pool {RUNS_POOL} your lane is {tier.value}; leave it empty"),)
    return ()


def _check_keys(field: str, keys: Iterable[str]) -> Iterable[Violation]:
    for index, key in enumerate(keys):
        if index == MAX_LOCKS:
            yield Violation(field, f"name at most {MAX_LOCKS} keys")
            return
        yield from _check(f"{field}[{index}]", key, _KEY, "session:<id> or resource:<name>, at most 128 characters")


def _check_seconds(field: str, seconds: float) -> Iterable[Violation]:
    if 0 <= seconds <= MAX_SECONDS:
        return ()
    return (Violation(field, f"give seconds from 0 to {MAX_SECONDS}; 0 stands for the default"),)


def _check_context(context: bytes) -> Iterable[Violation]:
    if len(context) <= MAX_CONTEXT_BYTES:
        return ()
    return (Violation("context", f"send at most {MAX_CONTEXT_BYTES} bytes, not {len(context)}"),)
