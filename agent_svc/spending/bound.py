"""The bound: the most that a model call can cost, known before it is made."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from agent_svc.models.call import Image, ModelCall, Usage
from agent_svc.models.messages_api import request_of

PIXELS_A_TOKEN: Final = 750  # the provider's rule for pictures
_PICTURE_LEAST: Final = 1_600
_HEADER: Final = 24  # bytes of a PNG up to the end of its size
_OVERHEAD: Final = 1_000  # what the provider adds for tools and turns


def bound_of(call: ModelCall) -> Usage:
    """No call costs more: a token is at least one byte of UTF-8, and all of it may be written to the cache."""
    body = request_of(_without_pictures(call), "")
    text = len(json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    pictures = sum(_picture(part) for message in call.messages for part in message.parts if isinstance(part, Image))
    read = text + pictures + _OVERHEAD
    cached = any(block.cached for block in call.system)
    return Usage(input=0 if cached else read, cache_write=read if cached else 0, output=call.max_output_tokens)


def _without_pictures(call: ModelCall) -> ModelCall:
    messages = tuple(
        replace(message, parts=tuple(part for part in message.parts if not isinstance(part, Image)))
        for message in call.messages
    )
    return replace(call, messages=messages)


def _picture(image: Image) -> int:
    if len(image.png) < _HEADER:
        return _PICTURE_LEAST
    width, height = int.from_bytes(image.png[16:20], "big"), int.from_bytes(image.png[20:24], "big")
    tokens: int = -(-width * height // PIXELS_A_TOKEN)
    return max(_PICTURE_LEAST, tokens)
