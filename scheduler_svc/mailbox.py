"""The mailbox: what one stream has still to tell its reader, in bounded memory however slowly it reads."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from scheduler_svc.core.status import QueuePlace, RunStatus, Step


class Mailbox:
    """Messages of one stream in order; a place in the queue is overwritten by whatever comes after it.

    So it never holds more than one message of each step.
    """

    def __init__(self, lease_id: str) -> None:
        self.lease_id = lease_id
        self.place: QueuePlace | None = None
        """The latest place that was put in."""
        self._waiting: deque[RunStatus] = deque()
        self._closed = False
        self._news = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, status: RunStatus) -> None:
        """Leave a message; ENDED is the last."""
        if self._closed:
            return
        if self._waiting and self._waiting[-1].step is Step.QUEUED:
            self._waiting.pop()
        self._waiting.append(status)
        self.place = status.place
        self._closed = status.step is Step.ENDED
        self._news.set()

    def close(self) -> None:
        """Nothing more will come: the reader ends after what is there."""
        self._closed = True
        self._news.set()

    async def messages(self) -> AsyncIterator[RunStatus]:
        """Every message, waiting for the next until the mailbox is closed. For one reader."""
        while True:
            while self._waiting:
                yield self._waiting.popleft()
            if self._closed:
                return
            self._news.clear()
            await self._news.wait()
