"""A stream that breaks in the moment in which its reader is cancelled: the break is all that the reader hears."""

from __future__ import annotations

import asyncio
from typing import Any, Self

import grpc


class BreakingCall:
    """`opened` is set as soon as somebody reads it."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        self.opened.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata()) from None
        raise AssertionError

    def cancel(self) -> None:
        """It is broken already."""
