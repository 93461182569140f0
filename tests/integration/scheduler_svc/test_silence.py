"""Peers that are gone without a word, as when a machine loses its power: their silence is noticed and acted upon."""

from __future__ import annotations

import asyncio

import pytest

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.channel import CHANNEL_OPTIONS, keep_alive
from scheduler_svc.client import LeaseEndedError, SchedulerClient
from scheduler_svc.core.run import EndReason
from tests.integration.scheduler_svc.conftest import Start, Wire
from tests_support.dial import Dial

ADA = Caller("ada", Tier.PUBLIC)
BOB = Caller("bob", Tier.PUBLIC)
# Sooner than they are; long enough for a peer that lives to answer on a machine that has other work.
HASTY = dict(keep_alive(ask_after_s=0.1, answer_within_s=1.5))
SOON = {name: HASTY.get(name, value) for name, value in CHANNEL_OPTIONS}

pytestmark = pytest.mark.usefixtures("patience")


async def test_a_client_that_fell_silent_loses_its_place_like_one_that_hung_up(
    start: Start, dial: Dial, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plotlane_kit.serve.CHANNEL_OPTIONS", tuple(SOON.items()))
    wire.target = (await start()).address
    gone, waits = SchedulerClient(dial(wire.address)), SchedulerClient(dial(wire.target))
    with pytest.raises(LeaseEndedError) as ended:
        async with gone.run(ADA, kind="plot") as run:
            await run.started()
            wire.go_silent()
            async with waits.run(BOB, kind="plot") as after:
                await after.started()
            wire.cut()
            await asyncio.Event().wait()
    assert ended.value.end is EndReason.LOST


async def test_a_client_takes_its_run_up_again_when_the_connection_fell_silent(
    start: Start, dial: Dial, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("channel", "serve"):  # who is asked more often than it would ask itself breaks the connection
        monkeypatch.setattr(f"plotlane_kit.{module}.CHANNEL_OPTIONS", tuple(SOON.items()))
    wire.target = (await start(lease_grace_s=60)).address
    client = SchedulerClient(dial(wire.address))
    with pytest.raises(LeaseEndedError) as ended:
        async with client.run(ADA, kind="plot") as run:
            await run.started()
            wire.go_silent()
            # What is said now is only heard on a stream that was opened anew.
            await SchedulerClient(dial(wire.target)).cancel_run(ADA, run.id)
            await asyncio.Event().wait()
    assert ended.value.end is EndReason.CANCELLED
