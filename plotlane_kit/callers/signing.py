"""Signing: the channel's interceptors that add a badge to every call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from grpc.aio import ClientCallDetails, Metadata

from plotlane_kit.callers.check import Badge

Continue = Callable[[ClientCallDetails, Any], Awaitable[Any]]


class _Signing:
    """The same for every kind of call."""

    def __init__(self, badge: Badge) -> None:
        self._badge = badge

    async def _call(self, continuation: Continue, details: ClientCallDetails, request: Any) -> Any:
        carried = Metadata(*(details.metadata or ()))
        method = details.method.decode() if isinstance(details.method, bytes) else details.method
        texts = {key: value for key, value in carried if isinstance(value, str)}
        for key, value in await self._badge.metadata(method, texts):
            carried.add(key, value)
        signed = ClientCallDetails(
            details.method, details.timeout, carried, details.credentials, details.wait_for_ready
        )
        return await continuation(signed, request)


class _UnaryUnary(_Signing, grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return await self._call(continuation, client_call_details, request)


class _UnaryStream(_Signing, grpc.aio.UnaryStreamClientInterceptor):
    async def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return await self._call(continuation, client_call_details, request)


class _StreamUnary(_Signing, grpc.aio.StreamUnaryClientInterceptor):
    async def intercept_stream_unary(self, continuation: Any, client_call_details: Any, request_iterator: Any) -> Any:
        return await self._call(continuation, client_call_details, request_iterator)


class _StreamStream(_Signing, grpc.aio.StreamStreamClientInterceptor):
    async def intercept_stream_stream(self, continuation: Any, client_call_details: Any, request_iterator: Any) -> Any:
        return await self._call(continuation, client_call_details, request_iterator)


def signing(badge: Badge) -> list[grpc.aio.ClientInterceptor]:
    """The interceptors of a channel whose calls all carry `badge`."""
    return [kind(badge) for kind in (_UnaryUnary, _UnaryStream, _StreamUnary, _StreamStream)]
