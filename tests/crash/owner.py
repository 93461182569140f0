"""The owner: one client of a scheduler with the raw calls, and the messages of each of its streams."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error, is_transport

RETRY_S: Final = 0.05
PATIENCE_S: Final = 20.0


class Stream:
    """One stream of a run; `until` reads on to a state."""

    def __init__(self, call: Any) -> None:
        self.call = call
        self.token = 0
        self.tag = ""

    async def until(self, *states: pb.RunState.ValueType) -> pb.QueueStatus:
        """The next message of one of these states. Raises the refusal."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                async for answer in self.call:
                    status: pb.QueueStatus = answer.status
                    self.token, self.tag = status.token or self.token, status.tag or self.tag
                    if status.state in states:
                        return status
        except grpc.aio.AioRpcError as error:
            raise (error if is_transport(error) else from_rpc_error(error)) from error
        raise AssertionError("the stream ended")


class Owner:
    """Somebody who submits runs at one scheduler."""

    def __init__(self, channel: grpc.aio.Channel, user: str = "ada", tier: Tier = Tier.PUBLIC) -> None:
        self.stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        self._who = caller_metadata(Caller(user, tier))

    def submit(self, run_id: str, locks: Sequence[str] = ()) -> Stream:
        request = pb.SubmitRequest(run_id=run_id, pool="runs", locks=locks)
        return Stream(self.stub.Submit(request, metadata=self._who))

    def attach(self, run_id: str, token: int) -> Stream:
        return Stream(self.stub.Attach(pb.AttachRequest(run_id=run_id, token=token), metadata=self._who))

    async def release(self, run_id: str, token: int) -> None:
        request = pb.ReleaseRequest(run_id=run_id, token=token, outcome=pb.RUN_OUTCOME_OK)
        await self.stub.Release(request, metadata=self._who, timeout=PATIENCE_S)

    async def status(self) -> pb.GetStatusResponse:
        answer: pb.GetStatusResponse = await self.stub.GetStatus(pb.GetStatusRequest(), metadata=self._who)
        return answer

    async def refusal(self, stream: Stream) -> PlotlaneError:
        """How the scheduler refuses a stream."""
        refusal = await self.refusal_of(stream)
        assert refusal is not None, "not refused"
        return refusal

    async def refusal_of(self, stream: Stream) -> PlotlaneError | None:
        """How the scheduler refuses a stream; None when it takes it."""
        try:
            await stream.until(pb.RUN_STATE_STARTED, pb.RUN_STATE_QUEUED)
        except PlotlaneError as error:
            return error
        return None

    async def submit_when_served(self, run_id: str) -> Stream:
        """As `submit`, once the scheduler serves again."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                stream = self.submit(run_id)
                try:
                    await stream.until(pb.RUN_STATE_ACCEPTED)
                except grpc.aio.AioRpcError:
                    await asyncio.sleep(RETRY_S)
                else:
                    return stream
