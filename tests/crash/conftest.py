"""Schedulers as processes that die."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests_support.scheduler import SchedulerProcess

Make = Callable[..., SchedulerProcess]


@pytest.fixture
def make(stack: AsyncExitStack, tmp_path: Path) -> Make:
    """Makes scheduler processes that end with the test; keyword arguments are settings."""

    def make(launcher: tuple[str, ...] = (), **settings: object) -> SchedulerProcess:
        process = SchedulerProcess(tmp_path, launcher, drain_s=0, position_interval_s=0.01, **settings)
        stack.push_async_callback(process.stop)
        return process

    return make
