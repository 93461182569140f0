"""The bell wakes the one reader of a stream, and rings on until it is silenced."""

from __future__ import annotations

import asyncio

import pytest

from scheduler_svc.bell import Bell


async def test_who_waits_is_woken_when_it_rings() -> None:
    bell = Bell()
    waiting = asyncio.create_task(bell.rung())
    await asyncio.sleep(0)
    assert not waiting.done()
    bell.ring()
    await waiting


async def test_who_comes_after_it_rang_waits_for_nothing() -> None:
    bell = Bell()
    bell.ring()
    await bell.rung()
    await bell.rung()


async def test_once_silenced_the_next_waits_for_the_next_ring() -> None:
    bell = Bell()
    bell.ring()
    bell.silence()
    waiting = asyncio.create_task(bell.rung())
    await asyncio.sleep(0)
    assert not waiting.done()
    bell.ring()
    await waiting


async def test_it_may_ring_twice_before_the_waiter_has_woken() -> None:
    bell = Bell()
    waiting = asyncio.create_task(bell.rung())
    await asyncio.sleep(0)
    bell.ring()
    bell.ring()
    await waiting


async def test_a_waiter_that_was_cancelled_leaves_it_to_the_next() -> None:
    bell = Bell()
    waiting = asyncio.create_task(bell.rung())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    bell.ring()
    await bell.rung()
