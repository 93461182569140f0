"""The bare server: streams that send one message and stay open, and a call that sends each of them one more."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc

from plotlane_kit.channel import CHANNEL_OPTIONS
from plotlane_kit.serve import stop_event

SERVICE: Final = "bare.Bare"
READY_NAME: Final = "BARE_READY_FD"
MESSAGE: Final = bytes(60)  # about as long as a place in the queue


class Bare:
    """One queue a stream."""

    def __init__(self) -> None:
        self._streams: list[asyncio.Queue[bytes]] = []

    async def watch(self, request: bytes, context: Any) -> AsyncIterator[bytes]:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._streams.append(queue)
        yield MESSAGE
        while True:
            yield await queue.get()

    async def tell(self, request: bytes, context: Any) -> bytes:
        for queue in self._streams:
            queue.put_nowait(MESSAGE)
        return b""


async def main() -> None:
    gc.set_threshold(100_000, 50, 1_000)
    bare, stopping = Bare(), stop_event()
    server = grpc.aio.server(options=(*CHANNEL_OPTIONS, ("grpc.server.max_pending_requests", 20_000)))
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "Watch": grpc.unary_stream_rpc_method_handler(bare.watch),
        "Tell": grpc.unary_unary_rpc_method_handler(bare.tell),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    gc.freeze()
    with os.fdopen(int(os.environ[READY_NAME]), "w") as ready:
        ready.write(f"127.0.0.1:{port}")
    await stopping.wait()
    await server.stop(0)


if __name__ == "__main__":
    asyncio.run(main())
