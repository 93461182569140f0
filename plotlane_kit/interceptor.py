"""The one place where a service's exceptions become gRPC statuses, for unary calls and in mid-stream."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from grpc_interceptor.server import AsyncServerInterceptor

from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from plotlane_kit.event_log import event_log
from plotlane_kit.grpc_errors import STATUS_DETAILS_KEY, status_code, to_status


class ErrorInterceptor(AsyncServerInterceptor):
    """Ends a call that raised with its error's status; what nobody foresaw is INTERNAL with a reference and no text."""

    def __init__(self, service: str) -> None:
        self._log = event_log(service)

    async def intercept(
        self,
        method: Callable[..., Any],
        request_or_iterator: Any,
        context: grpc.aio.ServicerContext[Any, Any],
        method_name: str,
    ) -> Any:
        try:
            result = method(request_or_iterator, context)
        except NotImplementedError:  # what generated code raises for an rpc that a service does not have
            await context.abort(grpc.StatusCode.UNIMPLEMENTED, "this service does not have this rpc")
        if hasattr(result, "__aiter__"):
            return self._guard_stream(result, context, method_name)
        return await self._guard(result, context, method_name)

    async def _guard(
        self, result: Awaitable[Any], context: grpc.aio.ServicerContext[Any, Any], method_name: str
    ) -> Any:
        try:
            return await result
        except (asyncio.CancelledError, grpc.aio.AbortError, grpc.RpcError):
            raise
        except Exception as error:
            await self._abort(error, context, method_name)

    async def _guard_stream(
        self, result: AsyncIterator[Any], context: grpc.aio.ServicerContext[Any, Any], method_name: str
    ) -> AsyncIterator[Any]:
        try:
            async for item in result:
                yield item
        except (asyncio.CancelledError, grpc.aio.AbortError, grpc.RpcError):
            raise
        except Exception as error:
            await self._abort(error, context, method_name)

    async def _abort(self, error: Exception, context: grpc.aio.ServicerContext[Any, Any], method_name: str) -> None:
        known = error if isinstance(error, PlotlaneError) else self._unforeseen(error, method_name)
        status = to_status(known)
        trailing = ((STATUS_DETAILS_KEY, status.SerializeToString()),)
        await context.abort(status_code(known), status.message, trailing)

    def _unforeseen(self, error: Exception, method_name: str) -> PlotlaneError:
        ref = uuid.uuid4().hex[:12]
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}" if frame is not None else ""
        self._log.error("internal_error", method=method_name, ref=ref, kind=type(error).__name__, where=where)
        return RemoteError(
            Reason.INTERNAL, "something failed inside Plotlane; it has been logged", metadata={"ref": ref}
        )
