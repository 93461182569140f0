"""The scheduler over real gRPC: streams, statuses, and what becomes of a caller that goes away."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import Message

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.serve import RunningServer
from tests.integration.scheduler_svc.conftest import Start
from tests_support.dial import Dial

PATIENCE_S = 60.0  # how long a machine that has other work may take; nothing waits for it to pass
_ids = itertools.count(1)
OPERATOR: Final = caller_metadata(Caller("root", Tier.ADMIN))  # whose every lease is


class Stream:
    """One open Submit, Attach, Hold or WatchStatus call."""

    def __init__(self, call: Any) -> None:
        self.call = call

    async def next(self) -> Any:
        async with asyncio.timeout(PATIENCE_S):
            message = await self.call.read()
        assert message is not grpc.aio.EOF, "the stream has ended"
        return getattr(message, "status", message)

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        while not wanted(status := await self.next()):
            pass
        return status

    async def state(self, state: pb.RunState.ValueType) -> pb.QueueStatus:
        status = await self.until(lambda each: each.state == state)
        assert isinstance(status, pb.QueueStatus)
        return status

    async def ends(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            assert await self.call.read() is grpc.aio.EOF

    async def refusal(self) -> PlotlaneError:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await self.next()
        return from_rpc_error(caught.value)

    def hang_up(self) -> None:
        self.call.cancel()


class Desk:
    """Callers at one scheduler."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)

    def submit(self, user: str = "ada", tier: Tier = Tier.PUBLIC, **fields: Any) -> Stream:
        request = pb.SubmitRequest(**{"run_id": f"run-{next(_ids)}", "pool": "runs", "kind": "plot", **fields})
        return Stream(self.stub.Submit(request, metadata=who(user, tier)))

    def attach(self, run_id: str, token: int) -> Stream:
        return Stream(self.stub.Attach(pb.AttachRequest(run_id=run_id, token=token), metadata=OPERATOR))

    def hold(self, *keys: str, user: str = "ada", hold_id: str = "") -> Stream:
        request = pb.HoldRequest(hold_id=hold_id or f"hold-{next(_ids)}", keys=keys, kind="turn")
        return Stream(self.stub.Hold(request, metadata=who(user)))

    def watch(self) -> Stream:
        return Stream(self.stub.WatchStatus(pb.WatchStatusRequest()))

    async def release(self, status: pb.QueueStatus) -> None:
        request = pb.ReleaseRequest(run_id=status.run_id, token=status.token, outcome=pb.RUN_OUTCOME_OK)
        await self.stub.Release(request, metadata=OPERATOR)

    async def cancel(self, user: str = "ada", tier: Tier = Tier.PUBLIC, **target: str) -> int:
        request = pb.CancelRequest(**target)
        return (await self.stub.Cancel(request, metadata=who(user, tier))).cancelled

    async def until_pool(self, wanted: Callable[[pb.PoolStatus], bool]) -> None:
        stream = self.watch()
        await stream.until(lambda status: wanted(status.pools[0]))
        stream.hang_up()


def who(user: str, tier: Tier = Tier.PUBLIC) -> tuple[tuple[str, str], ...]:
    return caller_metadata(Caller(user, tier))


@pytest.fixture
async def desk(start: Start, dial: Dial) -> Desk:
    return Desk(dial((await start()).address))


async def test_a_run_is_accepted_started_and_ended_on_one_stream(desk: Desk) -> None:
    stream = desk.submit(run_id="r1")
    accepted = await stream.next()
    assert (accepted.state, accepted.run_id) == (pb.RUN_STATE_ACCEPTED, "r1")
    assert len(accepted.tag) == 32
    started = await stream.next()
    assert started.state == pb.RUN_STATE_STARTED
    assert (started.lease.id, started.lease.token) == ("r1", accepted.token)
    await desk.release(started)
    assert (await stream.next()).end == pb.END_REASON_RELEASED
    await stream.ends()


