"""The gateway: how much later an event reaches a browser than it would reach a gRPC client of the agent."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import grpc

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.serve import ServiceApp, start_server
from tests.bench.measure import Measure, Probe, interleaved, percentile
from tests.bench.process import served
from tests.bench.visit import client, turn

STREAMS: Final = 50
EVENTS: Final = 50
EVERY_S: Final = 0.2
ROUNDS: Final = 3
DIRECT: Final = "the same events, read from the agent over gRPC (p99)"


async def measure() -> AsyncIterator[Measure]:
    """gateway.*"""

    def register(server: grpc.aio.Server) -> None:
        agent_pb2_grpc.add_AgentServiceServicer_to_server(_TellingAgent(), server)

    agent = await start_server(ServiceApp("agent", [], register), "127.0.0.1", 0)
    try:
        with tempfile.TemporaryDirectory() as folder:
            own = {
                "PORT": "0",
                "DATA_DIR": folder,
                "AGENT_ADDRESS": agent.address,
                "SCHEDULER_ADDRESS": "127.0.0.1:9",  # turns do not ask it
            }
            environment = {f"PLOTLANE_GATEWAY_{name}": value for name, value in own.items()}
            async with served("gateway", environment, "PLOTLANE_GATEWAY_READY_FD") as gateway:
                yield await _measure(gateway.address, agent.address)
    finally:
        await agent.shutdown(0)


async def _measure(gateway: str, agent: str) -> Measure:
    async with client(gateway) as http, open_channel(agent) as channel:
        stub = agent_pb2_grpc.AgentServiceStub(channel)

        async def browser(number: int) -> list[float]:
            events = turn(http, f"session-{number}")
            return [_late(data["text"]) async for name, data in events if name == "message"]

        async def direct(number: int) -> list[float]:
            call = stub.StartTurn(pb.StartTurnRequest(session_id=f"session-{number}", create_plot=pb.CreatePlot()))
            events = (response.event async for response in call)
            return [_late(event.message.text) async for event in events if event.HasField("message")]

        through, straight = await interleaved(_p99(browser), _p99(direct), rounds=ROUNDS)
    added = through - straight
    return Measure("gateway.sse.added_latency_p99_ms", added, "ms", DIRECT, straight, added / straight)


class _TellingAgent(agent_pb2_grpc.AgentServiceServicer):
    """Each turn says what time it is, again and again."""

    async def StartTurn(self, request: pb.StartTurnRequest, context: Any) -> AsyncIterator[pb.StartTurnResponse]:
        yield _event(1, ready=pb.TurnReady(v="plotlane/1", turn_id=request.session_id))
        # Streams that all speak in one moment would measure the queue before this process, not the gateway.
        await asyncio.sleep(EVERY_S * int(request.session_id.rpartition("-")[2]) / STREAMS)
        for number in range(EVENTS):
            await asyncio.sleep(EVERY_S)
            yield _event(number + 2, message=pb.TurnMessage(text=repr(time.perf_counter())))
        yield _event(EVENTS + 2, done=pb.TurnDone(outcome="ok"))


def _event(event_id: int, **event: Any) -> pb.StartTurnResponse:
    return pb.StartTurnResponse(event=pb.TurnEvent(event_id=event_id, **event))


def _late(said_at: str) -> float:
    return (time.perf_counter() - float(said_at)) * 1e3


def _p99(read: Callable[[int], Awaitable[list[float]]]) -> Probe:
    """The p99 of all events' latencies over all streams, in milliseconds."""

    async def probe() -> float:
        streams = await asyncio.gather(*(read(number) for number in range(STREAMS)))
        return percentile([late for stream in streams for late in stream], 99)

    return probe
