"""Waiting streams: thousands of them on one server, and the moment at which all of them have heard something new."""

from __future__ import annotations

import asyncio
import uuid
from abc import ABC, abstractmethod
from typing import Any, Final, Self

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from tests.bench.scheduler.bare import SERVICE

AT_ONCE: Final = 200
_OPERATOR: Final = caller_metadata(Caller("root", Tier.ADMIN))


class WaitingStreams(ABC):
    """Many open streams; leaving the block ends them all."""

    def __init__(self) -> None:
        self._heard = asyncio.Semaphore(0)
        self._readers: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def open(self, streams: int) -> None:
        """Open so many more streams, 200 at a time; returns when each has brought its first news."""
        first, end = len(self._readers), len(self._readers) + streams
        for start in range(first, end, AT_ONCE):
            batch = range(start, min(start + AT_ONCE, end))
            self._readers += [asyncio.create_task(self._read(number)) for number in batch]
            await self._all_heard(len(batch))

    async def move(self) -> None:
        """Make every stream's news change; returns when each stream that is left has brought the new."""
        # Counted before: the one that the move lets start is heard of too, sooner or later than the others.
        streams = self._waiting()
        await self._change()
        await self._all_heard(streams)

    async def _all_heard(self, streams: int) -> None:
        for _ in range(streams):
            await self._heard.acquire()

    def _waiting(self) -> int:
        return len(self._readers)

    @abstractmethod
    async def _read(self, number: int) -> None:
        """Read one stream for ever and count what it brings."""

    @abstractmethod
    async def _change(self) -> None:
        """Let the server tell each stream something new."""


class WaitingRuns(WaitingStreams):
    """Runs of as many users, behind one that has the only place."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        super().__init__()
        self._stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        self._running: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._positions: dict[int, int] = {}

    async def __aenter__(self) -> Self:
        self._readers.append(asyncio.create_task(self._read(0)))
        await self._all_heard(1)
        return self

    async def _read(self, number: int) -> None:
        metadata = caller_metadata(Caller(f"user{number}", Tier.PUBLIC))
        request = pb.SubmitRequest(run_id=uuid.uuid4().hex, pool="runs", kind="plot", share_messages=True)
        async for response in self._stub.Submit(request, metadata=metadata):
            for status in (response.status, *response.then):
                self._hear(number, status)

    def _hear(self, number: int, status: pb.QueueStatus) -> None:
        if status.state == pb.RUN_STATE_QUEUED:
            self._place(number, status.queued.position)
        elif status.state == pb.RUN_STATE_STARTED:
            self._positions.pop(number, None)
            self._running.put_nowait((status.run_id, status.token))
            self._heard.release()

    def positions(self) -> dict[int, int]:
        """What each run that waits has last heard."""
        return dict(self._positions)

    def _place(self, number: int, position: int) -> None:
        # That others have come behind is no move.
        if self._positions.get(number) != position:
            self._positions[number] = position
            self._heard.release()

    def _waiting(self) -> int:
        return len(self._positions)

    async def _change(self) -> None:
        run_id, token = await self._running.get()
        await self._stub.Release(pb.ReleaseRequest(run_id=run_id, token=token), metadata=_OPERATOR)


class BareStreams(WaitingStreams):
    """Streams of the bare server."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        super().__init__()
        self._watch: Any = channel.unary_stream(f"/{SERVICE}/Watch")
        self._tell: Any = channel.unary_unary(f"/{SERVICE}/Tell")

    async def _read(self, number: int) -> None:
        async for _ in self._watch(b""):
            self._heard.release()

    async def _change(self) -> None:
        await self._tell(b"")
