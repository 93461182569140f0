"""The events of a fan-out, as the page reads them: a turn's, with the member that they are about."""

from __future__ import annotations

from dataclasses import replace

from gateway.present.turn import turn_event
from gateway.sse import SseEvent
from plotlane.agent.v1 import agent_pb2 as pb


def fan_out_event(message: pb.FanOutEvent) -> SseEvent | None:
    """An event of the stream; None for a kind that this build does not know."""
    event = turn_event(message.event)
    if event is None:
        return None
    if message.session_id:
        return replace(event, data={**event.data, "library": message.library, "session_id": message.session_id})
    if message.event.HasField("ready"):
        members = [{"library": one.library, "session_id": one.session_id} for one in message.members]
        return replace(event, data={"v": message.event.ready.v, "group_id": message.group_id, "members": members})
    return event
