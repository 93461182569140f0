"""The core alone: cycles a second, how they fall with what waits, and the naive design beside it."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from typing import Final

from tests.bench.measure import Measure, Probe, compared, interleaved
from tests.bench.scheduler.queues import CoreQueue, HeapQueue, NaiveQueue, Queue, ToldCoreQueue, cycles_per_s

HEAPS: Final = "a heap a lane, without rules or positions"
NAIVE: Final = "a list sorted on submit that tells every waiter its position on each change"


async def measure() -> AsyncIterator[Measure]:
    """scheduler.core.*"""
    gc.set_threshold(100_000, 50, 1_000)  # as the server does
    for name, waiting in (("idle", 0), ("60", 60), ("10k", 10_000)):
        ours, heaps = await interleaved(_cycles(CoreQueue(), waiting), _cycles(HeapQueue(), waiting))
        yield compared(f"scheduler.core.cycles_{name}", ours, "cycles/s", HEAPS, heaps)
    many, few = await interleaved(_cycles(CoreQueue(), 100_000), _cycles(CoreQueue(), 100))
    yield compared("scheduler.core.growth_100_to_100k", 1e6 / many, "µs/cycle", "the same, 100 waiting", 1e6 / few)
    told, naive = await interleaved(_cycles(ToldCoreQueue(), 10_000), _cycles(NaiveQueue(), 10_000))
    yield compared("scheduler.core.vs_naive_10k", told, "cycles/s", NAIVE, naive)


def _cycles(queue: Queue, waiting: int) -> Probe:
    queue.fill(waiting)

    async def probe() -> float:
        return cycles_per_s(queue, idle=waiting == 0)

    return probe
