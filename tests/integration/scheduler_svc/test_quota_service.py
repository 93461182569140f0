"""The quota service over real gRPC: what is set aside, what is refused, and that both survive a restart."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

import grpc
import pytest

from plotlane.common.v1 import common_pb2
from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.grpc_errors import from_rpc_error
from scheduler_svc.client import SchedulerClient
from scheduler_svc.core.run import Outcome
from scheduler_svc.quota_settings import QuotaSettings
from tests.integration.scheduler_svc.conftest import Start
from tests_support.dial import Dial

ADA = Caller("ada", Tier.PUBLIC)
ROOT = Caller("root", Tier.ADMIN)
TOKENS, PASTES = pb.QUOTA_KIND_TOKENS, pb.QUOTA_KIND_PASTES


class Teller:
    """Somebody who asks the quota service; refusals come out as errors of the house."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller = ADA) -> None:
        self._stub = scheduler_pb2_grpc.QuotaServiceStub(channel)
        self._metadata = caller_metadata(caller)

    async def reserve(
        self,
        kind: pb.QuotaKind.ValueType,
        amount: int = 1,
        name: str = "",
        lease: common_pb2.Lease | None = None,
        tokens: pb.TokenCounts | None = None,
    ) -> None:
        name = name or str(uuid.uuid4())
        request = pb.ReserveRequest(reservation_id=name, kind=kind, amount=amount, lease=lease, tokens=tokens)
        await _answer(self._stub.Reserve(request, metadata=self._metadata))

    async def settle(self, name: str, used: int = 0, tokens: pb.TokenCounts | None = None) -> None:
        request = pb.SettleRequest(reservation_id=name, used=used, tokens=tokens)
        await _answer(self._stub.Settle(request, metadata=self._metadata))

    async def usage(self) -> pb.GetUsageResponse:
        return await _answer(self._stub.GetUsage(pb.GetUsageRequest(), metadata=self._metadata))

    async def used(self, kind: pb.QuotaKind.ValueType) -> int:
        return next(each.used for each in (await self.usage()).usage if each.kind == kind)

    async def strike(self) -> float:
        response = await _answer(self._stub.RecordStrike(pb.RecordStrikeRequest(), metadata=self._metadata))
        return response.locked_out_s

    async def reset(self, user: str) -> bool:
        response = await _answer(self._stub.ResetStrikes(pb.ResetStrikesRequest(user=user), metadata=self._metadata))
        return response.had_any

    async def everybody(self) -> pb.ListUsageResponse:
        return await _answer(self._stub.ListUsage(pb.ListUsageRequest(), metadata=self._metadata))


T = TypeVar("T")


async def _answer(call: Awaitable[T]) -> T:
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error


def quotas(**values: object) -> QuotaSettings:
    return QuotaSettings.model_validate({"tokens_per_day": 100, "runs_per_day": 2, "pastes_per_minute": 3, **values})


async def refused(ask: Awaitable[object]) -> PlotlaneError:
    with pytest.raises(PlotlaneError) as raised:
        await ask
    return raised.value


@pytest.fixture
async def address(start: Start) -> str:
    return (await start(quotas=quotas())).address


async def test_a_minute_is_counted_and_refused_with_its_numbers(address: str, dial: Dial) -> None:
    ada = Teller(dial(address))
    for _ in range(3):
        await ada.reserve(PASTES)
    error = await refused(ada.reserve(PASTES))
    assert error.reason is Reason.RATE_LIMITED
    assert dict(error.metadata) == {"kind": "pastes", "period": "minute", "limit": "3", "used": "3", "scope": "user"}
    assert error.retry_after_s is not None
    assert 0 < error.retry_after_s <= 60


