"""The intake: a stream of one header and then chunks, put together and bounded while it arrives."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Generic, TypeVar

from plotlane_kit.errors import Violation
from renderer_svc.errors import InvalidJob

CHUNK: Final = "chunk"

Header = TypeVar("Header")


class Intake(Generic[Header]):
    """Reads requests whose `part` is the header, named `field`, or a chunk."""

    def __init__(self, field: str, most_bytes: int, remedy: str) -> None:
        self._field = field
        self._most_bytes = most_bytes
        self._remedy = remedy

    async def read(self, requests: AsyncIterator[Any]) -> tuple[Header, bytes]:
        """The header and all chunks in one. Raises `InvalidJob`."""
        header: Header | None = None
        data = bytearray()
        async for request in requests:
            is_header = request.WhichOneof("part") == self._field
            if header is None:
                if not is_header:
                    raise self._wrong("must come first, before any chunk")
                header = getattr(request, self._field)
            elif is_header:
                raise self._wrong("came twice; send one per call")
            else:
                data += request.chunk
                self._check_size(len(data))
        if header is None:
            raise self._wrong("is missing; send it first")
        return header, bytes(data)

    def _check_size(self, size: int) -> None:
        if size > self._most_bytes:
            message = f"has more than {self._most_bytes} bytes; {self._remedy}"
            raise InvalidJob(violations=[Violation(CHUNK, message)])

    def _wrong(self, message: str) -> InvalidJob:
        return InvalidJob(violations=[Violation(self._field, message)])
