"""The presentable event: every text of an event as it may leave, whoever wrote it."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.guard.sanitiser import sanitise
from agent_svc.turns.events import Event, Failure, Message, Plot, Refusal


def presentable(event: Event) -> Event:
    """`event` with its texts sanitised."""
    match event:
        case Message(text) | Refusal(_, text) | Failure(_, text):
            return replace(event, text=sanitise(text))
        case Plot():
            return replace(event, detail=sanitise(event.detail))
        case _:
            return event
