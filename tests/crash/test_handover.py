"""Two schedulers on one PostgreSQL: one leads, the other stands by; nothing is decided twice."""

from __future__ import annotations

import asyncio
import signal
import time
import uuid

import grpc
import pytest
import sqlalchemy as sa
from grpc_health.v1 import health_pb2, health_pb2_grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from tests.crash.conftest import Make
from tests.crash.owner import Owner
from tests_support.dial import Dial
from tests_support.postgres import Postgres
from tests_support.scheduler import SchedulerProcess

HANDOVER_S = 5.0


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.url(f"s{uuid.uuid4().hex}")


async def health(channel: grpc.aio.Channel) -> int:
    answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
    return int(answer.status)


def starts_in(url: str) -> list[str]:
    """Every RunStarted that the journal holds, by its text."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        found = connection.execute(sa.text("SELECT data FROM journal_events WHERE kind = 'RunStarted' ORDER BY seq"))
        texts = [row.data for row in found]
    engine.dispose()
    return texts


async def test_a_standby_says_so_and_takes_over_from_a_killed_leader_within_five_seconds(
    make: Make, dial: Dial, url: str
) -> None:
    leader, standby = make(journal_url=url, runs__concurrency=1), make(journal_url=url, runs__concurrency=1)
    await leader.start()
    await standby.spawn()
    channel = dial(standby.address)
    assert await health(channel) == health_pb2.HealthCheckResponse.NOT_SERVING
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await Owner(channel).status()
    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE

    ada = Owner(dial(leader.address))
    await (running := ada.submit("running")).until(pb.RUN_STATE_STARTED)
    await (waiting := ada.submit("waiting")).until(pb.RUN_STATE_QUEUED)
    took_s = await handover(leader, standby)
    assert await health(channel) == health_pb2.HealthCheckResponse.SERVING

    ada = Owner(channel)
    assert (await ada.attach("running", running.token).until(pb.RUN_STATE_STARTED)).tag == running.tag
    again = ada.attach("waiting", waiting.token)
    assert (await again.until(pb.RUN_STATE_QUEUED)).queued.position == 1
    await ada.release("running", running.token)
    await again.until(pb.RUN_STATE_STARTED)
    await ada.release("waiting", waiting.token)
    texts = starts_in(url)
    assert len(texts) == len(set(texts)) == 2
    for _ in range(2):  # a machine that has other work may be slow once or twice; the promise is the scheduler's
        if took_s < HANDOVER_S:
            break
        leader, standby = standby, make(journal_url=url, runs__concurrency=1)
        await standby.spawn()
        took_s = await handover(leader, standby)
    assert took_s < HANDOVER_S


async def handover(leader: SchedulerProcess, standby: SchedulerProcess) -> float:
    """Kill the leader; seconds until the standby serves."""
    killed_at = time.monotonic()
    await leader.kill()
    await standby.logged('"event": "serving"')
    return time.monotonic() - killed_at


async def test_a_deposed_leader_can_commit_nothing_and_ends(make: Make, dial: Dial, url: str) -> None:
    old, new = make(journal_url=url, runs__concurrency=1), make(journal_url=url, runs__concurrency=1)
    await old.start()
    await new.spawn()
    before = Owner(dial(old.address))
    await (running := before.submit("running")).until(pb.RUN_STATE_STARTED)
    old.send(signal.SIGSTOP)
    # What reaches the stopped leader is answered by nobody: it waits in the socket until the process goes on.
    unanswered = before.submit("unanswered")
    late = asyncio.create_task(before.release("running", running.token))
    look = asyncio.create_task(before.status())
    await new.logged('"event": "serving"')
    after = Owner(dial(new.address))
    await after.attach("running", running.token).until(pb.RUN_STATE_STARTED)
    await (waiting := after.submit("waiting")).until(pb.RUN_STATE_QUEUED)

    old.send(signal.SIGCONT)
    assert await old.ended() == 1
    assert old.lines[-1].startswith("scheduler: another scheduler leads the journal now")
    with pytest.raises(grpc.aio.AioRpcError):
        await unanswered.until(pb.RUN_STATE_ACCEPTED)
    for each in (late, look):
        with pytest.raises(grpc.aio.AioRpcError):
            await each
    runs = next(pool for pool in (await after.status()).pools if pool.pool == "runs")
    assert (runs.waiting, runs.in_flight) == (1, 1)
    await after.release("running", running.token)
    await after.attach("waiting", waiting.token).until(pb.RUN_STATE_STARTED)
    texts = starts_in(url)
    assert len(texts) == len(set(texts)) == 2


async def test_a_leader_that_stops_in_order_hands_over_at_once(make: Make, url: str) -> None:
    leader, standby = make(journal_url=url, journal_silence_s=60), make(journal_url=url, journal_silence_s=60)
    await leader.start()
    await standby.spawn()
    await leader.stop()
    await standby.logged('"event": "serving"')


async def test_a_standby_can_be_stopped(make: Make, url: str) -> None:
    await make(journal_url=url).start()
    standby = make(journal_url=url)
    await standby.spawn()
    await standby.stop()
    assert await standby.ended() == 0
