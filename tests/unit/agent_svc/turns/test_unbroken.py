"""The unbroken step: a cancellation waits for it."""

from __future__ import annotations

import asyncio

import pytest

from agent_svc.turns.unbroken import unbroken


async def test_a_cancellation_waits_for_the_step_and_is_raised_then() -> None:
    going, done = asyncio.Event(), []

    async def step() -> None:
        await going.wait()
        done.append("whole")

    task = asyncio.create_task(unbroken(step()))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    going.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert done == ["whole"]


async def test_without_a_cancellation_it_is_the_step_itself() -> None:
    async def step() -> int:
        return 7

    async def failing() -> int:
        raise KeyError("no")

    assert await unbroken(step()) == 7
    with pytest.raises(KeyError):
        await unbroken(failing())
