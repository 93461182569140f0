"""Arguments of requests and answers: themes, options, and other values of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from google.protobuf import json_format, struct_pb2

from agent_svc.pipeline.outcome import Theme
from plotlane.common.v1 import common_pb2

THEMES: Final = {Theme.LIGHT: common_pb2.THEME_LIGHT, Theme.DARK: common_pb2.THEME_DARK}


def theme_in(number: int) -> Theme | None:
    """The theme that a request names; None: not given, or not known here."""
    return next((theme for theme, known in THEMES.items() if known == number), None)


def options_in(struct: struct_pb2.Struct) -> dict[str, object]:
    """Options as a request holds them; whole numbers become int again, which JSON numbers are not."""
    return {name: _plain(value) for name, value in struct.fields.items()}


def _plain(value: struct_pb2.Value) -> object:
    match value.WhichOneof("kind"):
        case "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "list_value":
            return [_plain(item) for item in value.list_value.values]
        case "struct_value":
            return options_in(value.struct_value)
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
        case _:
            return None


def struct(values: Mapping[str, object]) -> struct_pb2.Struct:
    """Options as an answer holds them."""
    return json_format.ParseDict(dict(values), struct_pb2.Struct())
