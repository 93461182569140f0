"""The answers of one call to the renderer: its errors become ours, and it is cancelled however it is left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, TypeVar

import grpc

from plotlane_kit.grpc_errors import from_rpc_error

Message = TypeVar("Message")


async def answers(call: grpc.aio.StreamStreamCall[Any, Message]) -> AsyncGenerator[Message, None]:
    """Each answer of `call`. Raises `UpstreamError` when the stream breaks, or the renderer's refusal."""
    try:
        async for answer in call:
            yield answer
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error
    except asyncio.CancelledError:
        # A stream that the renderer cut says the same as our own cancellation.
        if (task := asyncio.current_task()) is None or task.cancelling():
            raise
    finally:
        call.cancel()
