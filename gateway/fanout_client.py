"""Fan-outs of agent_svc: started or watched, as a stream of events whose first has already come; and stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import grpc

from gateway.present.fanout import fan_out_event
from gateway.sse import SseEvent
from gateway.turn_client import OpenTurn, report_unknown_code
from gateway.upstream import ask
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import Caller, caller_metadata


class OpenFanOut(OpenTurn):
    """A fan-out that the agent has found."""

    def _read(self, message: Any) -> SseEvent | None:
        report_unknown_code(message.event.event)
        return fan_out_event(message.event)


class FanOutClient:
    """Opens fan-outs over one channel; one must begin within `start_s` seconds, and lasts as long as it takes.

    Every method raises PlotlaneError.
    """

    def __init__(self, channel: grpc.aio.Channel, *, start_s: float, cancel_s: float) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)
        self._start_s = start_s
        self._cancel_s = cancel_s

    async def start(self, caller: Caller, session_id: str, libraries: Sequence[str]) -> OpenTurn:
        """Draw a session with `libraries`, or with all that can when there are none."""
        request = pb.FanOutRequest(session_id=session_id, libraries=libraries)
        return await OpenFanOut(self._stub.FanOut(request, metadata=caller_metadata(caller))).begin(self._start_s)

    async def watch(self, caller: Caller, group_id: str, after: int) -> OpenTurn:
        """The events of a fan-out after number `after`."""
        request = pb.WatchFanOutRequest(group_id=group_id, after_event_id=after)
        return await OpenFanOut(self._stub.WatchFanOut(request, metadata=caller_metadata(caller))).begin(self._start_s)

    async def cancel(self, caller: Caller, group_id: str) -> None:
        """Stop what has not ended; returns when all has."""
        await ask(self._stub.CancelFanOut, pb.CancelFanOutRequest(group_id=group_id), caller, self._cancel_s)
