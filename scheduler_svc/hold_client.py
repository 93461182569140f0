"""The hold at a client's side: locks without a place, ours until we leave them."""

from __future__ import annotations

from typing import Any

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from scheduler_svc.core.run import EndReason
from scheduler_svc.lease_client import HeldLease, LeaseEndedError, Metadata, Patience, Proof


class HoldLease(HeldLease[pb.HoldResponse]):
    """A hold: its locks are ours when entered."""

    def __init__(
        self,
        stub: scheduler_pb2_grpc.SchedulerServiceStub,
        request: pb.HoldRequest,
        metadata: Metadata,
        patience: Patience,
    ) -> None:
        super().__init__(stub, request.hold_id, metadata, patience)
        self._request = request

    @property
    def proof(self) -> Proof:
        """The right to the locks."""
        return Proof(self.id, self._token)

    def _open(self) -> grpc.aio.UnaryStreamCall[Any, Any]:
        return self._stub.Hold(self._request, metadata=self._metadata)

    def _take(self, message: pb.HoldResponse) -> None:
        had, self._token = self._token, message.lease.token
        self._held.set()
        if had not in (0, self._token):
            # A scheduler that had forgotten us gave us new locks: somebody else may have had them in between.
            raise LeaseEndedError(EndReason.LOST)

    def _end_of_stream(self) -> None:
        raise LeaseEndedError(EndReason.CANCELLED)
