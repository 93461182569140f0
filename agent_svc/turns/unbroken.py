"""The unbroken step: work that a cancellation waits for instead of cutting it in half."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """Do `work` to its end even when the caller is cancelled meanwhile; the cancellation is raised afterwards."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        done, _ = await asyncio.wait({task})
        for ended in done:
            if not ended.cancelled():
                ended.exception()  # looked at, so that asyncio does not report it: the cancellation is what counts
        raise
