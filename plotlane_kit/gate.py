"""The gate: keeps calls from a service that listens but does not serve yet, as a standby that waits for its turn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import Any

import grpc


class Gate(grpc.aio.ServerInterceptor):
    """While it is closed, calls of `services` end UNAVAILABLE without a word of ours: a client tries elsewhere."""

    def __init__(self, services: Collection[str], certain: Callable[[], Awaitable[None]] | None = None) -> None:
        """`services`: full proto names. Everything else, such as health, passes.

        `certain`: what each of their calls waits for before it passes; None: for nothing.
        """
        self._services = services
        self._certain = certain
        self._is_open = False

    def open(self) -> None:
        """Let every call pass from now on."""
        self._is_open = True

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: grpc.HandlerCallDetails
    ) -> Any:
        service = handler_call_details.method.strip("/").partition("/")[0]
        if service in self._services and self._is_open and self._certain is not None:
            await self._certain()
        if self._is_open or service not in self._services:
            return await continuation(handler_call_details)
        return grpc.stream_stream_rpc_method_handler(_refuse)


async def _refuse(_: AsyncIterator[bytes], context: grpc.aio.ServicerContext[Any, Any]) -> None:
    await context.abort(grpc.StatusCode.UNAVAILABLE, "not serving")
