"""The conversion for operators and renderers: listings, tags, keys to free, slots that are offered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.chunks import fitting
from plotlane_kit.errors import Violation
from scheduler_svc.core.commands import RegisterRenderer, Unlock
from scheduler_svc.core.listing import Listed
from scheduler_svc.core.run import Run, RunState
from scheduler_svc.errors import InvalidError, NotFoundError
from scheduler_svc.status_convert import BLOCKED

MAX_LISTED: Final = 1_000
MAX_SLOTS: Final = 10_000
MAX_PORT: Final = 65_535

_KEY: Final = re.compile(r"(session:[A-Za-z0-9_-]{1,128}|resource:[A-Za-z0-9_.:-]{1,128})")
_ADDRESS: Final = re.compile(r"[A-Za-z0-9_.\-\[\]:]{1,250}:[0-9]{1,5}")
_HASH_DIGITS: Final = 16
_HASH: Final = re.compile(rf"[0-9a-f]{{{_HASH_DIGITS}}}")
_STATE: Final[Mapping[RunState, pb.RunState.ValueType]] = MappingProxyType(
    {
        RunState.BLOCKED: pb.RUN_STATE_BLOCKED,
        RunState.QUEUED: pb.RUN_STATE_QUEUED,
        RunState.IN_FLIGHT: pb.RUN_STATE_STARTED,
        RunState.ENDED: pb.RUN_STATE_ENDED,
    }
)


def check_operator(caller: Caller) -> None:
    """Raises `NotFoundError` for whoever is no admin: what they ask for does not exist for them."""
    if caller.tier is not Tier.ADMIN:
        raise NotFoundError("only an operator (tier admin) can see or change this")


def user_hash(user: str) -> str:
    """A name for a user that tells nothing about them."""
    return sha256(user.encode()).hexdigest()[:_HASH_DIGITS]


def user_named(name: str, users: Set[str]) -> str:
    """The one of `users` whom an operator means by `name`: an id, or the hash of one that the listing shows.

    A name that fits none of them is returned as it is.
    """
    if name in users or not _HASH.fullmatch(name):
        return name
    return next((user for user in users if user_hash(user) == name), name)


def unlock(request: pb.UnlockRequest) -> Unlock:
    """The key to free. Raises `InvalidError`."""
    if not _KEY.fullmatch(request.key):
        raise _invalid("key", "give session:<id> or resource:<name>, at most 128 characters")
    return Unlock(request.key)


def renderer_offer(request: pb.RegisterSlotsRequest, pool: str) -> RegisterRenderer:
    """What a renderer offers. Raises `InvalidError`."""
    if not _ADDRESS.fullmatch(request.address) or not 0 < int(request.address.rpartition(":")[2]) <= MAX_PORT:
        raise _invalid("address", f"give your own address as host:port, the port from 1 to {MAX_PORT}")
    if request.slots > MAX_SLOTS:
        raise _invalid("slots", f"offer at most {MAX_SLOTS}")
    return RegisterRenderer(pool, request.address, request.slots, request.memory_bytes)


def tagged_run(run: Run, session_id: str) -> pb.ResolveRunTagResponse:
    """The run that carries a tag."""
    request = run.request
    return pb.ResolveRunTagResponse(
        run_id=request.run_id,
        group_id=request.group_id,
        session_id=session_id,
        user_hash=user_hash(request.user),
        context=request.context,
    )


def listing(listed: Sequence[Listed], now: float, limit: int) -> pb.ListRunsResponse:
    """Everything that has not ended, at most `limit` of it; 0: as many as may be, and as fit into one message."""
    shown = listed[: min(limit or MAX_LISTED, MAX_LISTED)]
    return pb.ListRunsResponse(runs=fitting(_listed(each, now) for each in shown), total=len(listed))


def _listed(each: Listed, now: float) -> pb.RunInfo:
    return pb.RunInfo(
        id=each.lease_id,
        entry=each.entry,
        state=_STATE[each.state],
        pool=each.pool,
        lane=each.lane,
        kind=each.kind,
        user_hash=user_hash(each.user),
        locks=each.locks,
        group_id=each.group_id,
        position=each.position,
        age_s=0.0 if each.since is None else max(0.0, now - each.since),
        blocked=pb.BLOCKED_REASON_UNSPECIFIED if each.block is None else BLOCKED[each.block.reason],
        in_grace=each.in_grace,
        renderer=each.renderer,
    )


def _invalid(field: str, message: str) -> InvalidError:
    return InvalidError(message, violations=[Violation(field, message)])
