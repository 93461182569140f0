"""The caller check over real gRPC: every kind of call, health alone without it, and the tier that it protects."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from plotlane.renderer.v1 import renderer_pb2 as pb
from plotlane.renderer.v1 import renderer_pb2_grpc
from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_from, caller_metadata
from plotlane_kit.callers.build import build_badge, build_check
from plotlane_kit.callers.dialing import Dial, dialer
from plotlane_kit.callers.settings import CallerSettings
from plotlane_kit.grpc_errors import is_transport
from plotlane_kit.serve import RunningServer, ServiceApp, start_server
from plotlane_kit.settings import load_settings

SERVICE = "plotlane.renderer.v1.RendererService"
ADMIN = caller_metadata(Caller("ada", Tier.ADMIN))


class Renderer(renderer_pb2_grpc.RendererServiceServicer):
    """Answers a unary call with the tier that it saw, and echoes chunks."""

    async def GetStatus(self, request: pb.GetStatusRequest, context: Any) -> pb.GetStatusResponse:
        return pb.GetStatusResponse(sandbox=caller_from(context.invocation_metadata()).tier)

    async def Convert(self, request_iterator: AsyncIterator[pb.ConvertRequest], context: Any) -> AsyncIterator[Any]:
        async for request in request_iterator:
            yield pb.ConvertResponse(chunk=request.chunk)


class Scheduler(scheduler_pb2_grpc.SchedulerServiceServicer):
    """Answers a call that streams its answers."""

    async def WatchStatus(self, request: scheduler_pb2.WatchStatusRequest, context: Any) -> AsyncIterator[Any]:
        yield scheduler_pb2.WatchStatusResponse()


@pytest.fixture
def settings(tmp_path: Path) -> CallerSettings:
    (tmp_path / "key").write_text("0123456789abcdef" * 4)
    return load_settings(CallerSettings, check="shared-key", key_file=tmp_path / "key")


@pytest.fixture
async def server(settings: CallerSettings) -> AsyncIterator[RunningServer]:
    def register(server: grpc.aio.Server) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(Renderer(), server)
        scheduler_pb2_grpc.add_SchedulerServiceServicer_to_server(Scheduler(), server)

    app = ServiceApp("renderer", [SERVICE], register)
    running = await start_server(app, "127.0.0.1", 0, build_check(settings))
    yield running
    await running.shutdown(0)


@pytest.fixture
async def known(server: RunningServer, settings: CallerSettings, stack: AsyncExitStack) -> grpc.aio.Channel:
    """A channel of a service of the house."""
    return await stack.enter_async_context(dialer(settings)(server.address))


@pytest.fixture
def stranger(server: RunningServer, dial: Dial) -> grpc.aio.Channel:
    """A channel without a badge."""
    return dial(server.address)


async def status(channel: grpc.aio.Channel) -> Any:
    return await renderer_pb2_grpc.RendererServiceStub(channel).GetStatus(pb.GetStatusRequest(), metadata=ADMIN)


async def watched(channel: grpc.aio.Channel) -> Any:
    stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
    return [answer async for answer in stub.WatchStatus(scheduler_pb2.WatchStatusRequest())]


async def echoed(channel: grpc.aio.Channel) -> Any:
    requests = (pb.ConvertRequest(chunk=chunk) for chunk in (b"a", b"b"))
    return [answer.chunk async for answer in renderer_pb2_grpc.RendererServiceStub(channel).Convert(requests)]


async def written(channel: grpc.aio.Channel) -> Any:
    call = renderer_pb2_grpc.RendererServiceStub(channel).Convert()
    await call.write(pb.ConvertRequest(chunk=b"a"))
    answer = await call.read()
    await call.done_writing()
    return answer


async def reflected(channel: grpc.aio.Channel) -> Any:
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    return [answer async for answer in stub.ServerReflectionInfo(iter([request]))]


CALLS = [status, watched, echoed, written, reflected]


@pytest.mark.parametrize("call", CALLS)
async def test_a_service_of_the_house_is_let_in_with_every_kind_of_call(
    known: grpc.aio.Channel, call: Callable[[grpc.aio.Channel], Awaitable[Any]]
) -> None:
    assert await call(known)


@pytest.mark.parametrize("call", CALLS)
async def test_a_stranger_is_told_nothing_whatever_it_calls(
    stranger: grpc.aio.Channel, call: Callable[[grpc.aio.Channel], Awaitable[Any]]
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call(stranger)
    # The client's own library says INTERNAL when it was still writing as the answer came.
    assert refused.value.code() in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INTERNAL)
    assert is_transport(refused.value)


async def test_the_tier_of_a_known_caller_counts(known: grpc.aio.Channel) -> None:
    assert (await status(known)).sandbox == "admin"


async def test_a_tier_that_was_changed_on_the_way_is_refused(
    server: RunningServer, dial: Dial, settings: CallerSettings
) -> None:
    badge = build_badge(settings)
    assert badge is not None
    public = dict(caller_metadata(Caller("ada", Tier.PUBLIC)))
    signed = await badge.metadata(f"/{SERVICE}/GetStatus", public)
    stub = renderer_pb2_grpc.RendererServiceStub(dial(server.address))
    with pytest.raises(grpc.aio.AioRpcError):
        await stub.GetStatus(pb.GetStatusRequest(), metadata=(*ADMIN, *signed))
    assert (await stub.GetStatus(pb.GetStatusRequest(), metadata=(*public.items(), *signed))).sandbox == "public"


async def test_a_missing_or_unknown_tier_is_public_and_no_error(
    known: grpc.aio.Channel,
) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(known)
    for metadata in ((), (("x-plotlane-tier", "emperor"),)):
        assert (await stub.GetStatus(pb.GetStatusRequest(), metadata=metadata)).sandbox == "public"


async def test_health_answers_anybody(stranger: grpc.aio.Channel) -> None:
    answer = await health_pb2_grpc.HealthStub(stranger).Check(health_pb2.HealthCheckRequest())
    assert answer.status == health_pb2.HealthCheckResponse.SERVING
