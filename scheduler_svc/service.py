"""The servicer: each rpc is a conversion in, one call of the engine, and a conversion out."""

# ruff: noqa: ARG002 (gRPC decides the signatures)

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any, Final

from grpc.aio import ServicerContext

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, caller_from
from scheduler_svc import convert
from scheduler_svc.engine import Engine
from scheduler_svc.mailbox import Mailbox

TAG_BYTES: Final = 16

_Context = ServicerContext[Any, Any]


class SchedulerService(scheduler_pb2_grpc.SchedulerServiceServicer):
    """Serves the scheduler; refusals are raised and become statuses in the interceptor."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def Submit(  # rpc names come from the proto
        self, request: pb.SubmitRequest, context: _Context
    ) -> AsyncIterator[pb.SubmitResponse]:
        run = convert.run_request(request, _caller(context))
        mailbox = self._engine.submit(run, run.own_tag or secrets.token_hex(TAG_BYTES))
        self._leave_when_done(context, mailbox)
        async for status in mailbox.messages():
            yield pb.SubmitResponse(status=convert.queue_status(status))

    async def Attach(self, request: pb.AttachRequest, context: _Context) -> AsyncIterator[pb.AttachResponse]:
        mailbox = self._engine.attach(request.run_id, request.token)
        self._leave_when_done(context, mailbox)
        async for status in mailbox.messages():
            yield pb.AttachResponse(status=convert.queue_status(status))

    async def Hold(self, request: pb.HoldRequest, context: _Context) -> AsyncIterator[pb.HoldResponse]:
        token, mailbox = self._engine.hold(convert.hold_request(request, _caller(context)))
        self._leave_when_done(context, mailbox)
        yield pb.HoldResponse(lease=convert.lease(request.hold_id, token))
        async for _ in mailbox.messages():
            pass

    async def Release(self, request: pb.ReleaseRequest, context: _Context) -> pb.ReleaseResponse:
        self._engine.release(request.run_id, request.token, convert.outcome(request.outcome))
        return pb.ReleaseResponse()

    async def Cancel(self, request: pb.CancelRequest, context: _Context) -> pb.CancelResponse:
        command = convert.cancel_command(request, _caller(context))
        return pb.CancelResponse(cancelled=0 if command is None else self._engine.cancel(command))

    async def GetStatus(
        self,
        request: pb.GetStatusRequest,
        context: _Context,
    ) -> pb.GetStatusResponse:
        return convert.status_response(self._engine.status(_caller(context)))

    async def WatchStatus(
        self,
        request: pb.WatchStatusRequest,
        context: _Context,
    ) -> AsyncIterator[pb.WatchStatusResponse]:
        async for status in self._engine.watch(_caller(context)):
            yield pb.WatchStatusResponse(status=convert.status_response(status))

    def _leave_when_done(self, context: _Context, mailbox: Mailbox) -> None:
        # However a stream ends, even between two messages, its lease must know.
        def gone(_: _Context) -> None:
            self._engine.leave(mailbox)

        context.add_done_callback(gone)  # type: ignore[arg-type]  # the stubs have a class where a callable is meant


def _caller(context: _Context) -> Caller:
    return caller_from(context.invocation_metadata())
