"""The servicer: each rpc is a conversion in, one call of the engine, and a conversion out."""

# ruff: noqa: ARG002 (gRPC decides the signatures)

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from grpc.aio import ServicerContext

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_from
from scheduler_svc import convert, operator_convert, status_convert
from scheduler_svc.core.commands import CancelUser
from scheduler_svc.engine import Engine
from scheduler_svc.errors import NotFoundError
from scheduler_svc.mailbox import Mailbox
from scheduler_svc.offering import Offering
from scheduler_svc.tags import Tags

RENDER_POOL: Final = "render"

_Context = ServicerContext[Any, Any]


class SchedulerService(scheduler_pb2_grpc.SchedulerServiceServicer):
    """Serves the scheduler; refusals are raised and become statuses in the interceptor."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._tags = Tags()

    async def Submit(  # rpc names come from the proto
        self, request: pb.SubmitRequest, context: _Context
    ) -> AsyncIterator[pb.SubmitResponse]:
        run = convert.run_request(request, _caller(context))
        mailbox = self._engine.submit(run, run.own_tag or self._tags.draw())
        self._leave_when_done(context, mailbox)
        if request.share_messages:
            async for response in mailbox.bundles(status_convert.submit_response):
                yield response
        else:
            async for status in mailbox.messages():
                yield pb.SubmitResponse(status=status_convert.queue_status(status))

    async def Attach(self, request: pb.AttachRequest, context: _Context) -> AsyncIterator[pb.AttachResponse]:
        mailbox = self._engine.attach(request.run_id, request.token, convert.owner(_caller(context)))
        self._leave_when_done(context, mailbox)
        async for status in mailbox.messages():
            yield pb.AttachResponse(status=status_convert.queue_status(status))

    async def Hold(self, request: pb.HoldRequest, context: _Context) -> AsyncIterator[pb.HoldResponse]:
        mailbox = self._engine.hold(convert.hold_request(request, _caller(context)))
        self._leave_when_done(context, mailbox)
        async for status in mailbox.messages():
            yield pb.HoldResponse(lease=status_convert.lease(request.hold_id, status.token))

    async def OpenGroup(self, request: pb.OpenGroupRequest, context: _Context) -> AsyncIterator[pb.OpenGroupResponse]:
        group = convert.group_request(request, _caller(context))
        tags = tuple(member.own_tag or self._tags.draw() for member in group.members)
        token, mailbox = self._engine.open_group(group, tags)
        self._leave_when_done(context, mailbox)
        await self._engine.durable()
        yield pb.OpenGroupResponse(lease=status_convert.lease(request.group_id, token))
        async for status in mailbox.messages():
            yield pb.OpenGroupResponse(status=status_convert.queue_status(status))

    async def FinishGroup(self, request: pb.FinishGroupRequest, context: _Context) -> pb.FinishGroupResponse:
        self._engine.finish_group(request.group_id, request.token, convert.owner(_caller(context)))
        await self._engine.durable()
        return pb.FinishGroupResponse()

    async def ResolveRunTag(self, request: pb.ResolveRunTagRequest, context: _Context) -> pb.ResolveRunTagResponse:
        found = self._engine.looks.run_of_tag(request.tag)
        await self._engine.durable()
        if found is None:
            raise NotFoundError("no run in flight carries this tag")
        return operator_convert.tagged_run(*found)

    async def RegisterSlots(
        self, request_iterator: AsyncIterator[pb.RegisterSlotsRequest], context: _Context
    ) -> AsyncIterator[pb.RegisterSlotsResponse]:
        offering = Offering(self._engine.renderers, RENDER_POOL)

        def gone(_: _Context) -> None:
            offering.leave()

        context.add_done_callback(gone)  # type: ignore[arg-type]  # the stubs have a class where a callable is meant
        offers = (operator_convert.renderer_offer(request, RENDER_POOL) async for request in request_iterator)
        async with aclosing(offering.leases(offers)) as news:
            async for leases in news:
                await self._engine.durable()
                listed = [status_convert.lease(run_id, token) for run_id, token in leases]
                yield pb.RegisterSlotsResponse(leased=len(listed), leases=listed)

    async def ListRuns(self, request: pb.ListRunsRequest, context: _Context) -> pb.ListRunsResponse:
        operator_convert.check_operator(_caller(context))
        listed, now = self._engine.looks.listing(request.pool or None)
        await self._engine.durable()
        return operator_convert.listing(listed, now, request.limit)

    async def Pause(self, request: pb.PauseRequest, context: _Context) -> pb.PauseResponse:
        operator_convert.check_operator(_caller(context))
        self._engine.pause(request.pool, paused=request.paused)
        await self._engine.durable()
        return pb.PauseResponse()

    async def Unlock(self, request: pb.UnlockRequest, context: _Context) -> pb.UnlockResponse:
        operator_convert.check_operator(_caller(context))
        ended = self._engine.cancel(operator_convert.unlock(request))
        await self._engine.durable()
        return pb.UnlockResponse(ended=ended)

    async def Release(self, request: pb.ReleaseRequest, context: _Context) -> pb.ReleaseResponse:
        owner, outcome = convert.owner(_caller(context)), convert.outcome(request.outcome)
        self._engine.release(request.run_id, request.token, outcome, owner)
        await self._engine.durable()
        return pb.ReleaseResponse()

    async def Cancel(self, request: pb.CancelRequest, context: _Context) -> pb.CancelResponse:
        caller = _caller(context)
        command = convert.cancel_command(request, caller)
        if isinstance(command, CancelUser) and caller.tier is Tier.ADMIN:
            command = CancelUser(operator_convert.user_named(command.user, self._engine.looks.users()))
        cancelled = self._engine.cancel(command)
        await self._engine.durable()
        return pb.CancelResponse(cancelled=cancelled)

    async def GetStatus(
        self,
        request: pb.GetStatusRequest,
        context: _Context,
    ) -> pb.GetStatusResponse:
        status = self._engine.looks.status(_caller(context))
        await self._engine.durable()
        return status_convert.status_response(status)

    async def WatchStatus(
        self,
        request: pb.WatchStatusRequest,
        context: _Context,
    ) -> AsyncIterator[pb.WatchStatusResponse]:
        async for status in self._engine.looks.watch(_caller(context)):
            await self._engine.durable()
            yield pb.WatchStatusResponse(status=status_convert.status_response(status))

    def _leave_when_done(self, context: _Context, mailbox: Mailbox) -> None:
        # However a stream ends, even between two messages, its lease must know.
        def gone(_: _Context) -> None:
            self._engine.leave(mailbox)

        context.add_done_callback(gone)  # type: ignore[arg-type]  # the stubs have a class where a callable is meant


def _caller(context: _Context) -> Caller:
    return caller_from(context.invocation_metadata())