async def test_steps_of_one_moment_share_a_message_for_who_asks_for_it(desk: Desk) -> None:
    stream = desk.submit(run_id="r1", share_messages=True)
    first = await message(stream.call)
    assert [each.state for each in (first.status, *first.then)] == [pb.RUN_STATE_ACCEPTED, pb.RUN_STATE_STARTED]
    assert first.status.token == first.then[0].lease.token
    waiting = await message(desk.submit("bob", share_messages=True).call)
    assert (waiting.status.state, waiting.then[0].queued.position) == (pb.RUN_STATE_ACCEPTED, 1)
    await desk.release(first.then[0])
    last = await message(stream.call)
    assert (last.status.end, len(last.then)) == (pb.END_REASON_RELEASED, 0)
    await stream.ends()


async def test_a_waiting_run_hears_its_position_move_up_until_it_starts(desk: Desk) -> None:
    running = await desk.submit("ada").state(pb.RUN_STATE_STARTED)
    second, third = desk.submit("bob"), desk.submit("eve")
    waits = await second.state(pb.RUN_STATE_QUEUED)
    assert (waits.queued.position, waits.queued.waiting) in {(1, 1), (1, 2)}
    await third.until(lambda status: status.queued.position == 2)
    await desk.release(running)
    await second.state(pb.RUN_STATE_STARTED)
    moved = await third.until(lambda status: status.queued.position == 1)
    assert moved.queued.waiting == 1
    assert moved.queued.estimated_wait_s > 0


async def test_a_third_run_of_a_user_is_refused_with_everything_a_client_needs(desk: Desk) -> None:
    for _ in range(2):
        await desk.submit().next()
    stream = desk.submit()
    error = await stream.refusal()
    assert await stream.call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert error.reason is Reason.RUN_LIMIT
    assert error.message.startswith("you already have 2 plots or data runs in progress")
    assert error.metadata == {"cap": "2", "count": "2"}
    assert error.retry_after_s is not None


async def test_the_caller_without_metadata_is_a_public_user(desk: Desk) -> None:
    status = await desk.stub.GetStatus(pb.GetStatusRequest())
    assert (status.tier, status.user_max_runs, status.user_runs) == ("public", 2, 0)
    assert [pool.pool for pool in status.pools] == ["runs", "render"]


async def test_malformed_fields_come_back_one_by_one(desk: Desk) -> None:
    error = await desk.submit(run_id="", locks=["nobody"]).refusal()
    assert error.reason is Reason.INVALID
    assert [violation.field for violation in error.violations] == ["run_id", "locks[0]"]


async def test_the_render_pool_needs_a_lane(desk: Desk) -> None:
    error = await desk.submit(pool="render").refusal()
    assert [violation.field for violation in error.violations] == ["lane"]


async def test_a_busy_session_refuses_and_names_the_kind_of_work(desk: Desk) -> None:
    await desk.hold("session:a").next()
    error = await desk.submit(locks=["session:a"]).refusal()
    assert (error.reason, error.metadata["kind"]) == (Reason.RUN_ACTIVE, "turn")


async def test_a_retry_with_the_same_id_joins_and_both_streams_hear_the_same(desk: Desk) -> None:
    first = desk.submit(run_id="same")
    one = await first.state(pb.RUN_STATE_STARTED)
    second = desk.submit(run_id="same")
    assert (await second.next()).token == one.token
    assert (await second.next()).state == pb.RUN_STATE_STARTED
    assert (await desk.submit("bob", run_id="same").refusal()).reason is Reason.CONFLICT
    await desk.release(one)
    for stream in (first, second):
        await stream.state(pb.RUN_STATE_ENDED)


async def test_a_waiting_caller_that_goes_away_leaves_the_queue_after_the_grace(desk: Desk) -> None:
    await desk.submit("ada").next()
    leaver, stayer = desk.submit("bob"), desk.submit("eve")
    await leaver.state(pb.RUN_STATE_QUEUED)
    await stayer.until(lambda status: status.queued.position == 2)
    leaver.hang_up()
    await stayer.until(lambda status: status.queued.position == 1)


async def test_a_running_caller_that_goes_away_frees_its_place_after_the_grace(desk: Desk) -> None:
    leaver = desk.submit("ada")
    await leaver.state(pb.RUN_STATE_STARTED)
    waiting = desk.submit("bob")
    await waiting.state(pb.RUN_STATE_QUEUED)
    leaver.hang_up()
    await waiting.state(pb.RUN_STATE_STARTED)


