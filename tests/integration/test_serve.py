"""A served service: health, reflection, errors as statuses, and a drain that lets running calls end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.errors import PlotlaneError, Reason, Violation
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.serve import RunningServer, ServiceApp, start_server

SERVICE = "plotlane.renderer.v1.RendererService"


class Refused(PlotlaneError):
    """This is refused; ask for less."""

    reason = Reason.TOO_LONG


class ScriptedRenderer(renderer_pb2_grpc.RendererServiceServicer):
    """Answers what a test asks of it by the job id."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self.leave = asyncio.Event()

    async def Cancel(self, request: renderer_pb2.CancelRequest, context: Any) -> renderer_pb2.CancelResponse:
        if request.job_id == "refused":
            raise Refused(violations=[Violation("job_id", "too many")])
        if request.job_id == "thousands":
            lines = [
                Violation(f"bindings[{line}].column", f"“{'ä' * 300}” is no column; leave it out")
                for line in range(5000)
            ]
            raise Refused("“" + "ä" * 9000, metadata={"names": "ä" * 9000}, violations=lines)
        if request.job_id == "bug":
            raise KeyError("secret value")
        self.entered.set()
        await self.leave.wait()
        return renderer_pb2.CancelResponse(was_running=True)

    async def Render(self, request: Any, context: Any) -> AsyncIterator[renderer_pb2.RenderResponse]:
        yield renderer_pb2.RenderResponse(started=renderer_pb2.Started())
        raise Refused


@pytest.fixture
async def servicer() -> ScriptedRenderer:
    return ScriptedRenderer()


@pytest.fixture
async def running(servicer: ScriptedRenderer) -> AsyncIterator[RunningServer]:
    app = ServiceApp(
        "renderer", [SERVICE], lambda server: renderer_pb2_grpc.add_RendererServiceServicer_to_server(servicer, server)
    )
    server = await start_server(app, "127.0.0.1", 0)
    yield server
    servicer.leave.set()
    await server.shutdown(0)


@pytest.fixture
async def channel(running: RunningServer) -> AsyncIterator[grpc.aio.Channel]:
    async with open_channel(running.address) as channel:
        yield channel


async def test_health_says_serving_for_the_service_and_the_whole(channel: grpc.aio.Channel) -> None:
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", SERVICE):
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=name))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_service(channel: grpc.aio.Channel) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    names = [service.name async for answer in call for service in answer.list_services_response.service]
    assert SERVICE in names
    assert "grpc.health.v1.Health" in names


async def test_an_error_of_ours_reaches_the_client_with_its_details(channel: grpc.aio.Channel) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.Cancel(renderer_pb2.CancelRequest(job_id="refused"))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    received = from_rpc_error(caught.value)
    assert received.reason is Reason.TOO_LONG
    assert received.message == "This is refused; ask for less."
    assert received.violations == (Violation("job_id", "too many"),)


async def test_an_error_with_more_lines_than_trailers_can_hold_reaches_the_client_and_says_how_many(
    channel: grpc.aio.Channel,
) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.Cancel(renderer_pb2.CancelRequest(job_id="thousands"))
    received = from_rpc_error(caught.value)
    assert received.reason is Reason.TOO_LONG
    assert received.message.startswith("“ää")
    assert received.message.endswith("ä…")
    *listed, last = received.violations
    assert [line.field for line in listed] == [f"bindings[{line}].column" for line in range(len(listed))]
    assert len(listed) > 20
    assert f"{5000 - len(listed):,} more" in last.message


async def test_an_error_in_mid_stream_ends_it_after_what_was_sent(channel: grpc.aio.Channel) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(channel)
    seen = []
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        async for event in stub.Render(iter([renderer_pb2.RenderRequest()])):
            seen.append(event.WhichOneof("event"))
    assert seen == ["started"]
    assert from_rpc_error(caught.value).reason is Reason.TOO_LONG


async def test_a_bug_is_internal_with_a_reference_and_without_its_text(channel: grpc.aio.Channel) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.Cancel(renderer_pb2.CancelRequest(job_id="bug"))
    received = from_rpc_error(caught.value)
    assert received.reason is Reason.INTERNAL
    assert len(received.metadata["ref"]) == 12
    assert "secret" not in str(caught.value.details())


async def test_an_rpc_that_a_service_does_not_have_is_unimplemented_in_our_words(channel: grpc.aio.Channel) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as unary:
        await stub.GetStatus(renderer_pb2.GetStatusRequest())
    with pytest.raises(grpc.aio.AioRpcError) as stream:
        await stub.Convert(iter([renderer_pb2.ConvertRequest()])).read()
    for caught in (unary, stream):
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
        assert caught.value.details() == "this service does not have this rpc"


async def test_a_drain_lets_a_running_call_end(
    channel: grpc.aio.Channel, running: RunningServer, servicer: ScriptedRenderer
) -> None:
    stub = renderer_pb2_grpc.RendererServiceStub(channel)
    call = asyncio.ensure_future(stub.Cancel(renderer_pb2.CancelRequest(job_id="slow")))
    await servicer.entered.wait()
    stopping = asyncio.ensure_future(running.shutdown(30))
    servicer.leave.set()
    assert (await call).was_running
    await stopping


async def test_a_taken_port_is_an_error_that_says_so(running: RunningServer) -> None:
    app = ServiceApp("renderer", [SERVICE], lambda server: None)
    port = int(running.address.rsplit(":", 1)[1])
    with pytest.raises(OSError, match="cannot be listened on"):
        await start_server(app, "127.0.0.1", port)
