"""The listening: a group's news, passed on to the seats and the turns of its runs for as long as they are at work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import Any

from agent_svc.errors import StoppedError, UpstreamError
from agent_svc.groups.group import Ended, Group, News
from agent_svc.groups.seat import Seat
from agent_svc.turns.turn import Turn


class Listening:
    """Hears for `seats`, each with the turn that is played in it, both by the ids of their runs."""

    def __init__(self, group: Group, seats: Mapping[str, Seat], turns: Mapping[str, Turn]) -> None:
        self._group = group
        self._seats = seats
        self._turns = turns

    async def until(self, work: Awaitable[Any]) -> None:
        """Pass news on until `work`, which follows the turns to their ends, is done.

        Work goes on to its end also when the group is lost under it: turns that cannot go on without are stopped.
        """
        working, listening = asyncio.ensure_future(work), asyncio.ensure_future(self._listen())
        waits: list[asyncio.Future[Any]] = [working, listening]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the scheduler is gone, or knows the group no more
            self._lose_the_group()
            await asyncio.wait({working})
            raise
        finally:
            if not working.done():
                self._lose_the_group()
            listening.cancel()
        await working
        with suppress(asyncio.CancelledError):
            await listening

    async def _listen(self) -> None:
        async for news in self._group.news():
            self._hear(news)

    def _hear(self, news: News) -> None:
        seat = self._seats.get(news.run_id)
        if seat is None:  # of a run that was asked for again, which tells its own news
            return
        seat.hear(news.standing)
        if isinstance(news.standing, Ended) and news.standing.because is not None and not seat.goes_on:
            because = news.standing.because
            self._turns[news.run_id].stop(None if isinstance(because, StoppedError) else because)

    def _lose_the_group(self) -> None:
        """The group is over: runs that wait go on without it if they may, all others have lost their place."""
        for run_id, seat in self._seats.items():
            if seat.over:
                continue
            seat.lose_the_group()
            if not seat.goes_on:
                self._turns[run_id].stop(UpstreamError())
