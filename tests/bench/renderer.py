"""The renderer: a picture through gRPC and a fresh sandbox, beside the bare drawing of it."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from agent_svc.pipeline.outcome import Theme
from agent_svc.pipeline.render import Outcome, RenderJob
from agent_svc.renderer_client import RendererClient
from plotlane_kit.channel import open_channel
from plotlane_kit.clock import SystemClock
from tests.bench.drawing import SCRIPT, data_csv, draw, draws_per_s, workplace
from tests.bench.measure import Measure, compared, interleaved, percentile
from tests.bench.process import Served, served
from tests.bench.sandboxes import standing

PICTURES: Final = 20
BUSY_S: Final = 2.0  # for how long every slot is kept busy, and then every core with bare drawing
BUSY_ROUNDS: Final = 5
DRAW: Final = "the same script in a warm process"
SETTINGS: Final = {
    "PLOTLANE_RENDERER_PORT": "0",
    "PLOTLANE_RENDERER_START_MEMORY_BYTES": "0",
    "PLOTLANE_RENDERER_MEMORY_FLOOR_BYTES": "0",
}


async def measure() -> AsyncIterator[Measure]:
    """renderer.*"""
    async with served("renderer_svc", SETTINGS, "PLOTLANE_RENDERER_READY_FD") as server:
        async for found in _measure(server):
            yield found


async def _measure(server: Served) -> AsyncIterator[Measure]:
    async with open_channel(server.address) as channel:
        renderer = RendererClient(channel, SystemClock())
        await _picture(renderer)
        ours, bare = [], []
        code = compile(SCRIPT, "plot.py", "exec")
        with workplace(data_csv()):
            draw(code)
            for _ in range(PICTURES):
                ours.append(await _picture(renderer))
                bare.append(draw(code))
        p50, p95 = statistics.median(ours), percentile(ours, 95)
        yield compared("renderer.p50_over_draw", p50 * 1e3, "ms", DRAW, statistics.median(bare) * 1e3)
        yield compared("renderer.p95_over_draw", p95 * 1e3, "ms", DRAW, percentile(bare, 95) * 1e3)
        yield await _throughput(renderer)
        async for found in standing(lambda: _picture(renderer)):
            yield found


async def _throughput(renderer: RendererClient) -> Measure:
    cores = len(os.sched_getaffinity(0))

    async def pictures_per_s() -> float:
        return sum(await asyncio.gather(*(_pictures_per_s(renderer, BUSY_S) for _ in range(cores))))

    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:

        async def bare_per_s() -> float:
            loop = asyncio.get_running_loop()
            return sum(await asyncio.gather(*(loop.run_in_executor(pool, draws_per_s, BUSY_S) for _ in range(cores))))

        await bare_per_s()  # imports
        ours, bare = await interleaved(pictures_per_s, bare_per_s, rounds=BUSY_ROUNDS)
    return compared("renderer.throughput_share", ours, "pictures/s", f"{DRAW}, one for each core", bare)


async def _pictures_per_s(renderer: RendererClient, for_s: float) -> float:
    """As `draws_per_s`: how many pictures one caller gets in a second, one after the other."""
    drawn, began = 0, time.perf_counter()
    while time.perf_counter() - began < for_s:
        await _picture(renderer)
        drawn += 1
    return drawn / (time.perf_counter() - began)


async def _picture(renderer: RendererClient) -> float:
    """Seconds from the request to the whole picture."""
    job = RenderJob(str(uuid.uuid4()), "matplotlib", SCRIPT, data_csv().encode(), Theme.LIGHT, timeout_s=60.0)
    began = time.perf_counter()
    outcome = await renderer.render(job, "bench", 1)
    if outcome.outcome is not Outcome.OK or not outcome.png:
        raise RuntimeError(f"no picture: {outcome.outcome} {outcome.stderr}")
    return time.perf_counter() - began
