"""The client: how another service asks the scheduler for a place or for locks, and is sure to give them back."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Final

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, caller_metadata
from plotlane_kit.errors import Reason
from plotlane_kit.grpc_errors import from_rpc_error
from scheduler_svc.core.run import Policy
from scheduler_svc.group_client import GroupLease, Member, MemberNews
from scheduler_svc.hold_client import HoldLease
from scheduler_svc.lease_client import CALL_TIMEOUT_S, LeaseEndedError, Patience, Proof
from scheduler_svc.quota_client import AMID_WORK_S, QuotaClient
from scheduler_svc.run_client import RunLease

__all__ = [
    "AMID_WORK_S",
    "GroupLease",
    "HoldLease",
    "LeaseEndedError",
    "Member",
    "MemberNews",
    "Patience",
    "Policy",
    "Proof",
    "QuotaClient",
    "RunLease",
    "SchedulerClient",
]


_POLICY: Final = {Policy.REFUSE: pb.POLICY_REFUSE, Policy.WAIT: pb.POLICY_WAIT}


class SchedulerClient:
    """Speaks to the scheduler over `channel`, which its owner opens and closes.

    ```
    async with client.hold(caller, [f"session:{sid}"], kind="turn") as hold:
        async with client.run(caller, kind="plot", hold_id=hold.id) as run:
            async for place in run.places():
                ...  # tell the user
            ...  # work; run.proof shows the place to others
    ```
    """

    def __init__(self, channel: grpc.aio.Channel, patience: Patience | None = None) -> None:
        self._stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        self._patience = patience or Patience()

    def run(
        self,
        caller: Caller,
        *,
        kind: str,
        pool: str = "runs",
        lane: str = "",
        locks: Sequence[str] = (),
        hold_id: str = "",
        run_id: str | None = None,
        tag: str = "",
        context: bytes = b"",
        group_id: str = "",
        on_conflict: Policy = Policy.REFUSE,
        on_limit: Policy = Policy.REFUSE,
        give_up_after_s: float = 0.0,
        estimate_key: str = "",
        with_model: bool = False,
        amid_work: bool = False,
    ) -> RunLease:
        """A run to be entered with `async with`; the same `run_id` and content again joins the run that exists.

        With a policy of WAIT what is in the way keeps it BLOCKED, for `give_up_after_s` at most (0: 1,800 s). `lane`
        may be empty in pool `runs`: it is the caller's tier there. `with_model`: a language model is asked in it, so it
        is taken to last longer until some have been seen. `amid_work`, or a hold or group: it is part of work under way
        and waits for a scheduler that restarts as long as that does.

        Entering raises RUN_ACTIVE, RUN_LIMIT, BUDGET, CAPACITY, CONFLICT, INVALID, NOT_FOUND (the hold or group) or
        DRAINING as a `PlotlaneError`, or `UpstreamError`.
        """
        request = pb.SubmitRequest(
            run_id=run_id or str(uuid.uuid4()),
            pool=pool,
            lane=lane,
            locks=locks,
            on_conflict=_POLICY[on_conflict],
            on_limit=_POLICY[on_limit],
            hold_id=hold_id,
            group_id=group_id,
            kind=kind,
            tag=tag,
            context=context,
            give_up_after_s=give_up_after_s,
            estimate_key=estimate_key,
            with_model=with_model,
            share_messages=True,
        )
        is_part = amid_work or bool(hold_id or group_id)
        patience = self._patience.amid_work() if is_part else self._patience
        return RunLease(self._stub, request, caller_metadata(caller), patience)

    def group(
        self,
        caller: Caller,
        members: Sequence[Member],
        *,
        group_id: str | None = None,
        post_phase: bool = False,
        post_timeout_s: float = 0.0,
    ) -> GroupLease:
        """Runs that belong together, to be entered with `async with`; the same id and content again joins the group.

        Entering raises RUN_LIMIT, BUDGET, CONFLICT, INVALID, NOT_FOUND (it has ended) or DRAINING as a `PlotlaneError`,
        or `UpstreamError`. `post_timeout_s`: 0 stands for 600.
        """
        request = pb.OpenGroupRequest(
            group_id=group_id or str(uuid.uuid4()),
            members=[each.request() for each in members],
            post_phase=post_phase,
            post_timeout_s=post_timeout_s,
        )
        return GroupLease(self._stub, request, caller_metadata(caller), self._patience)

    def hold(self, caller: Caller, keys: Sequence[str], *, kind: str, on_conflict: Policy = Policy.REFUSE) -> HoldLease:
        """Locks to be entered with `async with`, all of `keys` or none; with WAIT it is entered when they are free.

        Entering raises RUN_ACTIVE, INVALID or DRAINING as a `PlotlaneError`, or `UpstreamError`.
        """
        request = pb.HoldRequest(hold_id=str(uuid.uuid4()), keys=keys, on_conflict=_POLICY[on_conflict], kind=kind)
        return HoldLease(self._stub, request, caller_metadata(caller), self._patience)

    async def cancel_session(self, caller: Caller, session_id: str) -> int:
        """End whatever locks the caller's session; how many runs and holds that were. The session is free on return."""
        return await self._cancel(caller, pb.CancelRequest(session_id=session_id))

    async def cancel_run(self, caller: Caller, run_id: str) -> int:
        """End one of the caller's runs; 0 when there is no such run, or it has ended."""
        return await self._cancel(caller, pb.CancelRequest(run_id=run_id))

    async def cancel_group(self, caller: Caller, group_id: str) -> int:
        """End every run of one of the caller's groups; how many runs that were."""
        return await self._cancel(caller, pb.CancelRequest(group_id=group_id))

    async def end(self, caller: Caller, lease_id: str, token: int) -> None:
        """End a run or hold whose owner is gone, as failed by its fault; nothing is done when it has ended already.

        Raises `UpstreamError` when the scheduler is not there.
        """
        release = pb.ReleaseRequest(run_id=lease_id, token=token, outcome=pb.RUN_OUTCOME_ERROR)
        try:
            await self._stub.Release(release, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            refusal = from_rpc_error(error)
            if refusal.reason is not Reason.NOT_FOUND:
                raise refusal from error

    async def _cancel(self, caller: Caller, request: pb.CancelRequest) -> int:
        try:
            response = await self._stub.Cancel(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return response.cancelled
