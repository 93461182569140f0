"""kill -9 of the scheduler at random moments loses nothing that was accepted and doubles nothing."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Tier
from tests.crash.conftest import Make
from tests.crash.crowd import USERS, Crowd
from tests.crash.history import check_rules, check_told, read_history
from tests_support.dial import Dial
from tests_support.scheduler import SchedulerProcess

CONCURRENCY = 3
CAPS = {"public": 2, "premium": 5, "admin": 5}
CLIENTS = 6
SETTINGS = {"lease_grace_s": 60, "quotas__tokens_per_day": 10**12, "quotas__premium_tokens_per_day": 10**12}
MOST_S = 0.5  # for each operation, restarts included, on a machine that has much else to do


async def kill_now_and_then(scheduler: SchedulerProcess, crowd: Crowd, at: list[int], seed: int) -> None:
    """Kill it once so many operations are done, in the middle of whatever happens then."""
    moment = random.Random(seed)
    for operations in at:
        await crowd.reached(operations)
        await asyncio.sleep(moment.random() / 100)
        await scheduler.kill()
        await scheduler.start()


async def storm(scheduler: SchedulerProcess, crowd: Crowd, operations: int, kills: int, seed: int) -> None:
    """So many operations by several clients at once, and so many kills in the midst of them."""
    at = sorted(random.Random(seed).sample(range(10, operations - 10), kills))
    killer = asyncio.create_task(kill_now_and_then(scheduler, crowd, at, seed))

    async def client() -> None:
        while crowd.done < operations:
            await crowd.act()

    async with asyncio.timeout(operations * MOST_S):
        await asyncio.gather(killer, *(client() for _ in range(CLIENTS)))
        await crowd.finish()


async def check_empty(crowd: Crowd) -> None:
    status = await crowd.stub.GetStatus(pb.GetStatusRequest())
    assert [(pool.waiting, pool.in_flight) for pool in status.pools] == [(0, 0)] * len(status.pools)
    for user, tier in USERS:
        if tier is not Tier.ADMIN:
            assert await crowd.counted(user, tier) == crowd.spent[user]


@pytest.mark.parametrize(
    ("operations", "kills"),
    [pytest.param(1_000, 12, id="1000"), pytest.param(10_000, 120, id="10000", marks=pytest.mark.full)],
)
async def test_nothing_is_lost_and_nothing_doubled(
    operations: int, kills: int, make: Make, dial: Dial, tmp_path: Path
) -> None:
    scheduler = make(runs__concurrency=CONCURRENCY, journal_snapshot_events=10_000_000, **SETTINGS)
    await scheduler.start()
    crowd = Crowd(dial(scheduler.address), seed=operations)
    await storm(scheduler, crowd, operations, kills, seed=operations)
    await check_empty(crowd)
    await scheduler.kill()
    assert crowd.wrong == []
    assert sum(run.started for run in crowd.runs) > operations / 10
    events = await read_history(tmp_path / "journal.db")
    check_rules(events, CONCURRENCY, CAPS)
    check_told(events, crowd.runs)


async def test_with_snapshots_every_few_events_it_is_the_same(make: Make, dial: Dial) -> None:
    scheduler = make(runs__concurrency=CONCURRENCY, journal_snapshot_events=25, **SETTINGS)
    await scheduler.start()
    crowd = Crowd(dial(scheduler.address), seed=7)
    await storm(scheduler, crowd, operations=300, kills=5, seed=7)
    await check_empty(crowd)
    assert crowd.wrong == []
    assert {run.end for run in crowd.runs if run.end} <= {pb.END_REASON_RELEASED, pb.END_REASON_CANCELLED}
