"""The data layer: a file of 20,000 x 50 cells read with all its decisions, beside pandas that reads it as text."""

from __future__ import annotations

import asyncio
import io
import random
import time
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Final

import pandas as pd

from agent_svc.data import read_file
from tests.bench.measure import Measure, compared, interleaved

ROWS: Final = 20_000
COLUMNS: Final = 50
ROUNDS: Final = 7
NOTICEABLE_MS: Final = 50.0  # a page that waits longer for an answer feels slow
KINDS: Final = ("date", "float", "float", "float", "integer", "integer", "text", "text", "boolean", "counter")


async def measure() -> AsyncIterator[Measure]:
    """data.*"""
    text = table()
    raw = text.encode()

    async def ours() -> float:
        began = time.perf_counter()
        dataset = read_file(raw, "table.csv")
        took = time.perf_counter() - began
        assert (len(dataset.columns), dataset.rows) == (COLUMNS, ROWS)
        return took

    async def pandas() -> float:
        began = time.perf_counter()
        frame = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
        took = time.perf_counter() - began
        assert frame.shape == (ROWS, COLUMNS)
        return took

    mine, other = await interleaved(ours, pandas, rounds=ROUNDS)
    yield compared("data.parse_over_pandas", mine * 1e3, "ms", "pandas.read_csv, all as text", other * 1e3)
    stall = sorted([await longest_stall(raw) for _ in range(ROUNDS)])[ROUNDS // 2]
    yield compared("data.loop_stall", stall * 1e3, "ms", "a pause that people notice", NOTICEABLE_MS)


async def longest_stall(raw: bytes) -> float:
    """The most CPU time, in seconds, that a thread which reads `raw` takes between two turns of the event loop.

    CPU and not time on the clock, so that what else runs on the machine does not count.
    """
    reading = asyncio.create_task(asyncio.to_thread(read_file, raw, "table.csv"))
    longest, seen = 0.0, _others_cpu()
    while not reading.done():
        await asyncio.sleep(0.001)
        now = _others_cpu()
        longest, seen = max(longest, now - seen), now
    await reading
    return longest


def _others_cpu() -> float:
    """The CPU time of all other threads of this process."""
    return time.process_time() - time.thread_time()


def table() -> str:
    """Dates, numbers, texts, booleans and a counter, clean: 6.6 MB."""
    draw = random.Random(20_050)
    kinds = [KINDS[place % len(KINDS)] for place in range(COLUMNS)]
    lines = [",".join(f"{kind} {place}" for place, kind in enumerate(kinds))]
    lines += [",".join(_cell(kind, row, place, draw) for place, kind in enumerate(kinds)) for row in range(ROWS)]
    return "\n".join(lines) + "\n"


def _cell(kind: str, row: int, place: int, draw: random.Random) -> str:
    if kind == "date":
        return (date(2000, 1, 1) + timedelta(days=(row * 7 + place) % 9_000)).isoformat()
    if kind == "float":
        return f"{draw.uniform(-1_000, 1_000):.3f}"
    if kind == "integer":
        return str(draw.randint(0, 500))
    if kind == "text":
        return ("clay", "sand", "loam", "silt")[(row + place) % 4]
    if kind == "boolean":
        return "true" if (row + place) % 3 else "false"
    return str(row * 13 + place)
