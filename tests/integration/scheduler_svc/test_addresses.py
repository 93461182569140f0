"""Network addresses over real gRPC: the key in the metadata of a call is all that an anonymous user's address takes."""

from __future__ import annotations

import uuid

import grpc
import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.grpc_errors import from_rpc_error
from scheduler_svc.client import Member, SchedulerClient
from scheduler_svc.quota_settings import QuotaSettings
from tests.integration.scheduler_svc.conftest import Start
from tests_support.dial import Dial

QUOTAS = QuotaSettings.model_validate({"address": {"sessions": 1, "runs_per_day": 2}})


def anonymous(name: str, address: str = "here") -> Caller:
    return Caller(name, Tier.PUBLIC, address)


async def keep_a_session(channel: grpc.aio.Channel, caller: Caller) -> None:
    request = pb.ReserveRequest(reservation_id=str(uuid.uuid4()), kind=pb.QUOTA_KIND_SESSIONS, amount=1)
    try:
        await scheduler_pb2_grpc.QuotaServiceStub(channel).Reserve(request, metadata=caller_metadata(caller))
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error


async def test_users_at_one_address_share_places_and_others_do_not(start: Start, dial: Dial) -> None:
    server = await start(runs={"address_cap": 1, "concurrency": 5})
    client = SchedulerClient(dial(server.address))
    async with client.run(anonymous("a"), kind="plot"):
        with pytest.raises(PlotlaneError) as refused:
            await client.run(anonymous("b"), kind="plot").__aenter__()
        assert (refused.value.reason, refused.value.metadata["scope"]) == (Reason.RUN_LIMIT, "address")
        async with client.run(anonymous("b", "there"), kind="plot") as elsewhere:
            await elsewhere.started()
    async with client.run(anonymous("b"), kind="plot") as later:
        await later.started()


async def test_a_group_counts_whole_for_the_address_of_its_caller(start: Start, dial: Dial) -> None:
    client = SchedulerClient(dial((await start(quotas=QUOTAS)).address))
    with pytest.raises(PlotlaneError) as refused:
        await client.group(anonymous("a"), [Member("plot") for _ in range(3)]).__aenter__()
    assert (refused.value.reason, refused.value.metadata["scope"]) == (Reason.BUDGET, "address")
    async with client.group(anonymous("a"), [Member("plot") for _ in range(2)]):
        pass


async def test_users_at_one_address_share_what_is_kept(start: Start, dial: Dial) -> None:
    channel = dial((await start(quotas=QUOTAS)).address)
    await keep_a_session(channel, anonymous("a"))
    with pytest.raises(PlotlaneError) as refused:
        await keep_a_session(channel, anonymous("b"))
    assert (refused.value.reason, refused.value.metadata["scope"]) == (Reason.RUN_LIMIT, "address")
    await keep_a_session(channel, Caller("b", Tier.PUBLIC))
