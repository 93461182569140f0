"""The scheduler's page of metrics, read over HTTP as Prometheus reads it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.request import urlopen

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import SystemClock
from plotlane_kit.errors import Reason
from plotlane_kit.metrics import metrics_page, new_registry
from plotlane_kit.serve import start_server
from scheduler_svc.client import SchedulerClient
from scheduler_svc.core.run import EndReason, Outcome
from scheduler_svc.server import build
from scheduler_svc.settings import RunsSettings, SchedulerSettings
from tests.integration.scheduler_svc.test_process import spawn
from tests.integration.scheduler_svc.test_quota_service import Teller
from tests.integration.scheduler_svc.test_service import PATIENCE_S, Desk
from tests_support.dial import Dial

ADA = Caller("ada", Tier.PUBLIC)
LANE = {"pool": "runs", "lane": "public"}

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


class Page:
    """What a page says, by name and labels."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.samples: Samples = {}

    async def read(self) -> Page:
        text = await asyncio.to_thread(self._get)
        self.samples = {
            (sample.name.removeprefix("plotlane_scheduler_"), frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
        return self

    def value(self, name: str, **labels: str) -> float:
        return self.samples.get((name, frozenset(labels.items())), 0.0)

    def _get(self) -> str:
        with urlopen(f"http://{self.address}/metrics") as answer:  # our own page on loopback
            text: str = answer.read().decode()
            return text


class Shop:
    """A scheduler with one place, its callers, and its page."""

    def __init__(self, channel: grpc.aio.Channel, page: Page) -> None:
        self.desk = Desk(channel)
        self.client = SchedulerClient(channel)
        self.teller = Teller(channel)
        self.page = page


@pytest.fixture
async def shop(stack: AsyncExitStack, dial: Dial, tmp_path: Path) -> Shop:
    runs = RunsSettings.model_validate({"concurrency": 1, "public_cap": 2})
    settings = SchedulerSettings.model_validate({"data_dir": tmp_path, "drain_s": 0.0, "runs": runs})
    app = build(settings, SystemClock())
    server = await start_server(app, "127.0.0.1", 0)
    stack.push_async_callback(server.shutdown, 0)
    address = await stack.enter_async_context(metrics_page(app.registry, "127.0.0.1", 0))
    assert address is not None
    return Shop(dial(server.address), Page(address))


async def test_what_waits_and_runs_is_shown_by_pool_and_lane(shop: Shop) -> None:
    await shop.desk.submit("ada").state(pb.RUN_STATE_STARTED)
    await shop.desk.submit("bob").state(pb.RUN_STATE_QUEUED)
    await shop.desk.submit("eve", on_conflict=pb.POLICY_WAIT, locks=["session:a"]).state(pb.RUN_STATE_QUEUED)
    page = await shop.page.read()
    assert (page.value("in_flight", **LANE), page.value("waiting", **LANE)) == (1, 2)
    assert (page.value("in_flight", pool="runs", lane="admin"), page.value("open_streams")) == (0, 3)
    assert (page.value("places", pool="runs"), page.value("capacity", pool="runs")) == (1, 60)


async def test_a_stream_that_hangs_up_is_not_counted_any_more(shop: Shop) -> None:
    streams = [shop.desk.submit(user) for user in ("ada", "bob")]
    for stream in streams:
        await stream.next()
    assert (await shop.page.read()).value("open_streams") == 2
    for stream in streams:
        stream.hang_up()
    async with asyncio.timeout(PATIENCE_S):
        while (await shop.page.read()).value("open_streams"):
            pass


async def test_starts_waits_and_ends_are_counted_with_why_and_how(shop: Shop) -> None:
    async with shop.client.run(ADA, kind="plot") as run:
        await run.started()
        run.outcome = Outcome.FAILED
    async with shop.client.run(ADA, kind="plot") as run:
        await run.started()
    page = await shop.page.read()
    assert page.value("starts_total", **LANE) == 2
    assert page.value("queue_wait_seconds_count", **LANE) == 2
    for outcome in (Outcome.FAILED, Outcome.OK):
        assert page.value("ends_total", **LANE, end=EndReason.RELEASED, outcome=outcome) == 1


async def test_refusals_are_counted_by_their_reason(shop: Shop) -> None:
    await shop.desk.hold("session:a").next()
    assert (await shop.desk.hold("session:a").refusal()).reason is Reason.RUN_ACTIVE
    await shop.desk.submit("ada").state(pb.RUN_STATE_STARTED)
    await shop.desk.submit("ada").state(pb.RUN_STATE_QUEUED)
    assert (await shop.desk.submit("ada").refusal()).reason is Reason.RUN_LIMIT
    page = await shop.page.read()
    assert page.value("refusals_total", reason="RUN_ACTIVE") == 1
    assert page.value("refusals_total", reason="RUN_LIMIT") == 1


async def test_the_journals_commits_and_open_reservations_are_shown(shop: Shop) -> None:
    started = await shop.desk.submit("ada").state(pb.RUN_STATE_STARTED)
    await shop.teller.reserve(pb.QUOTA_KIND_TOKENS, 5, lease=started.lease)
    page = await shop.page.read()
    assert page.value("open_reservations") == 1
    assert 0 < page.value("commit_seconds_count") == page.value("commit_decisions_count")
    assert page.value("commit_decisions_sum") >= page.value("commit_decisions_count")


async def test_no_label_names_a_user_a_run_or_a_key(shop: Shop) -> None:
    await shop.desk.submit("ada", run_id="secret-run", locks=["session:secret"]).state(pb.RUN_STATE_STARTED)
    page = await shop.page.read()
    labels = {label for name, pairs in page.samples for label, _ in pairs if not name.startswith("python")}
    assert labels <= {"pool", "lane", "end", "outcome", "reason", "le"}
    values = {value for _, pairs in page.samples for _, value in pairs}
    assert not values & {"ada", "secret-run", "session:secret"}


async def test_a_process_says_where_its_page_is_and_ends_cleanly(tmp_path: Path) -> None:
    ready, ready_fd = os.pipe()
    process = await spawn(ready_fd, tmp_path, METRICS_PORT="0", DRAIN_S="0")
    os.close(ready_fd)
    assert process.stderr is not None
    first = json.loads(await process.stderr.readline())
    assert first["event"] == "metrics"
    page = Page(first["address"])
    assert await asyncio.to_thread(os.read, ready, 100)
    os.close(ready)
    assert (await page.read()).value("process_resident_memory_bytes") > 0
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(60):
        assert await process.wait() == 0
        await process.stderr.read()


async def test_without_a_port_there_is_no_page() -> None:
    async with metrics_page(new_registry(), "127.0.0.1", None) as page:
        assert page is None


async def test_a_port_that_is_taken_is_told_with_the_setting(shop: Shop) -> None:
    port = int(shop.page.address.rpartition(":")[2])
    with pytest.raises(OSError, match="METRICS_PORT"):
        async with metrics_page(new_registry(), "127.0.0.1", port):
            pass