async def test_attach_within_the_grace_keeps_place_and_run(start: Start, dial: Dial) -> None:
    desk = Desk(dial((await start(lease_grace_s=60)).address))
    await desk.submit("ada").next()
    stream = desk.submit("bob")
    waits = await stream.state(pb.RUN_STATE_QUEUED)
    stream.hang_up()
    again = desk.attach(waits.run_id, waits.token)
    status = await again.next()
    assert (status.state, status.queued.position, status.tag) == (pb.RUN_STATE_QUEUED, 1, waits.tag)


async def test_attach_after_the_grace_says_that_the_run_was_lost(desk: Desk) -> None:
    stream = desk.submit()
    started = await stream.state(pb.RUN_STATE_STARTED)
    stream.hang_up()
    await desk.until_pool(lambda pool: pool.in_flight == 0)
    assert (await desk.attach(started.run_id, started.token).next()).end == pb.END_REASON_LOST
    assert (await desk.attach(started.run_id, started.token + 1).refusal()).reason is Reason.NOT_FOUND


async def test_an_unchanged_position_is_sent_again_on_the_heartbeat(start: Start, dial: Dial) -> None:
    desk = Desk(dial((await start(position_heartbeat_s=0.05)).address))
    await desk.submit("ada").next()
    waiting = desk.submit("bob")
    await waiting.state(pb.RUN_STATE_QUEUED)
    for _ in range(3):
        status = await waiting.next()
        assert (status.queued.position, status.queued.waiting) == (1, 1)


async def test_an_entry_that_waits_too_long_ends_expired(start: Start, dial: Dial) -> None:
    desk = Desk(dial((await start(runs={"max_wait_s": 0.1, "expected_run_s": 0.01})).address))
    await desk.submit("ada").next()
    waiting = desk.submit("bob")
    assert (await waiting.state(pb.RUN_STATE_ENDED)).end == pb.END_REASON_EXPIRED
    await waiting.ends()


async def test_a_start_waits_for_the_gap_and_then_comes_by_itself(start: Start, dial: Dial) -> None:
    desk = Desk(dial((await start(runs={"concurrency": 5, "starts_per_minute": 600})).address))
    await desk.submit("ada").state(pb.RUN_STATE_STARTED)
    second = desk.submit("bob")
    await second.state(pb.RUN_STATE_QUEUED)
    await second.state(pb.RUN_STATE_STARTED)


async def test_stop_works_while_queued_and_while_running_and_the_session_is_free_on_return(desk: Desk) -> None:
    running = desk.submit(locks=["session:a"])
    await running.state(pb.RUN_STATE_STARTED)
    waiting = desk.submit(locks=["session:b"])
    await waiting.state(pb.RUN_STATE_QUEUED)
    for session, stream in (("b", waiting), ("a", running)):
        assert await desk.cancel(session_id=session) == 1
        assert (await stream.state(pb.RUN_STATE_ENDED)).end == pb.END_REASON_CANCELLED
        await desk.hold(f"session:{session}").next()


async def test_cancelling_a_session_ends_its_hold_and_the_run_under_it(desk: Desk) -> None:
    hold = desk.hold("session:a", hold_id="h1")
    await hold.next()
    run = desk.submit(hold_id="h1")
    await run.state(pb.RUN_STATE_STARTED)
    assert await desk.cancel("bob", session_id="a") == 0
    assert await desk.cancel("root", Tier.ADMIN, session_id="a") == 2
    assert (await run.state(pb.RUN_STATE_ENDED)).end == pb.END_REASON_CANCELLED
    await hold.ends()


async def test_a_hold_that_is_released_is_free_at_once(desk: Desk) -> None:
    hold = desk.hold("session:a")
    lease = (await hold.next()).lease
    await desk.stub.Release(pb.ReleaseRequest(run_id=lease.id, token=lease.token), metadata=who("ada"))
    await hold.ends()
    await desk.hold("session:a").next()


