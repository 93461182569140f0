"""Thousands of waiting streams on one process: all are held, all hear of a move, and none weighs much."""

from __future__ import annotations

from pathlib import Path

import pytest

from plotlane_kit.channel import open_channel
from tests.bench.scheduler.settings import scheduler
from tests.bench.scheduler.waiting import WaitingRuns

MOST_BYTES = 40 * 1024
WARM_UP = 200  # what the first streams make the process load and cache is not theirs


@pytest.mark.parametrize("streams", [1_000, pytest.param(10_000, marks=pytest.mark.full)])
async def test_all_hear_of_a_move_and_each_costs_the_server_at_most_forty_kilobytes(
    tmp_path: Path, streams: int
) -> None:
    async with (
        scheduler(tmp_path, places=1) as server,
        open_channel(server.address) as channel,
        WaitingRuns(channel) as runs,
    ):
        await runs.open(WARM_UP)
        before = server.memory_bytes()
        await runs.open(streams)
        assert (server.memory_bytes() - before) / streams <= MOST_BYTES

        before_move = runs.positions()
        assert sorted(before_move.values()) == list(range(1, WARM_UP + streams + 1))
        await runs.move()
        assert runs.positions() == {run: place - 1 for run, place in before_move.items() if place > 1}
