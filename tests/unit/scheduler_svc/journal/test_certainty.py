"""Whether nobody else can lead by now, on a clock that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from plotlane_kit.clock import ManualClock
from scheduler_svc.journal.certainty import Certainty

SILENCE_S = 2.5


class Leader:
    """One that took over at 0, and what was said of it."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.said: list[bool] = []
        self.certainty = Certainty(SILENCE_S, 0.0, self.said.append, self.clock.monotonic)

    async def is_answered(self) -> bool:
        """Whether somebody who asks now is answered at once."""
        asking = asyncio.create_task(self.certainty.wait())
        await asyncio.sleep(0)
        asking.cancel()
        return asking.done()


@pytest.fixture
async def leader() -> AsyncIterator[Leader]:
    leader = Leader()
    yield leader
    leader.certainty.close()


async def test_it_holds_for_the_silence_after_which_another_one_takes_over(leader: Leader) -> None:
    leader.clock.advance(SILENCE_S - 0.01)
    assert await leader.is_answered()
    leader.clock.advance(0.01)
    assert not await leader.is_answered()


async def test_a_commit_counts_from_when_it_was_sent_however_late_that_is_known(leader: Leader) -> None:
    leader.clock.advance(10)
    leader.certainty.show(10 - SILENCE_S)
    assert not leader.certainty.holds()
    leader.certainty.show(10 - SILENCE_S + 0.01)
    assert leader.certainty.holds()


async def test_who_asks_in_doubt_is_answered_after_the_next_commit_that_shows_it(leader: Leader) -> None:
    leader.clock.advance(10)
    asking = asyncio.create_task(leader.certainty.wait())
    await asyncio.sleep(0)
    leader.certainty.show(1.0)
    await asyncio.sleep(0)
    assert not asking.done()
    leader.certainty.show(9.9)
    await asking


async def test_doubt_and_its_end_are_said_once_each(leader: Leader) -> None:
    leader.certainty.show(0.0)
    assert leader.said == []
    leader.clock.advance(10)
    for sent in (1.0, 2.0):
        leader.certainty.show(sent)
    for sent in (9.0, 10.0):
        leader.certainty.show(sent)
    assert leader.said == [False, True]


async def test_doubt_is_said_when_it_begins_though_nothing_happens() -> None:
    said: asyncio.Queue[bool] = asyncio.Queue()
    clock = ManualClock()
    certainty = Certainty(0.01, 0.0, said.put_nowait, clock.monotonic)
    clock.advance(1)
    assert await said.get() is False
    certainty.close()