async def test_a_hold_whose_caller_goes_away_is_free_after_the_grace(desk: Desk) -> None:
    hold = desk.hold("session:a")
    await hold.next()
    hold.hang_up()
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await desk.hold("session:a").next()
            except grpc.aio.AioRpcError as error:
                refusal = from_rpc_error(error)
            else:
                break
    assert refusal.reason is Reason.RUN_ACTIVE


async def test_watch_status_follows_what_happens(desk: Desk) -> None:
    watch = desk.watch()
    first = await watch.next()
    assert first.pools[0].in_flight == 0
    stream = desk.submit()
    await watch.until(lambda status: status.pools[0].in_flight == 1)
    stream.hang_up()
    await watch.until(lambda status: status.pools[0].in_flight == 0)


async def test_a_drain_tells_the_waiting_lets_the_running_end_and_then_stops(start: Start, dial: Dial) -> None:
    server: RunningServer = await start(drain_s=30.0)
    desk = Desk(dial(server.address))
    running = desk.submit("ada")
    started = await running.state(pb.RUN_STATE_STARTED)
    waiting = desk.submit("bob")
    await waiting.state(pb.RUN_STATE_QUEUED)
    closing = asyncio.create_task(server.shutdown(0))
    assert (await waiting.state(pb.RUN_STATE_ENDED)).end == pb.END_REASON_DRAINED
    assert (await desk.submit("eve").refusal()).reason is Reason.DRAINING
    await desk.release(started)
    assert (await running.state(pb.RUN_STATE_ENDED)).end == pb.END_REASON_RELEASED
    async with asyncio.timeout(PATIENCE_S):
        await closing


async def message(call: Any) -> Any:
    """The next message of a stream, whatever it is."""
    async with asyncio.timeout(PATIENCE_S):
        return await call.read()


async def test_a_group_waits_for_its_locks_and_keeps_them_until_it_is_finished(desk: Desk) -> None:
    member = pb.SubmitRequest(run_id="m1", pool="runs", locks=["session:a"], kind="plot")
    call = desk.stub.OpenGroup(pb.OpenGroupRequest(group_id="g", members=[member], post_phase=True))
    group = (await message(call)).lease
    while (status := (await message(call)).status).state != pb.RUN_STATE_STARTED:
        pass
    await desk.stub.Release(pb.ReleaseRequest(run_id="m1", token=status.token))
    waiting = desk.stub.Hold(pb.HoldRequest(hold_id="h1", keys=["session:a"], on_conflict=pb.POLICY_WAIT))
    await desk.stub.FinishGroup(pb.FinishGroupRequest(group_id="g", token=group.token))
    async with asyncio.timeout(PATIENCE_S):
        assert (await message(waiting)).lease.id == "h1"
        assert (await message(call)).status.end == pb.END_REASON_RELEASED


async def test_a_tag_names_the_run_in_flight_that_carries_it_and_nothing_else(desk: Desk) -> None:
    request = pb.SubmitRequest(run_id="r1", pool="runs", locks=["session:a"], tag="0" * 32, context=b"signal 7")
    call = desk.stub.Submit(request)
    while (await message(call)).status.state != pb.RUN_STATE_STARTED:
        pass
    found = await desk.stub.ResolveRunTag(pb.ResolveRunTagRequest(tag="0" * 32))
    assert (found.run_id, found.session_id, found.context) == ("r1", "a", b"signal 7")
    missing = desk.stub.ResolveRunTag(pb.ResolveRunTagRequest(tag="1" * 32))
    assert await missing.code() is grpc.StatusCode.NOT_FOUND


async def test_slots_of_renderers_add_up_and_go_with_their_stream(desk: Desk) -> None:
    calls = []
    for number in (1, 2):
        call = desk.stub.RegisterSlots()
        await call.write(pb.RegisterSlotsRequest(address=f"renderer-{number}:7000", slots=number))
        assert (await message(call)).leased == 0
        calls.append(call)
    assert places(await desk.stub.GetStatus(pb.GetStatusRequest())) == 3
    calls[1].cancel()
    async with asyncio.timeout(PATIENCE_S):
        async for each in desk.stub.WatchStatus(pb.WatchStatusRequest()):
            if places(each.status) == 1:
                break
    calls[0].cancel()


