"""Turns of agent_svc: started or watched, as a stream of events whose first has already come."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from gateway.agent_client import theme_code
from gateway.errors import ServiceTooSlow, TurnCut
from gateway.present.turn import turn_event
from gateway.sse import CODES, SseEvent
from gateway.upstream import refusal_of
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import Caller, caller_metadata
from plotlane_kit.event_log import event_log
from plotlane_kit.open_stream import is_open

_log = event_log("gateway")


class OpenTurn:
    """A turn that the agent has found; `first` is what it said of it by then, if anything."""

    def __init__(self, call: grpc.aio.UnaryStreamCall[Any, Any]) -> None:
        self._call = call
        self.first: SseEvent | None = None

    async def begin(self, timeout_s: float) -> OpenTurn:
        """Wait for the first event, or for the sign that it may come late.

        Raises PlotlaneError: what is known before a turn starts is no event.
        """
        try:
            async with asyncio.timeout(timeout_s):
                if await self._comes_late():
                    return self
                first = await self.next()
        except TimeoutError:
            self.close()
            raise ServiceTooSlow from None
        except BaseException:
            self.close()
            raise
        if first is None:
            raise TurnCut
        self.first = first
        return self

    async def _comes_late(self) -> bool:
        try:
            return is_open(await self._call.initial_metadata())
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from None

    async def next(self) -> SseEvent | None:
        """The next event; None when the stream is over. Raises PlotlaneError."""
        try:
            while (message := await self._call.read()) is not grpc.aio.EOF:
                event = self._read(message)
                if event is not None:
                    return event
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from None
        return None

    def _read(self, message: Any) -> SseEvent | None:
        """The event in a message; None for a kind that this build does not know."""
        report_unknown_code(message.event)
        return turn_event(message.event)

    def close(self) -> None:
        """Leave the stream; the agent decides what becomes of the turn. Safe to call twice."""
        self._call.cancel()


class TurnClient:
    """Opens turns over one channel; a stream may last `longest_s`, and must begin within `first_event_s` seconds."""

    def __init__(self, channel: grpc.aio.Channel, *, first_event_s: float, longest_s: float) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)
        self._first_event_s = first_event_s
        self._longest_s = longest_s

    async def send_text(self, caller: Caller, session_id: str, text: str) -> OpenTurn:
        """Start a turn with a message."""
        return await self._start(caller, pb.StartTurnRequest(session_id=session_id, text=text))

    async def create_plot(self, caller: Caller, session_id: str, theme: str | None) -> OpenTurn:
        """Start a turn with the button "Create plot"."""
        button = pb.CreatePlot(theme=theme_code(theme))
        return await self._start(caller, pb.StartTurnRequest(session_id=session_id, create_plot=button))

    async def watch(self, caller: Caller, session_id: str, turn_id: str, after: int) -> OpenTurn:
        """The events of a turn after number `after`."""
        request = pb.WatchTurnRequest(session_id=session_id, turn_id=turn_id, after_event_id=after)
        call = self._stub.WatchTurn(request, timeout=self._longest_s, metadata=caller_metadata(caller))
        return await OpenTurn(call).begin(self._first_event_s)

    async def _start(self, caller: Caller, request: pb.StartTurnRequest) -> OpenTurn:
        call = self._stub.StartTurn(request, timeout=self._longest_s, metadata=caller_metadata(caller))
        return await OpenTurn(call).begin(self._first_event_s)


def report_unknown_code(event: pb.TurnEvent) -> None:
    """Log a code that is not in the closed set; the page is told `internal`."""
    kind = event.WhichOneof("event")
    if kind in ("error", "refusal"):
        code = event.error.code if kind == "error" else event.refusal.code
        if code not in CODES:
            _log.error("unknown_code", kind=kind, code=code[:64])
