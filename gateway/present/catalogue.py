"""Charts, as the page reads them."""

from __future__ import annotations

from gateway.present.plain import Json, number, value, word
from plotlane.agent.v1 import agent_pb2 as pb


def chart(message: pb.Chart) -> Json:
    """Chart of the contract."""
    return {
        "id": message.chart_id,
        "title": message.title,
        "description": message.description,
        "tags": list(message.tags),
        "roles": [role(each) for each in message.roles],
        "options": [option(each) for each in message.options],
        "libraries": list(message.libraries),
        "width_px": message.width_px,
        "height_px": message.height_px,
    }


def role(message: pb.Role) -> Json:
    """Role; `min` and `max` only for families."""
    return {
        "name": message.name,
        "title": message.title,
        "description": message.description,
        "types": [word(pb.ColumnType.DESCRIPTOR, kind) for kind in message.types],
        "required": message.required,
        "family": message.family,
        "min": message.min if message.family else None,
        "max": message.max if message.family else None,
    }


def option(message: pb.Option) -> Json:
    """Option; bounds are null where there are none."""
    return {
        "name": message.name,
        "title": message.title,
        "description": message.description,
        "kind": word(pb.OptionKind.DESCRIPTOR, message.kind),
        "choices": list(message.choices),
        "min": number(message.min) if message.HasField("min") else None,
        "max": number(message.max) if message.HasField("max") else None,
        "max_length": message.max_length or None,
        "default": value(message.default),
    }
