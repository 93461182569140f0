"""The client: a place is never leaked, a broken stream is taken up again, and a lost lease interrupts the work."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import grpc
import pytest
from structlog.testing import capture_logs

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.errors import PlotlaneError, Reason, UpstreamError
from scheduler_svc.client import LeaseEndedError, Member, Patience, Policy, SchedulerClient
from scheduler_svc.core.run import Block, BlockReason, EndReason, Outcome
from tests.integration.scheduler_svc.conftest import Start, Wire
from tests_support.dial import Dial

ADA = Caller("ada", Tier.PUBLIC)
BOB = Caller("bob", Tier.PUBLIC)
NO_GRACE_HELPS = 600.0  # long enough that only a proper release can free a place within a test


pytestmark = pytest.mark.usefixtures("patience")


@pytest.fixture
async def channel(start: Start, dial: Dial) -> grpc.aio.Channel:
    return dial((await start(lease_grace_s=NO_GRACE_HELPS)).address)


@pytest.fixture
def client(channel: grpc.aio.Channel) -> SchedulerClient:
    return SchedulerClient(channel)


async def pool(channel: grpc.aio.Channel) -> pb.PoolStatus:
    status = await scheduler_pb2_grpc.SchedulerServiceStub(channel).GetStatus(pb.GetStatusRequest())
    return status.pools[0]


async def holds_that_wait(channel: grpc.aio.Channel) -> int:
    stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
    listed = await stub.ListRuns(pb.ListRunsRequest(), metadata=caller_metadata(Caller("root", Tier.ADMIN)))
    return sum(each.state == pb.RUN_STATE_BLOCKED for each in listed.runs)


async def test_a_run_waits_starts_and_is_released(client: SchedulerClient, channel: grpc.aio.Channel) -> None:
    release = asyncio.Event()
    places: list[int] = []

    async def second() -> None:
        async with client.run(BOB, kind="plot") as run:
            async for place in run.places():
                places.append(place.position)
                release.set()
            assert run.proof.token > 0
            assert len(run.tag) == 32

    async with client.run(ADA, kind="plot") as run:
        await run.started()
        waiter = asyncio.create_task(second())
        await release.wait()
    await waiter
    assert set(places) == {1}
    assert (await pool(channel)).in_flight == 0


async def test_a_refusal_is_raised_on_entering(client: SchedulerClient) -> None:
    async with client.hold(ADA, ["session:a"], kind="paste"):
        with pytest.raises(PlotlaneError) as caught:
            async with client.run(ADA, kind="plot", locks=["session:a"]):
                pytest.fail("a refused run was entered")
    assert caught.value.reason is Reason.RUN_ACTIVE
    assert caught.value.metadata["kind"] == "paste"


async def test_a_run_under_a_hold_and_the_next_hold_of_the_session(client: SchedulerClient) -> None:
    for _ in range(3):
        async with (
            client.hold(ADA, ["session:a"], kind="turn") as hold,
            client.run(ADA, kind="plot", hold_id=hold.id) as run,
        ):
            await run.started()


@pytest.mark.parametrize(
    ("error", "said", "outcome"),
    [
        (None, None, "ok"),
        (None, Outcome.FAILED, "failed"),
        (ValueError, None, "error"),
        (ValueError, Outcome.FAILED, "failed"),
        (asyncio.CancelledError, None, "cancelled"),
    ],
)
async def test_the_outcome_is_what_the_body_says_or_how_it_ended(
    client: SchedulerClient, error: type[BaseException] | None, said: Outcome | None, outcome: str
) -> None:
    async def work() -> None:
        async with client.run(ADA, kind="plot") as run:
            await run.started()
            run.outcome = said
            if error is not None:
                raise error

    with capture_logs() as lines:
        await asyncio.gather(work(), return_exceptions=True)
    assert [line["outcome"] for line in lines if line["event"] == "run"] == [outcome]


async def test_what_an_owner_that_died_has_left_is_ended_by_its_names_and_costs_its_user_nothing(
    client: SchedulerClient, channel: grpc.aio.Channel
) -> None:
    async def work() -> None:
        with pytest.raises(LeaseEndedError):
            async with (
                client.hold(ADA, ["session:a"], kind="turn") as hold,
                client.run(ADA, kind="plot", hold_id=hold.id) as run,
            ):
                await run.started()
                leases.set_result([(run.id, run.token), (hold.id, hold.token)])
                await asyncio.Event().wait()

    leases: asyncio.Future[list[tuple[str, int]]] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(work())
    with capture_logs() as lines:
        for lease_id, token in await leases:
            await client.end(BOB, lease_id, token)  # not his: nothing happens
            for _ in range(2):
                await client.end(ADA, lease_id, token)
        await task
    assert [line["outcome"] for line in lines if line["event"] == "run"] == ["error"]
    async with client.hold(ADA, ["session:a"], kind="turn"):
        pass


async def test_a_task_that_is_cancelled_in_the_queue_leaves_it_at_once(
    client: SchedulerClient, channel: grpc.aio.Channel
) -> None:
    waits = asyncio.Event()

    async def wait_for_ever() -> None:
        async with client.run(BOB, kind="plot") as run:
            async for _ in run.places():
                waits.set()

    async with client.run(ADA, kind="plot") as run:
        await run.started()
        waiter = asyncio.create_task(wait_for_ever())
        await waits.wait()
        waiter.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiter
        assert (await pool(channel)).waiting == 0


async def test_a_task_that_is_cancelled_while_it_asks_leaves_nothing_behind(
    client: SchedulerClient, channel: grpc.aio.Channel
) -> None:
    async def ask() -> None:
        async with client.run(ADA, kind="plot"):
            pytest.fail("entered although cancelled")

    asking = asyncio.create_task(ask())
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await pool(channel)).in_flight == 0


async def test_work_under_a_cancelled_run_is_interrupted(client: SchedulerClient) -> None:
    interrupted = False
    with pytest.raises(LeaseEndedError) as caught:
        async with client.run(ADA, kind="plot", locks=["session:a"]) as run:
            await run.started()
            stop = asyncio.create_task(client.cancel_session(ADA, "a"))
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                interrupted = True
                raise
    assert interrupted
    assert await stop == 1
    assert caught.value.end is EndReason.CANCELLED
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_work_under_a_cancelled_hold_is_interrupted(client: SchedulerClient) -> None:
    with pytest.raises(LeaseEndedError):
        async with client.hold(ADA, ["session:a"], kind="turn"):
            stop = asyncio.create_task(client.cancel_session(ADA, "a"))
            await asyncio.Event().wait()
    assert await stop == 1


async def test_a_run_can_be_cancelled_by_its_id(client: SchedulerClient) -> None:
    with pytest.raises(LeaseEndedError):
        async with client.run(ADA, kind="plot") as run:
            stop = asyncio.create_task(client.cancel_run(ADA, run.id))
            await asyncio.Event().wait()
    assert await stop == 1
    assert await client.cancel_run(ADA, run.id) == 0


async def test_an_entry_that_expires_says_so(start: Start, dial: Dial) -> None:
    client = SchedulerClient(dial((await start(runs={"max_wait_s": 0.1, "expected_run_s": 0.01})).address))
    async with client.run(ADA, kind="plot") as first:
        await first.started()
        with pytest.raises(LeaseEndedError) as caught:
            async with client.run(BOB, kind="plot") as run:
                await run.started()
    assert caught.value.end is EndReason.EXPIRED


async def test_a_timeout_of_the_callers_own_stays_a_timeout(client: SchedulerClient, channel: grpc.aio.Channel) -> None:
    async with client.run(ADA, kind="plot") as first:
        await first.started()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05), client.run(BOB, kind="plot") as run:
                await run.started()
        assert (await pool(channel)).waiting == 0


async def test_the_place_is_not_there_before_the_start(client: SchedulerClient) -> None:
    async with client.run(ADA, kind="plot") as first:
        await first.started()
        async with client.run(BOB, kind="plot") as run:
            with pytest.raises(RuntimeError, match="has not started"):
                _ = run.proof


async def test_a_broken_connection_costs_a_waiting_run_nothing(start: Start, dial: Dial, wire: Wire) -> None:
    wire.target = (await start(lease_grace_s=30)).address
    direct, through_the_wire = SchedulerClient(dial(wire.target)), SchedulerClient(dial(wire.address))
    async with AsyncExitStack() as before:
        first = await before.enter_async_context(direct.run(ADA, kind="plot"))
        await first.started()
        async with through_the_wire.run(BOB, kind="plot") as run:
            places = run.places()
            assert (await anext(places)).position == 1
            wire.cut()
            assert (await anext(places)).position == 1
            await before.aclose()
            assert (await run.started()).lease_id == run.id


async def test_a_broken_connection_costs_work_in_flight_and_a_hold_nothing(
    start: Start, dial: Dial, wire: Wire
) -> None:
    wire.target = (await start(lease_grace_s=30)).address
    channel = dial(wire.target)
    client = SchedulerClient(dial(wire.address))
    async with client.hold(ADA, ["session:a"], kind="turn") as hold:
        async with client.run(ADA, kind="plot", hold_id=hold.id) as run:
            await run.started()
            wire.cut()
            await wire.carried.wait()
            assert (await pool(channel)).in_flight == 1
        assert (await pool(channel)).in_flight == 0


async def test_a_scheduler_that_has_forgotten_the_run_interrupts_the_work(start: Start, dial: Dial, wire: Wire) -> None:
    wire.target = (await start()).address
    client = SchedulerClient(dial(wire.address))
    with pytest.raises(LeaseEndedError) as caught:
        async with client.run(ADA, kind="plot") as run:
            await run.started()
            wire.target = (await start()).address
            wire.cut()
            await asyncio.Event().wait()
    assert caught.value.end is EndReason.LOST


async def test_a_scheduler_that_has_forgotten_the_hold_interrupts_the_work(
    start: Start, dial: Dial, wire: Wire
) -> None:
    wire.target = (await start()).address
    client = SchedulerClient(dial(wire.address))
    with pytest.raises(LeaseEndedError) as caught:
        async with client.hold(ADA, ["session:a"], kind="turn"):
            wire.target = (await start()).address
            wire.cut()
            await asyncio.Event().wait()
    assert caught.value.end is EndReason.LOST


async def test_a_scheduler_that_has_forgotten_the_group_interrupts_the_work_and_keeps_no_new_one(
    start: Start, dial: Dial, wire: Wire
) -> None:
    wire.target = (await start()).address
    client = SchedulerClient(dial(wire.address))
    with pytest.raises(LeaseEndedError) as caught:
        async with client.group(ADA, [Member("plot"), Member("plot")], post_phase=True):
            wire.target = (await start()).address
            wire.cut()
            await asyncio.Event().wait()
    assert caught.value.end is EndReason.LOST
    after = await pool(dial(wire.target))
    assert (after.in_flight, after.waiting) == (0, 0)


async def test_a_scheduler_that_is_down_is_an_upstream_error(wire: Wire, dial: Dial) -> None:
    wire.target = "127.0.0.1:1"
    client = SchedulerClient(dial(wire.address), Patience(first_s=0.2))
    with pytest.raises(UpstreamError):
        async with client.run(ADA, kind="plot"):
            pytest.fail("entered without a scheduler")
    with pytest.raises(UpstreamError):
        await client.cancel_session(ADA, "a")


@pytest.mark.parametrize("is_under_hold", [True, False])
async def test_a_run_amid_work_waits_for_a_scheduler_that_restarts(
    start: Start, dial: Dial, wire: Wire, *, is_under_hold: bool
) -> None:
    server = await start(lease_grace_s=60)
    wire.target = server.address
    client = SchedulerClient(dial(wire.address), Patience(first_s=0.05))

    async def work(hold_id: str) -> None:
        part = (
            client.run(ADA, kind="plot", hold_id=hold_id)
            if is_under_hold
            else client.run(ADA, kind="plot", amid_work=True)
        )
        async with part as run:
            await run.started()

    async with client.hold(ADA, ["session:a"], kind="turn") as hold:
        wire.target = "127.0.0.1:1"
        wire.cut()
        await wire.refused.wait()
        working = asyncio.create_task(work(hold.id))
        wire.refused.clear()
        await wire.refused.wait()
        wire.target = server.address
        await working


async def test_a_scheduler_that_stays_away_interrupts_the_work(start: Start, dial: Dial, wire: Wire) -> None:
    wire.target = (await start()).address
    client = SchedulerClient(dial(wire.address), Patience(again_s=0.2))
    with pytest.raises(UpstreamError):
        async with client.run(ADA, kind="plot") as run:
            await run.started()
            wire.target = "127.0.0.1:1"
            wire.cut()
            await asyncio.Event().wait()


async def test_a_drain_ends_what_waits(start: Start, dial: Dial) -> None:
    server = await start(drain_s=30)
    client = SchedulerClient(dial(server.address))
    waits = asyncio.Event()

    async def wait() -> None:
        async with client.run(BOB, kind="plot") as run:
            async for _ in run.places():
                waits.set()

    async with client.run(ADA, kind="plot") as first:
        await first.started()
        waiter = asyncio.create_task(wait())
        await waits.wait()
        closing = asyncio.create_task(server.shutdown(0))
        with pytest.raises(LeaseEndedError) as caught:
            await waiter
    assert caught.value.end is EndReason.DRAINED
    await closing


async def test_a_group_runs_its_members_one_after_the_other_and_ends_with_the_last(client: SchedulerClient) -> None:
    members = [Member("plot", locks=(f"session:{name}",)) for name in ("a", "b", "c")]
    ended: list[str] = []
    async with client.group(ADA, members) as group:
        async for news in group.news():
            if news.proof is not None:
                await group.release(news.run_id, Outcome.OK)
            elif news.end is not None:
                assert news.end is EndReason.RELEASED
                ended.append(news.run_id)
    assert ended == [member.run_id for member in members]


async def test_a_group_that_is_left_takes_its_members_along(client: SchedulerClient, channel: grpc.aio.Channel) -> None:
    async with client.group(ADA, [Member("plot"), Member("plot", locks=("resource:x",))], post_phase=True):
        assert (await pool(channel)).in_flight == 1
    assert (await pool(channel)).in_flight == 0
    async with client.hold(BOB, ["resource:x"], kind="turn"):
        pass


async def test_a_run_that_waits_for_a_lock_says_what_has_it_and_starts_when_it_is_free(client: SchedulerClient) -> None:
    async with client.hold(ADA, ["session:a"], kind="paste"):
        run = client.run(BOB, kind="plot", locks=["session:a"], on_conflict=Policy.WAIT)
        await run.__aenter__()
        assert await anext(run.waits()) == Block(BlockReason.LOCK, "paste")
    await run.started()
    await run.__aexit__(None, None, None)


async def test_a_hold_that_waits_is_entered_when_its_locks_are_free(
    client: SchedulerClient, channel: grpc.aio.Channel
) -> None:
    entered: list[str] = []

    async def second() -> None:
        async with client.hold(BOB, ["session:a"], kind="turn", on_conflict=Policy.WAIT):
            entered.append("second")

    async with client.hold(ADA, ["session:a"], kind="turn"):
        waiting = asyncio.create_task(second())
        while not await holds_that_wait(channel):
            pass
        entered.append("first")
    await waiting
    assert entered == ["first", "second"]
