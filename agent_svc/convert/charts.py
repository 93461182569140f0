"""Entries of the catalogue."""

from __future__ import annotations

from typing import Final

from google.protobuf import struct_pb2

from agent_svc import catalogue, data
from plotlane.agent.v1 import agent_pb2 as pb

TYPES: Final = {kind: pb.ColumnType.Value(f"COLUMN_TYPE_{kind.name}") for kind in data.ColumnType}
_KINDS: Final = {
    kind: pb.OptionKind.Value(f"OPTION_KIND_{kind.upper()}")
    for kind in ("text", "choice", "integer", "number", "boolean", "range")
}


def chart(entry: catalogue.Chart) -> pb.Chart:
    """One catalogue entry."""
    width, height = entry.pixels
    return pb.Chart(
        chart_id=entry.id,
        title=entry.title,
        description=entry.description,
        tags=entry.tags,
        roles=[role(one) for one in entry.roles],
        options=[_option(one) for one in entry.options],
        libraries=entry.libraries,
        width_px=width,
        height_px=height,
    )


def role(one: catalogue.Role) -> pb.Role:
    """One input of a chart."""
    return pb.Role(
        name=one.name,
        title=one.title,
        description=one.description,
        types=[TYPES[data.ColumnType(kind)] for kind in one.types],
        required=one.required,
        family=one.family,
        min=one.min if one.family else 0,
        max=one.max if one.family else 0,
    )


def _option(one: catalogue.Option) -> pb.Option:
    return pb.Option(
        name=one.name,
        title=one.title,
        description=one.description,
        kind=_KINDS[one.kind],
        choices=one.choices,
        min=one.min,
        max=one.max,
        max_length=one.max_length or 0,
        default=_value(one.default),
    )


def _value(value: str | bool | int | float | None) -> struct_pb2.Value:
    if value is None:
        return struct_pb2.Value(null_value=struct_pb2.NULL_VALUE)
    if isinstance(value, bool):
        return struct_pb2.Value(bool_value=value)
    return struct_pb2.Value(string_value=value) if isinstance(value, str) else struct_pb2.Value(number_value=value)
