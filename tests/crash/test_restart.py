"""What a killed scheduler still knows when it serves again."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Tier
from plotlane_kit.errors import Reason
from tests.crash.conftest import Make
from tests.crash.owner import Owner, Stream
from tests_support.dial import Dial


async def waiting(owner: Owner, run_id: str, position: int) -> Stream:
    stream = owner.submit(run_id)
    assert (await stream.until(pb.RUN_STATE_QUEUED)).queued.position == position
    return stream


async def counted(owner: Owner) -> list[tuple[int, int]]:
    return [(usage.kind, usage.used) for usage in (await owner.status()).usage if usage.used]


async def test_order_tokens_tags_caps_locks_and_counters_are_kept(make: Make, dial: Dial) -> None:
    scheduler = make(runs__concurrency=1, profile="server", runs__starts_per_minute="none")
    await scheduler.start()
    channel = dial(scheduler.address)
    ada, bob, eve = Owner(channel), Owner(channel, "bob"), Owner(channel, "eve", Tier.PREMIUM)
    await (running := ada.submit("running", ["resource:x"])).until(pb.RUN_STATE_STARTED)
    # The premium one comes last and goes first.
    first, second = await waiting(ada, "a", 1), await waiting(bob, "b", 2)
    before = await waiting(eve, "e", 1)
    used = await counted(ada)
    assert used
    await scheduler.kill()
    await scheduler.start()

    for owner, run_id, old, position in ((eve, "e", before, 1), (ada, "a", first, 2), (bob, "b", second, 3)):
        stream = owner.attach(run_id, old.token)
        status = await stream.until(pb.RUN_STATE_QUEUED)
        assert (status.queued.position, status.token, status.tag) == (position, old.token, old.tag)
    assert (await ada.attach("running", running.token).until(pb.RUN_STATE_STARTED)).tag == running.tag
    assert (await ada.refusal(ada.submit("third"))).reason is Reason.RUN_LIMIT
    assert (await bob.refusal(bob.submit("locked", ["resource:x"]))).reason is Reason.RUN_ACTIVE
    assert await counted(ada) == used
    await ada.release("running", running.token)
    assert (await eve.attach("e", before.token).until(pb.RUN_STATE_STARTED)).token == before.token


def age(folder: Path, seconds: float) -> None:
    """Let the journal have been written so long ago."""
    with closing(sqlite3.connect(folder / "journal.db")) as journal, journal:
        for table in ("journal_events", "journal_snapshots"):
            journal.execute(f"UPDATE {table} SET wall_at = wall_at - ?", [seconds])  # one of the two


async def test_a_lease_keeps_its_place_for_the_grace_and_no_longer(make: Make, dial: Dial, tmp_path: Path) -> None:
    scheduler = make(lease_grace_s=1)
    await scheduler.start()
    run = Owner(dial(scheduler.address)).submit("kept")
    await run.until(pb.RUN_STATE_STARTED)
    await scheduler.kill()
    # Nobody can come back while nobody serves, so the grace begins with the serving.
    age(tmp_path, 3_600)
    patient = make(lease_grace_s=600)
    await patient.start()
    again = Owner(dial(patient.address)).attach("kept", run.token)
    assert (await again.until(pb.RUN_STATE_STARTED)).token == run.token
    await patient.kill()
    hasty = make(lease_grace_s=0.2)
    await hasty.start()
    owner = Owner(dial(hasty.address))
    async with asyncio.timeout(60):
        async for answer in owner.stub.WatchStatus(pb.WatchStatusRequest()):
            if not next(pool for pool in answer.status.pools if pool.pool == "runs").in_flight:
                break
    assert (await owner.attach("kept", run.token).until(pb.RUN_STATE_ENDED)).end == pb.END_REASON_LOST


async def test_the_time_that_nobody_served_counts_as_waiting(make: Make, dial: Dial, tmp_path: Path) -> None:
    scheduler = make(runs__concurrency=1, lease_grace_s=600)
    await scheduler.start()
    owner = Owner(dial(scheduler.address))
    await owner.submit("running").until(pb.RUN_STATE_STARTED)
    late = await waiting(owner, "late", 1)
    await scheduler.kill()
    age(tmp_path, 600)
    await scheduler.start()
    assert (await owner.attach("late", late.token).until(pb.RUN_STATE_ENDED)).end == pb.END_REASON_EXPIRED


async def test_a_drained_scheduler_takes_new_work_when_it_serves_again(make: Make, dial: Dial) -> None:
    scheduler = make(runs__concurrency=1)
    await scheduler.start()
    owner = Owner(dial(scheduler.address))
    await owner.submit("before").until(pb.RUN_STATE_STARTED)
    await scheduler.stop()
    await scheduler.start()
    await (await owner.submit_when_served("after")).until(pb.RUN_STATE_QUEUED, pb.RUN_STATE_STARTED)


async def test_a_second_scheduler_on_the_same_file_says_so_and_ends(make: Make) -> None:
    await make().start()
    second = make()
    with pytest.raises(AssertionError, match="another scheduler uses the journal"):
        await second.start()
    assert await second.ended() == 1
