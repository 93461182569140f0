"""The mailbox: what one stream has still to tell its reader, in bounded memory however slowly it reads."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, TypeVar

from scheduler_svc.bell import Bell
from scheduler_svc.core.status import QueuePlace, RunStatus, Step

T = TypeVar("T")


async def _at_once() -> None:
    return None


_OVERWRITTEN: Final = frozenset({Step.BLOCKED, Step.QUEUED})


class Mailbox:
    """Messages of one stream in order; where a run waits is overwritten by whatever comes after it.

    So it never holds more than one message of each step.
    """

    def __init__(
        self, lease_id: str, durable: Callable[[], Awaitable[None]] = _at_once, bell: Bell | None = None
    ) -> None:
        """`durable` returns once all that was decided before it was called has been kept.

        `bell`: what is rung when something is put in, shared by the members of a group; None: one of its own.
        """
        self.lease_id = lease_id
        self._durable = durable
        self.place: QueuePlace | None = None
        """The latest place that was put in."""
        self._waiting: deque[RunStatus] = deque()
        self._closed = False
        self._bell = bell or Bell()
        self.is_part = bell is not None
        """Whether it is read as a part of its group's stream."""

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will be put in."""
        return self._closed

    def put(self, status: RunStatus) -> None:
        """Leave a message; ENDED is the last."""
        if self._closed:
            return
        if self._waiting and self._waiting[-1].step in _OVERWRITTEN:
            self._waiting.pop()
        self._waiting.append(status)
        self.place = status.place
        self._closed = status.step is Step.ENDED
        self._bell.ring()

    def close(self) -> None:
        """Nothing more will come: the reader ends after what is there."""
        self._closed = True
        self._bell.ring()

    def take(self) -> RunStatus | None:
        """The next message; None when there is none now."""
        return self._waiting.popleft() if self._waiting else None

    async def messages(self) -> AsyncIterator[RunStatus]:
        """Every message, waiting for the next until the mailbox is closed. For one reader."""
        while True:
            while (message := self.take()) is not None:
                # Nothing is told before it would survive us.
                await self._durable()
                yield message
            if self._closed:
                return
            self._bell.silence()
            await self._bell.rung()

    async def bundles(self, pack: Callable[[Sequence[RunStatus]], T]) -> AsyncIterator[T]:
        """As `messages`, with all that has gathered at a time together, as `pack` makes it of them."""
        while True:
            if self._waiting:
                # Packed before it may be sent, which is when there is nothing else to do for it.
                packed = pack(tuple(self._waiting))
                self._waiting.clear()
                await self._durable()
                yield packed
            elif self._closed:
                return
            else:
                self._bell.silence()
                await self._bell.rung()


class GroupMailbox(Mailbox):
    """The mailboxes of a group's members, read as one; it closes when the group has ended."""

    def __init__(self, group_id: str, durable: Callable[[], Awaitable[None]] = _at_once) -> None:
        super().__init__(group_id, durable)
        self.members: list[Mailbox] = []

    def add(self, run_id: str) -> Mailbox:
        """The mailbox of one more member."""
        self.members.append(Mailbox(run_id, self._durable, self._bell))
        return self.members[-1]

    async def messages(self) -> AsyncIterator[RunStatus]:
        """Every message of every member, each member's in order."""
        while True:
            self._bell.silence()
            closed = self._closed
            for member in self.members:
                while (message := member.take()) is not None:
                    await self._durable()
                    yield message
            if closed:
                return
            await self._bell.rung()