async def test_parallel_reservations_of_one_user_never_overshoot(address: str, dial: Dial) -> None:
    ada, scheduler = Teller(dial(address)), SchedulerClient(dial(address))
    async with scheduler.hold(ADA, ["session:s"], kind="turn") as hold:
        lease = common_pb2.Lease(id=hold.proof.lease_id, token=hold.proof.token)
        calls = [ada.reserve(TOKENS, 30, lease=lease) for _ in range(10)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(answer is None for answer in answers) == 3
        assert {answer.reason for answer in answers if isinstance(answer, PlotlaneError)} == {Reason.BUDGET}
        assert await ada.used(TOKENS) == 90


async def test_tokens_are_settled_to_what_was_used_of_each_sort(address: str, dial: Dial) -> None:
    ada, scheduler = Teller(dial(address)), SchedulerClient(dial(address))
    async with scheduler.hold(ADA, ["session:s"], kind="turn") as hold:
        lease = common_pb2.Lease(id=hold.proof.lease_id, token=hold.proof.token)
        await ada.reserve(TOKENS, 0, "call", lease, pb.TokenCounts(input=50, output=10))
        assert await ada.used(TOKENS) == 100
        await ada.settle("call", tokens=pb.TokenCounts(input=10, output=2, cache_read=5))
        assert await ada.used(TOKENS) == 21  # 10 + 10 + 0.5, rounded up


async def test_what_is_set_aside_under_a_lease_that_dies_counts_in_full(address: str, dial: Dial) -> None:
    ada, scheduler = Teller(dial(address)), SchedulerClient(dial(address))
    async with scheduler.hold(ADA, ["session:s"], kind="turn") as hold:
        lease = common_pb2.Lease(id=hold.proof.lease_id, token=hold.proof.token)
        await ada.reserve(TOKENS, 70, "call", lease)
    await ada.settle("call", 1)
    assert await ada.used(TOKENS) == 70
    assert (await refused(ada.reserve(TOKENS, 1, lease=lease))).reason is Reason.NOT_FOUND


async def test_the_run_count_is_part_of_admission(address: str, dial: Dial) -> None:
    ada, scheduler = Teller(dial(address)), SchedulerClient(dial(address))
    for _ in range(2):
        async with scheduler.run(ADA, kind="plot") as run:
            await run.started()
    error = await refused(scheduler.run(ADA, kind="plot").__aenter__())
    assert error.reason is Reason.BUDGET
    assert await ada.used(pb.QUOTA_KIND_RUNS) == 2


async def test_a_run_that_failed_by_our_fault_is_given_back(address: str, dial: Dial) -> None:
    ada, scheduler = Teller(dial(address)), SchedulerClient(dial(address))
    async with scheduler.run(ADA, kind="plot") as run:
        await run.started()
        run.outcome = Outcome.ERROR
    assert await ada.used(pb.QUOTA_KIND_RUNS) == 0


async def test_three_strikes_lock_out_until_an_operator_forgets_them(address: str, dial: Dial) -> None:
    ada, root = Teller(dial(address)), Teller(dial(address), ROOT)
    assert [await ada.strike() for _ in range(2)] == [0.0, 0.0]
    assert 3_599 < await ada.strike() <= 3_600
    assert (await refused(ada.reserve(PASTES))).reason is Reason.LOCKED_OUT
    assert (await ada.usage()).locked_out_s > 3_590
    assert (await refused(ada.reset("ada"))).reason is Reason.NOT_FOUND
    assert [await root.reset("ada"), await root.reset("ada")] == [True, False]
    await ada.reserve(PASTES)


async def test_operators_see_who_uses_most_and_nobody_else_does(address: str, dial: Dial) -> None:
    ada, root, scheduler = Teller(dial(address)), Teller(dial(address), ROOT), SchedulerClient(dial(address))
    await Teller(dial(address), Caller("bea", Tier.PUBLIC)).reserve(PASTES)
    async with scheduler.hold(ADA, ["session:s"], kind="turn") as hold:
        lease = common_pb2.Lease(id=hold.proof.lease_id, token=hold.proof.token)
        await ada.reserve(TOKENS, 60, lease=lease)
    report = await root.everybody()
    assert [(user.user, [each.used for each in user.usage]) for user in report.users] == [("ada", [60]), ("bea", [1])]
    assert (report.everybody.used, report.known_users) == (60, 2)
    assert (await refused(ada.everybody())).reason is Reason.NOT_FOUND


async def test_the_status_shows_what_is_left(address: str, dial: Dial) -> None:
    await Teller(dial(address)).reserve(PASTES)
    stub = scheduler_pb2_grpc.SchedulerServiceStub(dial(address))
    status = await stub.GetStatus(pb.GetStatusRequest(), metadata=caller_metadata(ADA))
    assert {(each.kind, each.period): (each.used, each.limit) for each in status.usage} == {
        (PASTES, pb.QUOTA_PERIOD_MINUTE): (1, 3),
        (TOKENS, pb.QUOTA_PERIOD_DAY): (0, 100),
        (pb.QUOTA_KIND_RUNS, pb.QUOTA_PERIOD_DAY): (0, 2),
    }


async def test_a_restart_forgets_nothing(start: Start, dial: Dial, tmp_path: Path) -> None:
    running = await start(quotas=quotas(), data_dir=tmp_path)
    ada = Teller(dial(running.address))
    for _ in range(2):
        await ada.strike()
        await ada.reserve(PASTES)
    await ada.reserve(pb.QUOTA_KIND_SESSIONS, name="session-1")
    async with SchedulerClient(dial(running.address)).run(ADA, kind="plot") as run:
        await run.started()
    await running.shutdown(0)
    again = await start(quotas=quotas(sessions=1), data_dir=tmp_path)
    ada = Teller(dial(again.address))
    assert [await ada.used(kind) for kind in (PASTES, pb.QUOTA_KIND_SESSIONS, pb.QUOTA_KIND_RUNS)] == [2, 1, 1]
    await ada.reserve(pb.QUOTA_KIND_SESSIONS, name="session-1")
    assert (await refused(ada.reserve(pb.QUOTA_KIND_SESSIONS, name="session-2"))).reason is Reason.RUN_LIMIT
    assert await ada.strike() > 3_590