async def test_when_the_latest_stream_of_a_renderer_ends_its_older_one_counts_again(desk: Desk) -> None:
    calls = []
    for slots in (2, 1):
        call = desk.stub.RegisterSlots()
        await call.write(pb.RegisterSlotsRequest(address="renderer-1:7000", slots=slots))
        await message(call)
        calls.append(call)
    assert places(await desk.stub.GetStatus(pb.GetStatusRequest())) == 1
    calls[1].cancel()
    assert (await message(calls[0])).leased == 0
    assert places(await desk.stub.GetStatus(pb.GetStatusRequest())) == 2
    calls[0].cancel()


async def test_a_run_is_released_and_listened_to_by_its_own_user_alone(desk: Desk) -> None:
    started = await desk.submit().state(pb.RUN_STATE_STARTED)
    release = pb.ReleaseRequest(run_id=started.run_id, token=started.token)
    attach = pb.AttachRequest(run_id=started.run_id, token=started.token)
    for eves in (
        desk.stub.Release(release, metadata=who("eve")),
        desk.stub.Attach(attach, metadata=who("eve")).read(),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await eves
        assert refused.value.code() is grpc.StatusCode.NOT_FOUND
    await desk.stub.Release(release, metadata=who("ada"))


async def test_a_renderer_is_told_which_of_its_slots_are_leased_to_which_token_and_when_that_ends(desk: Desk) -> None:
    offering = desk.stub.RegisterSlots()
    await offering.write(pb.RegisterSlotsRequest(address="renderer-1:7000", slots=2))
    assert list((await message(offering)).leases) == []
    call = desk.stub.Submit(pb.SubmitRequest(run_id="r1", pool="render", lane="data", kind="data"))
    while (status := (await message(call)).status).state != pb.RUN_STATE_STARTED:
        pass
    lease = status.lease
    told = await message(offering)
    assert (told.leased, [(each.id, each.token) for each in told.leases]) == (1, [("r1", lease.token)])
    await desk.stub.Release(pb.ReleaseRequest(run_id="r1", token=lease.token))
    assert list((await message(offering)).leases) == []
    offering.cancel()


def places(status: pb.GetStatusResponse) -> int:
    return next(pool.concurrency for pool in status.pools if pool.pool == "render")


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ("ListRuns", pb.ListRunsRequest()),
        ("Pause", pb.PauseRequest(pool="runs", paused=True)),
        ("Unlock", pb.UnlockRequest(key="session:a")),
    ],
)
async def test_what_operators_do_does_not_exist_for_others(desk: Desk, method: str, request_: Message) -> None:
    assert await getattr(desk.stub, method)(request_).code() is grpc.StatusCode.NOT_FOUND


async def test_listing_a_pool_that_does_not_exist_is_invalid_and_names_those_that_do(desk: Desk) -> None:
    admin = caller_metadata(Caller("root", Tier.ADMIN))
    call = desk.stub.ListRuns(pb.ListRunsRequest(pool="runners"), metadata=admin)
    assert await call.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "choose one of runs, render" in await call.details()


async def test_an_operator_lists_pauses_and_unlocks(desk: Desk) -> None:
    admin = caller_metadata(Caller("root", Tier.ADMIN))
    await desk.stub.Pause(pb.PauseRequest(pool="runs", paused=True), metadata=admin)
    call = desk.stub.Submit(pb.SubmitRequest(run_id="r1", pool="runs", locks=["session:a"], kind="plot"))
    while (await message(call)).status.state != pb.RUN_STATE_QUEUED:
        pass
    listed = await desk.stub.ListRuns(pb.ListRunsRequest(), metadata=admin)
    assert [(each.id, each.state, each.position, each.kind) for each in listed.runs] == [
        ("r1", pb.RUN_STATE_QUEUED, 1, "plot")
    ]
    assert (await desk.stub.Unlock(pb.UnlockRequest(key="session:a"), metadata=admin)).ended == 1
    async with asyncio.timeout(PATIENCE_S):
        assert (await message(call)).status.end == pb.END_REASON_CANCELLED
