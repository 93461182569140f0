"""A service that listens but does not serve yet: it says so, answers nothing, and begins when it is its turn."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.able import Able
from plotlane_kit.channel import open_channel
from plotlane_kit.grpc_errors import is_transport
from plotlane_kit.serve import ServiceApp, listen, start_server

SERVICE = "plotlane.renderer.v1.RendererService"


class Renderer(renderer_pb2_grpc.RendererServiceServicer):
    async def Cancel(self, request: Any, context: Any) -> renderer_pb2.CancelResponse:
        return renderer_pb2.CancelResponse()


def app(begin: Any, **more: Any) -> ServiceApp:
    def register(server: grpc.aio.Server) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(Renderer(), server)

    return ServiceApp("renderer", [SERVICE], register, begin=begin, **more)


async def nothing() -> None:
    return None


async def health(channel: grpc.aio.Channel, service: str) -> int:
    answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=service))
    return int(answer.status)


async def test_until_its_turn_it_reports_not_serving_and_answers_as_if_it_were_away() -> None:
    turn = asyncio.Event()
    running = await listen(app(turn.wait), "127.0.0.1", 0)
    begin = asyncio.create_task(running.begin())
    async with open_channel(running.address) as channel:
        stub = renderer_pb2_grpc.RendererServiceStub(channel)
        for service in ("", SERVICE):
            assert await health(channel, service) == health_pb2.HealthCheckResponse.NOT_SERVING
        calls = (
            stub.Cancel(renderer_pb2.CancelRequest()),
            anext(aiter(stub.Render(iter([renderer_pb2.RenderRequest()])))),
        )
        for call in calls:
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await call
            assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
            assert is_transport(refused.value)
        turn.set()
        await begin
        assert await health(channel, SERVICE) == health_pb2.HealthCheckResponse.SERVING
        await stub.Cancel(renderer_pb2.CancelRequest())
    await running.shutdown(0)


async def test_its_health_follows_what_it_says_of_itself() -> None:
    able = Able()
    running = await start_server(app(nothing, able=able), "127.0.0.1", 0)
    async with open_channel(running.address) as channel, asyncio.timeout(60):
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service=SERVICE))
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
        able.set(able=False)
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        able.set(able=True)
        assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
    await running.shutdown(0)


async def test_while_it_may_not_answer_its_calls_wait_and_health_does_not() -> None:
    asked, certain = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        asked.set()
        await certain.wait()

    running = await start_server(app(nothing, certain=wait), "127.0.0.1", 0)
    async with open_channel(running.address) as channel, asyncio.timeout(60):
        call = asyncio.ensure_future(
            renderer_pb2_grpc.RendererServiceStub(channel).Cancel(renderer_pb2.CancelRequest())
        )
        await asked.wait()
        assert await health(channel, SERVICE) == health_pb2.HealthCheckResponse.SERVING
        assert not call.done()
        certain.set()
        await call
    await running.shutdown(0)


async def test_what_keeps_it_from_beginning_is_raised_and_the_port_is_free_again() -> None:
    async def fail() -> None:
        raise OSError("no disk")

    running = await listen(app(fail), "127.0.0.1", 0)
    await running.shutdown(0)
    port = int(running.address.rpartition(":")[2])
    with pytest.raises(OSError, match="no disk"):
        await start_server(app(fail), "127.0.0.1", port)
    again = await start_server(app(nothing), "127.0.0.1", port)
    await again.shutdown(0)
