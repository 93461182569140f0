"""The log of a turn: numbered without gaps, readable from anywhere, bounded."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.turns.events import Done, Message, Numbered, Queued, Ready, TurnOutcome
from agent_svc.turns.log import MAX_EVENTS, TurnLog

DONE = Done(TurnOutcome.OK, 1)


async def everything(log: TurnLog, after: int = 0) -> list[Numbered]:
    return [event async for event in log.follow(after)]


@given(texts=st.lists(st.text(), max_size=20), after=st.integers(0, 25))
async def test_a_reader_gets_exactly_the_events_after_its_id(texts: list[str], after: int) -> None:
    log = TurnLog()
    for text in texts:
        log.append(Message(text))
    log.append(DONE)
    expected = [Numbered(at, Message(text)) for at, text in enumerate(texts, 1)] + [Numbered(len(texts) + 1, DONE)]
    assert await everything(log, after) == expected[min(after, len(texts)) :]  # `done` comes to everybody


@pytest.mark.parametrize("after", [1, 2, 4_294_967_295])
async def test_a_reader_ahead_of_a_running_turn_gets_what_comes(after: int) -> None:
    log = TurnLog()
    log.append(Ready("t1"))
    reading = asyncio.create_task(everything(log, after))
    await asyncio.sleep(0)
    log.append(Message("hello"))
    log.append(DONE)
    assert [numbered.event for numbered in await reading] == [Message("hello"), DONE]


async def test_a_reader_waits_for_what_comes_and_ends_with_the_turn() -> None:
    log = TurnLog()
    reading = asyncio.create_task(everything(log))
    for event in (Ready("t1"), Message("hello"), DONE):
        await asyncio.sleep(0)
        log.append(event)
    assert [numbered.event for numbered in await reading] == [Ready("t1"), Message("hello"), DONE]


async def test_several_readers_do_not_take_from_each_other() -> None:
    log = TurnLog()
    readers = [asyncio.create_task(everything(log)) for _ in range(3)]
    log.append(Message("hello"))
    log.append(DONE)
    assert [len(events) for events in await asyncio.gather(*readers)] == [2, 2, 2]


async def test_a_closed_reader_ends_and_is_no_longer_counted() -> None:
    counts: list[int] = []
    log = TurnLog(counts.append)
    reader = log.follow()
    waiting = asyncio.create_task(anext(reader, None))
    await asyncio.sleep(0)
    reader.close()
    reader.close()
    assert await waiting is None
    assert counts == [1, 0]


def test_a_turn_ends_once() -> None:
    log = TurnLog()
    log.append(DONE)
    with pytest.raises(RuntimeError):
        log.append(Message("more"))


def test_beyond_the_bound_only_old_queue_positions_are_forgotten() -> None:
    log = TurnLog()
    log.append(Ready("t1"))
    for position in range(MAX_EVENTS + 50, 0, -1):
        log.append(Queued(position, 600, 1.0))
    kept = log.after(0)
    assert len(kept) == MAX_EVENTS
    assert (kept[0].event, kept[-1].event) == (Ready("t1"), Queued(1, 600, 1.0))
