"""The whole way: from the paste to the picture through a real house, beside the bare drawing of the same script."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx

from plotlane_kit.house.house import House
from tests.bench.drawing import data_csv, draw, workplace
from tests.bench.measure import Measure, compared, interleaved
from tests.bench.visit import client, turn

ROUNDS: Final = 9
DRAW: Final = "the exported plot.py in a warm process"


async def measure() -> AsyncIterator[Measure]:
    """e2e.*"""
    with tempfile.TemporaryDirectory() as folder:
        async with House(Path(folder), {}, lambda _line: None) as house:
            watching = asyncio.create_task(house.run())
            async with client(house.addresses["gateway"]) as http:
                yield await _measure(http)
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching


async def _measure(http: httpx.AsyncClient) -> Measure:
    session_id = await _plotted(http)
    script = (await http.get(f"/v1/sessions/{session_id}/artifacts/plot.py")).raise_for_status().text
    csv = (await http.get(f"/v1/sessions/{session_id}/artifacts/data.csv")).raise_for_status().text
    code = compile(script, "plot.py", "exec")

    async def ours() -> float:
        began = time.perf_counter()
        plotted = await _plotted(http)
        picture = await http.get(f"/v1/sessions/{plotted}/artifacts/plot-light.png")
        assert picture.raise_for_status().content.startswith(b"\x89PNG")
        return time.perf_counter() - began

    async def bare() -> float:
        return draw(code)

    with workplace(csv):
        draw(code)
        whole, alone = await interleaved(ours, bare, rounds=ROUNDS)
    return compared("e2e.paste_to_picture_over_draw", whole * 1e3, "ms", DRAW, alone * 1e3)


async def _plotted(http: httpx.AsyncClient) -> str:
    """A new session with the data pasted and plotted."""
    created = (await http.post("/v1/sessions", json={"chart": "scatter"})).raise_for_status()
    session_id = str(created.json()["session_id"])
    (await http.post(f"/v1/sessions/{session_id}/dataset", json={"text": data_csv()})).raise_for_status()
    async for name, data in turn(http, session_id):
        if name == "done" and data["outcome"] != "ok":
            raise RuntimeError(f"no picture: {data}")
    return session_id
