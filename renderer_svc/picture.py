"""A picture on its way: one theme of one job, from admission to its result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from renderer_svc.job import ThemedScript, ThemeResult


@dataclass(frozen=True, slots=True)
class Started:
    """The sandbox of `theme` runs the script now."""

    theme: str


@dataclass(frozen=True, slots=True)
class Ended:
    """`theme` is over."""

    theme: str
    result: ThemeResult


Event = Started | Ended


class Picture:
    """One theme of one job, from admission to its result; many callers may wait for it."""

    def __init__(self, script: ThemedScript, content: str) -> None:
        self.script = script
        self.content = content
        self.started = asyncio.Event()
        self.ended = asyncio.Event()
        self.result: ThemeResult | None = None

    async def events(self) -> AsyncIterator[Event]:
        """What happens from now on; for a picture that is over, what happened."""
        await self.started.wait()
        if self.result is None or self.result.start_s > 0:
            yield Started(self.script.theme)
        await self.ended.wait()
        assert self.result is not None
        yield Ended(self.script.theme, self.result)

    def end(self, result: ThemeResult) -> None:
        """Hand `result` to all who wait."""
        self.result = result
        self.started.set()
        self.ended.set()
