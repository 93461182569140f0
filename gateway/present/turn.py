"""The events of a turn, as the page reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gateway.present.plain import Json, number, word
from gateway.present.version import cost, version
from gateway.sse import SseEvent, known_code
from plotlane.agent.v1 import agent_pb2 as pb


def turn_event(message: pb.TurnEvent) -> SseEvent | None:
    """An event of the stream; None for a kind that this build does not know."""
    kind = message.WhichOneof("event")
    if kind is None:
        return None
    return SseEvent(str(message.event_id), kind, _EVENTS[kind](getattr(message, kind)))


def _ready(message: pb.TurnReady) -> Json:
    return {"v": message.v, "turn_id": message.turn_id}


def _status(message: pb.TurnStatus) -> Json:
    data: Json = {"step": word(pb.Step.DESCRIPTOR, message.step)}
    if message.step == pb.STEP_QUEUED:
        data["position"] = message.position
        data["waiting"] = message.waiting
        data["estimated_wait_s"] = number(message.estimated_wait_s)
        if message.blocked:
            data = {"step": data["step"], "blocked": message.blocked}
    elif message.attempt:
        data["attempt"] = message.attempt
    return data


def _message(message: pb.TurnMessage) -> Json:
    return {"text": message.text}


def _plot(message: pb.PlotResult) -> Json:
    return {
        "status": word(pb.PlotStatus.DESCRIPTOR, message.status),
        "reason": word(pb.PlotReason.DESCRIPTOR, message.reason),
        "detail": message.detail,
        "version": version(message.version) if message.HasField("version") else None,
        "cost": cost(message.cost),
    }


def _refusal(message: pb.TurnRefusal) -> Json:
    return {"code": known_code(message.code), "text": message.text}


def _error(message: pb.TurnError) -> Json:
    return {
        "code": known_code(message.code),
        "ref": message.ref or None,
        "text": message.text,
        "details": dict(message.details),
    }


def _done(message: pb.TurnDone) -> Json:
    return {"outcome": message.outcome, "version": message.version or None}


_EVENTS: dict[str, Callable[[Any], Json]] = {
    "ready": _ready,
    "status": _status,
    "message": _message,
    "plot": _plot,
    "refusal": _refusal,
    "error": _error,
    "done": _done,
}
