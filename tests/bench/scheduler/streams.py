"""The streams: what ten thousand waiting runs weigh, and what it costs to tell all of them that they have moved."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from plotlane_kit.channel import open_channel
from tests.bench.measure import Measure, compared
from tests.bench.process import Served, served
from tests.bench.scheduler.bare import READY_NAME
from tests.bench.scheduler.settings import scheduler
from tests.bench.scheduler.waiting import BareStreams, WaitingRuns, WaitingStreams

STREAMS: Final = 10_000
MOVES: Final = 7
YARDSTICK: Final = "bare gRPC streams that get one message each"


async def measure() -> AsyncIterator[Measure]:
    """scheduler.streams.*"""
    with tempfile.TemporaryDirectory() as folder:
        async with scheduler(Path(folder), places=1) as server, open_channel(server.address) as channel:
            memory, cpu = await weigh(server, WaitingRuns(channel), STREAMS)
    async with served("tests.bench.scheduler.bare", {}, READY_NAME) as server, open_channel(server.address) as channel:
        bare_memory, bare_cpu = await weigh(server, BareStreams(channel), STREAMS)
    yield compared("scheduler.streams.bytes_per_stream", memory, "bytes", YARDSTICK, bare_memory)
    yield compared("scheduler.streams.move_by_one_cpu_s", cpu, "s", YARDSTICK, bare_cpu)


async def weigh(server: Served, streams: WaitingStreams, number: int) -> tuple[float, float]:
    """Bytes of the server for each of so many streams, and its CPU seconds for news to all of them."""
    empty = server.memory_bytes()
    async with streams:
        await streams.open(number)
        memory = (server.memory_bytes() - empty) / number
        moves = []
        for _ in range(MOVES):
            before = server.cpu_s()
            await streams.move()
            moves.append(server.cpu_s() - before)
    return memory, statistics.median(moves)
