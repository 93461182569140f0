"""Schedulers as processes that die."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import pytest

from plotlane_kit.channel import open_channel
from tests_support.scheduler import SchedulerProcess

Make = Callable[..., SchedulerProcess]
Dial = Callable[[str], grpc.aio.Channel]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def make(stack: AsyncExitStack, tmp_path: Path) -> Make:
    """Makes scheduler processes that end with the test; keyword arguments are settings."""

    def make(launcher: tuple[str, ...] = (), **settings: object) -> SchedulerProcess:
        process = SchedulerProcess(tmp_path, launcher, drain_s=0, position_interval_s=0.01, **settings)
        stack.push_async_callback(process.stop)
        return process

    return make


@pytest.fixture
def dial(stack: AsyncExitStack) -> Dial:
    def dial(address: str) -> grpc.aio.Channel:
        channel = open_channel(address)
        stack.push_async_callback(channel.close)
        return channel

    return dial
