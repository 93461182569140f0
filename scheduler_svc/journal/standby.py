"""The standby: watches until nobody leads any more and takes over; while the database is away it goes on trying."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any, Final

import sqlalchemy as sa

from scheduler_svc.journal import leadership
from scheduler_svc.journal.base import OutageError
from scheduler_svc.journal.leadership import Beat, Leadership

POLL_S: Final = 0.25

Transact = Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]
"""Does its work in a transaction of its own."""
OnOutage = Callable[[OutageError], None]
"""Told once of each time that the database is away and is tried again. Called in any thread."""


def untold(_: OutageError) -> None:
    """What is told when nobody wants to know."""


async def stand_by(
    transact: Transact,
    silence_s: float,
    on_outage: OnOutage,
    time: Callable[[], float] = monotonic,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Leadership:
    """Wait until the leader has left or has been silent for `silence_s`, then lead. Raises `JournalError`.

    An outage of the database ends no standby: it tries again every `POLL_S` for as long as that lasts. `time`: seconds
    that never go back; `pause` lets so many of them pass.
    """
    last: Beat | None = None
    since, is_away = 0.0, False
    while True:
        try:
            beat = await transact(leadership.listen)
            is_away = False
            if beat != last:
                last, since = beat, time()
            if beat.is_vacant or time() >= since + silence_s:
                taken: Leadership | None = await transact(partial(leadership.take_over, last=beat))
                if taken is not None:
                    return taken
        except OutageError as error:
            # Nobody could be heard of meanwhile, so the leader gets the whole time to be heard of again.
            last = None
            if not is_away:
                on_outage(error)
            is_away = True
        await pause(POLL_S)
