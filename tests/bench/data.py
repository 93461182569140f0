"""The data layer: a paste of nearly 200 KB read with all its decisions, beside pandas that is told the format."""

from __future__ import annotations

import io
import time
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Final

import pandas as pd

from agent_svc.data import read
from tests.bench.measure import Measure, compared, interleaved

ROWS: Final = 5_000
ROUNDS: Final = 9


async def measure() -> AsyncIterator[Measure]:
    """data.*"""
    text = paste()

    async def ours() -> float:
        began = time.perf_counter()
        dataset = read(text)
        took = time.perf_counter() - began
        assert len(dataset.columns) == 5
        return took

    async def pandas() -> float:
        began = time.perf_counter()
        frame = pd.read_csv(io.StringIO(text), parse_dates=["day"])
        took = time.perf_counter() - began
        assert len(frame) == ROWS
        return took

    mine, other = await interleaved(ours, pandas, rounds=ROUNDS)
    yield compared("data.parse_over_pandas", mine * 1e3, "ms", "pandas.read_csv with the dates named", other * 1e3)


def paste() -> str:
    """Dates, numbers, a text and a boolean; every 50th value is missing."""
    first = date(2020, 1, 1)
    lines = ["day,dose,yield,soil,treated"]
    for n in range(ROWS):
        dose = "" if n % 50 == 0 else f"{n % 97 / 4:.2f}"
        soil = ("clay", "sand", "loam")[n % 3]
        lines.append(
            f"{first + timedelta(days=n)},{dose},{n * 37 % 1009 / 7:.3f},{soil},{'true' if n % 2 else 'false'}"
        )
    return "\n".join(lines) + "\n"
