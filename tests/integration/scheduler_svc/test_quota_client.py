"""The quota client: a call that does not get through is repeated, counts once, and is given up in time."""

from __future__ import annotations

import asyncio

import pytest

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError, Reason, UpstreamError
from scheduler_svc.client import QuotaClient
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.quota_settings import QuotaSettings
from tests.integration.scheduler_svc.conftest import Start, Wire
from tests_support.dial import Dial

ADA = Caller("ada", Tier.PUBLIC)
NOBODY = "127.0.0.1:9"


async def test_a_scheduler_that_comes_back_in_time_is_asked_again(start: Start, dial: Dial, wire: Wire) -> None:
    running = await start(quotas=QuotaSettings(pastes_per_minute=2))
    tried = asyncio.Event()

    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()
        tried.set()

    deaf = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    wire.target = f"127.0.0.1:{deaf.sockets[0].getsockname()[1]}"
    client = QuotaClient(dial(wire.address), patience_s=20)
    asked = asyncio.create_task(client.reserve(ADA, QuotaKind.PASTES, 1, "first"))
    async with asyncio.timeout(60):
        await tried.wait()
        wire.target = running.address
        await asked
    deaf.close()
    await client.reserve(ADA, QuotaKind.PASTES, 1, "first")
    await client.reserve(ADA, QuotaKind.PASTES, 1, "second")
    with pytest.raises(PlotlaneError) as refused:
        await client.reserve(ADA, QuotaKind.PASTES, 1, "third")
    assert refused.value.reason is Reason.RATE_LIMITED
    await client.settle(ADA, "second", 0)
    await client.reserve(ADA, QuotaKind.PASTES, 1, "third")


async def test_a_scheduler_that_stays_away_is_upstream(dial: Dial) -> None:
    with pytest.raises(UpstreamError):
        await QuotaClient(dial(NOBODY), patience_s=0).reserve(ADA, QuotaKind.PASTES, 1, "first")
