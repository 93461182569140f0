"""The log of a fan-out: one row of numbers, every end told, positions forgotten."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.fanout.log import FanOutLog, Told
from agent_svc.fanout.member import Member
from agent_svc.pipeline.outcome import Step
from agent_svc.turns.events import Blocked, Done, Queued, Ready, TurnOutcome, Working

A, B = Member("seaborn", "s-a"), Member("plotly", "s-b")
OK = Done(TurnOutcome.OK, 1)


async def read(log: FanOutLog, after: int = 0) -> list[Told]:
    return [told async for told in log.follow(after)]


async def test_a_reader_gets_what_was_and_what_comes() -> None:
    log = FanOutLog()
    log.append(None, Ready("g"))
    reading = asyncio.create_task(read(log))
    await asyncio.sleep(0)
    log.append(A, OK)
    log.append(None, OK)
    assert await reading == [Told(1, None, Ready("g")), Told(2, A, OK), Told(3, None, OK)]


async def test_the_end_of_a_member_is_not_the_end_of_the_whole() -> None:
    log = FanOutLog()
    log.append(A, OK)
    assert not log.closed
    log.append(None, OK)
    assert log.closed
    with pytest.raises(RuntimeError):
        log.append(B, OK)


@pytest.mark.parametrize("after", [3, 4, 99])
async def test_a_reader_who_has_seen_the_last_event_gets_it_again(after: int) -> None:
    log = FanOutLog()
    for member in (A, B, None):
        log.append(member, OK)
    assert await read(log, after) == [Told(3, None, OK)]


async def test_of_where_a_member_waits_only_the_latest_is_kept() -> None:
    log = FanOutLog()
    for position in range(9, 0, -1):
        log.append(A, Queued(position, 9, 1.0))
        log.append(B, Blocked("user_cap"))
    log.append(A, Working(Step.RENDERING))
    log.append(None, OK)
    kept = [(told.member, type(told.event)) for told in await read(log)]
    assert kept == [(A, Queued), (B, Blocked), (A, Working), (None, Done)]


@given(
    waits=st.lists(st.tuples(st.sampled_from([A, B]), st.booleans()), max_size=60),
    after=st.integers(0, 70),
)
def test_whoever_resumes_anywhere_misses_no_end(waits: list[tuple[Member, bool]], after: int) -> None:
    async def play() -> None:
        log = FanOutLog()
        ends: list[int] = []
        for number, (member, is_end) in enumerate(waits, start=1):
            log.append(member, OK if is_end else Queued(1, 1, 0.0))
            if is_end:
                ends.append(number)
        log.append(None, OK)
        got = [told.event_id for told in await read(log, after)]
        assert [event_id for event_id in ends if event_id > after] == [each for each in got if each in ends]
        assert got == sorted(got)
        assert got[-1] == len(waits) + 1

    asyncio.run(play())
