"""The doorkeeper: the server's interceptor that turns away calls whose caller is not believed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import Any, Final

import grpc
from structlog.typing import FilteringBoundLogger

from plotlane_kit.callers.check import Check

HEALTH: Final = "grpc.health.v1.Health"  # says nothing but whether a service serves, and who asks has no key


class Doorkeeper(grpc.aio.ServerInterceptor):
    """Everything but health is behind the check, reflection included.

    What is refused ends UNAUTHENTICATED without a word of ours: whom a house does not believe, it tells nothing.
    """

    def __init__(self, check: Check, log: FilteringBoundLogger, free: Collection[str] = (HEALTH,)) -> None:
        self._check = check
        self._log = log
        self._free = frozenset(free)

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: grpc.HandlerCallDetails
    ) -> Any:
        method = handler_call_details.method
        if method.strip("/").partition("/")[0] in self._free:
            return await continuation(handler_call_details)
        shown = {key: value for key, value in handler_call_details.invocation_metadata or () if isinstance(value, str)}
        doubt = await self._check.doubt(method, shown)
        if doubt is None:
            return await continuation(handler_call_details)
        self._log.warning("caller_refused", why=doubt.value)
        return grpc.stream_stream_rpc_method_handler(_refuse)


async def _refuse(_: AsyncIterator[bytes], context: grpc.aio.ServicerContext[Any, Any]) -> None:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, "this caller is not known here")
