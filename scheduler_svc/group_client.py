"""The group at a client's side: its members' news as one stream, and each member given back by itself."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.grpc_errors import from_rpc_error
from scheduler_svc.convert import OUTCOME
from scheduler_svc.core.run import Block, EndReason, Outcome
from scheduler_svc.core.status import QueuePlace
from scheduler_svc.lease_client import CALL_TIMEOUT_S, HeldLease, LeaseEndedError, Metadata, Patience, Proof
from scheduler_svc.run_client import END_OF, block_of


@dataclass(frozen=True, slots=True)
class Member:
    """One run of a group; it waits for whatever is in its way, for `give_up_after_s` at most (0: 1,800 s)."""

    kind: str
    pool: str = "runs"
    lane: str = ""
    locks: tuple[str, ...] = ()
    run_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    tag: str = ""
    context: bytes = b""
    give_up_after_s: float = 0.0
    estimate_key: str = ""
    with_model: bool = False

    def request(self) -> pb.SubmitRequest:
        """This member as the scheduler is asked for it."""
        return pb.SubmitRequest(
            run_id=self.run_id,
            pool=self.pool,
            lane=self.lane,
            locks=self.locks,
            on_conflict=pb.POLICY_WAIT,
            on_limit=pb.POLICY_WAIT,
            kind=self.kind,
            tag=self.tag,
            context=self.context,
            give_up_after_s=self.give_up_after_s,
            estimate_key=self.estimate_key,
            with_model=self.with_model,
        )


@dataclass(frozen=True, slots=True)
class MemberNews:
    """Where one member stands: it waits (`place`), is kept out (`block`), runs (`proof`) or is over (`end`)."""

    run_id: str
    tag: str
    place: QueuePlace | None = None
    block: Block | None = None
    proof: Proof | None = None
    end: EndReason | None = None


class GroupLease(HeldLease[pb.OpenGroupResponse]):
    """A group: open when entered; left, its unfinished runs are cancelled and its post phase is over.

    Unlike a run or a hold, a group may come to its end under the body: when its last run has been released. `news()`
    ends then, and nothing is interrupted.
    """

    def __init__(
        self,
        stub: scheduler_pb2_grpc.SchedulerServiceStub,
        request: pb.OpenGroupRequest,
        metadata: Metadata,
        patience: Patience,
    ) -> None:
        super().__init__(stub, request.group_id, metadata, patience)
        self._request = request
        self._tokens: dict[str, int] = {}
        self._latest: dict[str, MemberNews] = {}
        self._news = asyncio.Event()

    @property
    def proof(self) -> Proof:
        """The right to the group."""
        return Proof(self.id, self._token)

    async def news(self) -> AsyncIterator[MemberNews]:
        """Where members stand, now and on change; a slow reader gets each member's latest. Ends with the group."""
        while True:
            while self._latest:
                yield self._latest.pop(next(iter(self._latest)))
            if self._over is not None:
                return
            self._news.clear()
            await self._news.wait()

    async def release(self, run_id: str, outcome: Outcome) -> None:
        """Give back one member. Raises the scheduler's refusal, or `UpstreamError`."""
        request = pb.ReleaseRequest(run_id=run_id, token=self._tokens[run_id], outcome=OUTCOME[outcome])
        try:
            await self._stub.Release(request, metadata=self._metadata, timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error

    def _open(self) -> grpc.aio.UnaryStreamCall[Any, Any]:
        return self._stub.OpenGroup(self._request, metadata=self._metadata)

    def _take(self, message: pb.OpenGroupResponse) -> None:
        if message.HasField("lease"):
            had, self._token = self._token, message.lease.token
            self._held.set()
            if had not in (0, self._token):
                # A scheduler that had forgotten us opened a new group: its runs are not those that we have begun.
                raise LeaseEndedError(EndReason.LOST)
            return
        status = message.status
        self._tokens[status.run_id] = status.token
        if status.state == pb.RUN_STATE_ACCEPTED:
            return
        place, proof, end = None, None, None
        block = block_of(status) if status.state == pb.RUN_STATE_BLOCKED else None
        if status.state == pb.RUN_STATE_QUEUED:
            queued = status.queued
            place = QueuePlace(queued.position, queued.waiting, queued.estimated_wait_s)
        elif status.state == pb.RUN_STATE_STARTED:
            proof = Proof(status.run_id, status.token, status.lease.renderer)
        elif status.state == pb.RUN_STATE_ENDED:
            end = END_OF.get(status.end, EndReason.LOST)
        self._latest[status.run_id] = MemberNews(status.run_id, status.tag, place, block, proof, end)
        self._news.set()

    def _end_of_stream(self) -> None:
        raise LeaseEndedError(EndReason.RELEASED)

    def _end(self, over: Exception) -> None:
        if isinstance(over, LeaseEndedError) and over.end is EndReason.RELEASED:
            self._over = over
            self._held.set()
        else:
            super()._end(over)
        self._news.set()

    async def _release(self, outcome: Outcome | None) -> None:
        """End what has not ended, then the group. What fails here is freed by the grace."""
        del outcome  # each member has its own
        try:
            cancel = pb.CancelRequest(group_id=self.id)
            await self._stub.Cancel(cancel, metadata=self._metadata, timeout=CALL_TIMEOUT_S)
            finish = pb.FinishGroupRequest(group_id=self.id, token=self._token)
            await self._stub.FinishGroup(finish, metadata=self._metadata, timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError:
            return
