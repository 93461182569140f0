"""The run at a client's side: accepted, then told its place until it starts, then ours until we leave it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from scheduler_svc.core.run import Block, BlockReason, EndReason
from scheduler_svc.core.status import QueuePlace
from scheduler_svc.lease_client import HeldLease, LeaseEndedError, Metadata, Patience, Proof
from scheduler_svc.status_convert import BLOCKED, END

END_OF: Final = {number: reason for reason, number in END.items()}
_BLOCK_OF: Final = {number: reason for reason, number in BLOCKED.items()}


def block_of(status: pb.QueueStatus) -> Block:
    """What is in the way of a BLOCKED run."""
    return Block(_BLOCK_OF.get(status.blocked, BlockReason.CAPACITY), status.blocked_by)


class RunLease(HeldLease[pb.SubmitResponse | pb.AttachResponse]):
    """A run: accepted when entered, then `places()` until it has started, then `proof`."""

    def __init__(
        self,
        stub: scheduler_pb2_grpc.SchedulerServiceStub,
        request: pb.SubmitRequest,
        metadata: Metadata,
        patience: Patience,
    ) -> None:
        super().__init__(stub, request.run_id, metadata, patience)
        self._request = request
        self._place: QueuePlace | Block | None = None
        self._proof: Proof | None = None
        self._news = asyncio.Event()
        self.tag = ""
        """The run's tag."""

    @property
    def proof(self) -> Proof:
        """The right to the place. Raises RuntimeError before the run has started."""
        if self._proof is None:
            raise RuntimeError("the run has not started; read places() to its end, or await started(), first")
        return self._proof

    async def places(self) -> AsyncIterator[QueuePlace]:
        """Where the run waits: now, on change and as a heartbeat; a slow reader gets the latest. Ends at the start."""
        async for each in self.waits():
            if isinstance(each, QueuePlace):
                yield each

    async def waits(self) -> AsyncIterator[QueuePlace | Block]:
        """As `places`, and what is in the way while the run is BLOCKED."""
        while self._proof is None:
            if (place := self._place) is not None:
                self._place = None
                yield place
                continue
            self._news.clear()
            await self._news.wait()

    async def started(self) -> Proof:
        """Wait for the place."""
        async for _ in self.waits():
            pass
        return self.proof

    def _open(self) -> grpc.aio.UnaryStreamCall[Any, Any]:
        if self._token:
            attach = pb.AttachRequest(run_id=self.id, token=self._token)
            return self._stub.Attach(attach, metadata=self._metadata)
        return self._stub.Submit(self._request, metadata=self._metadata)

    def _take(self, message: pb.SubmitResponse | pb.AttachResponse) -> None:
        self._hear(message.status)
        if isinstance(message, pb.SubmitResponse):
            for status in message.then:
                self._hear(status)

    def _hear(self, status: pb.QueueStatus) -> None:
        self._token, self.tag = status.token, status.tag
        self._held.set()
        if status.state == pb.RUN_STATE_QUEUED:
            queued = status.queued
            self._place = QueuePlace(queued.position, queued.waiting, queued.estimated_wait_s)
        elif status.state == pb.RUN_STATE_BLOCKED:
            self._place = block_of(status)
        elif status.state == pb.RUN_STATE_STARTED:
            self._proof = Proof(self.id, status.token, status.lease.renderer)
        elif status.state == pb.RUN_STATE_ENDED:
            raise LeaseEndedError(END_OF.get(status.end, EndReason.LOST))
        self._news.set()

    def _end_of_stream(self) -> None:
        """ENDED has not come: the server went away in good order; Attach will tell."""
