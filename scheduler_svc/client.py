"""The client: how another service asks the scheduler for a place or for locks, and is sure to give them back."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, caller_metadata
from plotlane_kit.grpc_errors import from_rpc_error
from scheduler_svc.hold_client import HoldLease
from scheduler_svc.lease_client import CALL_TIMEOUT_S, LeaseEndedError, Patience, Proof
from scheduler_svc.run_client import RunLease

__all__ = ["HoldLease", "LeaseEndedError", "Patience", "Proof", "RunLease", "SchedulerClient"]


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
    ) -> RunLease:
        """A run to be entered with `async with`; the same `run_id` and content again joins the run that exists.

        `lane` may be empty in pool `runs`: the lane of the caller's tier. Entering raises RUN_ACTIVE, RUN_LIMIT,
        CAPACITY, CONFLICT, INVALID, NOT_FOUND (the hold) or DRAINING as a `PlotlaneError`, or `UpstreamError`.
        """
        request = pb.SubmitRequest(
            run_id=run_id or str(uuid.uuid4()),
            pool=pool,
            lane=lane,
            locks=locks,
            on_conflict=pb.POLICY_REFUSE,
            on_limit=pb.POLICY_REFUSE,
            hold_id=hold_id,
            kind=kind,
            tag=tag,
            context=context,
        )
        return RunLease(self._stub, request, caller_metadata(caller), self._patience)

    def hold(self, caller: Caller, keys: Sequence[str], *, kind: str) -> HoldLease:
        """Locks to be entered with `async with`, all of `keys` or none.

        Entering raises RUN_ACTIVE, INVALID or DRAINING as a `PlotlaneError`, or `UpstreamError`.
        """
        request = pb.HoldRequest(hold_id=str(uuid.uuid4()), keys=keys, on_conflict=pb.POLICY_REFUSE, kind=kind)
        return HoldLease(self._stub, request, caller_metadata(caller), self._patience)

    async def cancel_session(self, caller: Caller, session_id: str) -> int:
        """End whatever locks the caller's session; how many runs and holds that were. The session is free on return."""
        return await self._cancel(caller, pb.CancelRequest(session_id=session_id))

    async def cancel_run(self, caller: Caller, run_id: str) -> int:
        """End one of the caller's runs; 0 when there is no such run, or it has ended."""
        return await self._cancel(caller, pb.CancelRequest(run_id=run_id))

    async def _cancel(self, caller: Caller, request: pb.CancelRequest) -> int:
        try:
            response = await self._stub.Cancel(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return response.cancelled
