"""Bindings, as the page reads them."""

from __future__ import annotations

from gateway.present.plain import Json
from plotlane.agent.v1 import agent_pb2 as pb


def bindings(message: pb.Bindings) -> Json:
    """Who fills what, and what is missing."""
    return {
        "bindings": [binding(each) for each in message.bindings],
        "complete": message.complete,
        "missing_roles": list(message.missing_roles),
    }


def binding(message: pb.Binding) -> Json:
    """One role and its column."""
    return {"role": message.role, "column": message.column}
