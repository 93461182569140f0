"""Plain values: enum words, numbers and JSON objects as the page reads them."""

from __future__ import annotations

import math
from typing import Any

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.struct_pb2 import Struct, Value

Json = dict[str, Any]


def word(enum: EnumDescriptor, code: int) -> str | None:
    """An enum value in lower case without its prefix; None for unspecified and for values this build does not know."""
    if code == 0 or code not in enum.values_by_number:
        return None
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return enum.values_by_number[code].name.removeprefix(prefix).lower()


def struct(message: Struct) -> Json:
    """A JSON object, its names sorted (on the wire they have no order)."""
    return {name: value(message.fields[name]) for name in sorted(message.fields)}


def value(message: Value) -> Any:
    """Any JSON value."""
    kind = message.WhichOneof("kind")
    if kind == "number_value":
        return number(message.number_value)
    if kind == "struct_value":
        return struct(message.struct_value)
    if kind == "list_value":
        return [value(each) for each in message.list_value.values]
    return None if kind in (None, "null_value") else getattr(message, kind)


def number(double: float) -> float | int | None:
    """A number as JSON can hold it: whole ones without a fraction, and null for what is not finite."""
    if not math.isfinite(double):
        return None
    return int(double) if double == int(double) else double
