"""Quotas at the agent: what users do and keep is counted at the scheduler, and refused before anything is done."""

from __future__ import annotations

import grpc
import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Tier, caller_metadata
from plotlane_kit.channel import open_channel
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.settings import Profile
from tests.integration.agent_svc.agent_house import CSV, AgentHouse, Guest, kinds

MIB = 1024 * 1024


async def open_house(house: AgentHouse, **quotas: object) -> AgentHouse:
    """The house in profile server, with these quotas instead of the usual ones."""
    await house.start_scheduler(profile=Profile.SERVER, runs={"starts_per_minute": None}, quotas=quotas)
    await house.start_agent()
    return house


async def usage(house: AgentHouse, guest: Guest) -> dict[str, int]:
    """What the scheduler says that a guest has used."""
    channel: grpc.aio.Channel = open_channel(house.scheduler_address)
    house.channels.append(channel)
    stub = scheduler_pb2_grpc.QuotaServiceStub(channel)
    answer = await stub.GetUsage(pb.GetUsageRequest(), metadata=caller_metadata(guest.caller))
    return {pb.QuotaKind.Name(each.kind).removeprefix("QUOTA_KIND_").lower(): each.used for each in answer.usage}


async def test_messages_of_a_minute_are_counted_and_refused_before_a_turn_begins(empty_house: AgentHouse) -> None:
    anna = (await open_house(empty_house, messages_per_minute=2)).guest()
    session_id = await anna.session()
    for _ in range(2):
        await anna.say(session_id, "log scale")
    with pytest.raises(PlotlaneError) as refused:
        await anna.say(session_id, "log scale")
    assert refused.value.reason is Reason.RATE_LIMITED
    assert "2 messages a minute" in refused.value.message
    assert refused.value.retry_after_s is not None
    with pytest.raises(PlotlaneError) as refused:
        await anna.plot(session_id)
    assert refused.value.reason is Reason.RATE_LIMITED


async def test_pastes_of_a_minute_bind_admins_too(empty_house: AgentHouse) -> None:
    root = (await open_house(empty_house, pastes_per_minute=2)).guest("root", Tier.ADMIN)
    session_id = await root.session()
    await root.call("SetDataset", session_id=session_id, text=CSV)
    refused = await root.refusal("SetDataset", session_id=session_id, text=CSV)
    assert refused.reason is Reason.RATE_LIMITED
    assert (await root.whole(session_id)).dataset.rows == 4


async def test_a_paste_that_cannot_be_read_counts_and_one_that_was_not_tried_does_not(empty_house: AgentHouse) -> None:
    house = await open_house(empty_house)
    anna = house.guest()
    session_id = (await anna.call("CreateSession", chart_id="scatter")).session_id
    await anna.refusal("SetDataset", session_id=session_id, text="")
    assert (await usage(house, anna))["pastes"] == 1
    metadata = caller_metadata(anna.caller)
    channel = open_channel(house.scheduler_address)
    house.channels.append(channel)
    hold = scheduler_pb2_grpc.SchedulerServiceStub(channel).Hold(
        pb.HoldRequest(hold_id="elsewhere", keys=[f"session:{session_id}"], kind="turn"), metadata=metadata
    )
    assert isinstance(await hold.read(), pb.HoldResponse)
    assert (await anna.refusal("SetDataset", session_id=session_id, text=CSV)).reason is Reason.RUN_ACTIVE
    assert (await usage(house, anna))["pastes"] == 1
    hold.cancel()


async def test_sessions_are_counted_until_they_are_deleted(empty_house: AgentHouse) -> None:
    house = await open_house(empty_house, sessions=2)
    anna = house.guest()
    first, _ = await anna.session(), await anna.session()
    refused = await anna.refusal("CreateSession", chart_id="scatter")
    assert refused.reason is Reason.RUN_LIMIT
    assert "you already have 2 sessions" in refused.message
    await anna.call("DeleteSession", session_id=first)
    assert await anna.session()
    assert (await usage(house, anna))["sessions"] == 2


async def test_stored_bytes_are_what_is_stored_and_are_given_back(empty_house: AgentHouse) -> None:
    house = await open_house(empty_house)
    anna = house.guest()
    session_id = await anna.session()
    assert (await usage(house, anna))["stored_bytes"] == len(CSV)
    await anna.plot(session_id)
    names = ("plot-light.png", "plot.py", "data.csv")
    kept = sum([len(await anna.file(session_id, name)) for name in names])
    assert (await usage(house, anna))["stored_bytes"] == len(CSV) + kept
    await anna.call("RenderTheme", session_id=session_id, version=1, theme=2)
    dark = len(await anna.file(session_id, "plot-dark.png"))
    assert (await usage(house, anna))["stored_bytes"] == len(CSV) + kept + dark
    await anna.call("DeleteSession", session_id=session_id)
    assert (await usage(house, anna))["stored_bytes"] == 0


async def test_what_has_no_room_is_not_begun(empty_house: AgentHouse) -> None:
    house = await open_house(empty_house, stored_bytes=len(CSV) + MIB)
    anna = house.guest()
    session_id = await anna.session()
    events = await anna.plot(session_id)
    assert kinds(events)[-2:] == ["error", "done"]
    assert events[-2].error.code == "run_limit"
    assert "delete sessions" in events[-2].error.text
    assert await usage(house, anna) | {"runs": 0, "stored_bytes": len(CSV)} == await usage(house, anna)


async def test_a_plot_is_a_run_of_the_day(empty_house: AgentHouse) -> None:
    house = await open_house(empty_house, runs_per_day=1)
    anna = house.guest()
    session_id = await anna.session()
    assert (await anna.plot(session_id))[-1].done.outcome == "ok"
    events = await anna.plot(session_id)
    assert events[-2].WhichOneof("event") == "refusal"
    assert events[-2].refusal.code == "budget"
    assert "00:00 UTC" in events[-2].refusal.text


async def test_the_local_profile_counts_and_refuses_nothing(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    for _ in range(12):
        await anna.call("SetDataset", session_id=session_id, text=CSV)
        await anna.say(session_id, "log scale y")
    assert await usage(house, anna) == {}
