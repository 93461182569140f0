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
FILE_BYTES: Final = 10 * 1024 * 1024
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
        data = await _in_time(request, limit, self._timeout_s)
        try:
            return shape.model_validate_json(data)
        except ValidationError as error:
            details = error.errors(include_url=False, include_input=False, include_context=False)
            raise InvalidRequest(violations=violations(details)) from None

    async def read_form(self, request: Request, timeout_s: float) -> bytes:
        """A form with a file, as it came, within `timeout_s` seconds.

        Raises BodyTooLong as soon as it is longer than one may be, BodyTooSlow.
        """
        try:
            return await _in_time(request, FILE_BYTES + SHORT_BYTES, timeout_s)
        except BodyTooLong:
            raise _file_too_long() from None


async def _in_time(request: Request, limit: int, timeout_s: float) -> bytes:
    try:
        async with asyncio.timeout(timeout_s):
            return await _read(request, limit)
    except TimeoutError:
        raise BodyTooSlow from None


def _file_too_long() -> BodyTooLong:
    most = f"{FILE_BYTES // 1024**2} MB"
    return BodyTooLong(
        f"The file is larger than {most}; keep the rows and columns that you need, then upload it again.",
        metadata={"limit": str(FILE_BYTES)},
    )


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
