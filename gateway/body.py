"""The body of a request: read up to a limit, as JSON of one exact shape."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import Request

from gateway.errors import BodyTooLong, BodyTooSlow, InvalidRequest
from plotlane_kit.errors import Violation

SHORT_BYTES: Final = 64 * 1024
PASTE_BYTES: Final = 960 * 1024  # 200 KB of text, escaped; and a gRPC message (1 MiB) holds it
MOST_VIOLATIONS: Final = 50
LONGEST_FIELD: Final = 120  # characters; a path may hold names that the client made up

M = TypeVar("M", bound=BaseModel)


class Body(BaseModel):
    """A JSON object without unknown fields and without conversions between types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class BodyReader:
    """Reads bodies; a body has `timeout_s` seconds to arrive."""

    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s

    async def read(self, request: Request, shape: type[M], limit: int = SHORT_BYTES) -> M:
        """The body as `shape`. Raises InvalidRequest, BodyTooLong (more than `limit` bytes), BodyTooSlow."""
        try:
            async with asyncio.timeout(self._timeout_s):
                data = await _read(request, limit)
        except TimeoutError:
            raise BodyTooSlow from None
        try:
            return shape.model_validate_json(data)
        except ValidationError as error:
            details = error.errors(include_url=False, include_input=False, include_context=False)
            raise InvalidRequest(violations=violations(details)) from None


async def _read(request: Request, limit: int) -> bytes:
    announced = request.headers.get("content-length", "0")
    if len(announced) > 12 or int(announced) > limit:
        raise _too_long(limit)
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > limit:
            raise _too_long(limit)
    return bytes(data)


def _too_long(limit: int) -> BodyTooLong:
    return BodyTooLong(
        f"The body of this request is longer than {limit} bytes; shorten it, then send it again.",
        metadata={"limit": str(limit)},
    )


def violations(details: Sequence[ErrorDetails]) -> list[Violation]:
    """What a validation refused, one line for each place."""
    found: dict[str, Violation] = {}
    for detail in details:
        field = _path(detail)
        message = (
            "unknown field; remove it"
            if detail["type"] == "extra_forbidden"
            else detail["msg"].removeprefix("Value error, ")
        )
        found.setdefault(field, Violation(field, message))
    return list(found.values())[:MOST_VIOLATIONS]


def _path(detail: ErrorDetails) -> str:
    path = ""
    for part in detail["loc"]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return (path or "body")[:LONGEST_FIELD]
