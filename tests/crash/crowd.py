"""The crowd: clients that do random things, come back whenever the scheduler dies, and note what they hear."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import grpc

from plotlane.common.v1 import common_pb2
from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error, is_transport

USERS: Final = (("ada", Tier.PUBLIC), ("bob", Tier.PUBLIC), ("eve", Tier.PREMIUM), ("kim", Tier.ADMIN))
RETRY_S: Final = 0.05


@dataclass
class Told:
    """One run as its owner knows it."""

    request: pb.SubmitRequest
    caller: Caller
    token: int = 0
    tag: str = ""
    started: bool = False
    end: int = 0
    refused: str = ""
    is_busy: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_live(self) -> bool:
        return not self.end and not self.refused


class Crowd:
    """Everything that the clients did and heard; `wrong` lists what should never be heard."""

    def __init__(self, channel: grpc.aio.Channel, seed: int) -> None:
        self.stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        self.quotas = scheduler_pb2_grpc.QuotaServiceStub(channel)
        self.runs: list[Told] = []
        self.spent: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.done = 0
        self._progress = asyncio.Condition()
        self._random = random.Random(seed)
        self._streams: set[asyncio.Task[None]] = set()

    async def act(self) -> None:
        """One random operation, carried through however often the scheduler dies meanwhile."""
        live = [run for run in self.runs if run.token and run.is_live and not run.is_busy]
        started = [run for run in live if run.started]
        choice = self._random.random()
        if started and choice < 0.1:
            await self.spend(self._random.choice(started))
        elif started and choice < 0.42:
            await self.release(self._random.choice(started))
        elif live and choice < 0.5:
            await self.cancel(self._random.choice(live))
        elif choice < 0.6:
            await self.carry_through(lambda: self.stub.GetStatus(pb.GetStatusRequest()))
        else:
            await self.submit()
        assert not self.wrong, self.wrong
        async with self._progress:
            self.done += 1
            self._progress.notify_all()

    async def reached(self, operations: int) -> None:
        """Wait until so many operations are done."""
        async with self._progress:
            await self._progress.wait_for(lambda: self.done >= operations)

    async def submit(self) -> None:
        """Ask for a run and hear the first answer."""
        user, tier = self._random.choice(USERS)
        locks = [f"resource:r{self._random.randrange(6)}"] if self._random.random() < 0.3 else []
        number = len(self.runs)
        policy = pb.POLICY_WAIT if self._random.random() < 0.25 else pb.POLICY_REFUSE
        request = pb.SubmitRequest(
            run_id=f"run-{number}",
            pool="runs",
            locks=locks,
            context=b"\xff\x00%d" % number,
            on_conflict=policy,
            on_limit=policy,
        )
        run = Told(request, Caller(user, tier))
        self.runs.append(run)
        stream = asyncio.create_task(self._follow(run))
        self._streams.add(stream)
        stream.add_done_callback(self._streams.discard)
        await run.changed.wait()

    async def spend(self, run: Told) -> None:
        """Set tokens aside under a run's lease; half of the times, say what they came to."""
        reservation_id, metadata = f"tokens-{self._random.getrandbits(64)}", caller_metadata(run.caller)
        amount, used = self._random.randrange(100, 1_000), self._random.randrange(100)
        lease = common_pb2.Lease(id=run.request.run_id, token=run.token)
        reserve = pb.ReserveRequest(
            reservation_id=reservation_id, kind=pb.QUOTA_KIND_TOKENS, amount=amount, lease=lease
        )
        run.is_busy = True
        await self.carry_through(lambda: self.quotas.Reserve(reserve, metadata=metadata))
        # What is not settled stays counted at its amount when the run ends.
        if self._random.random() < 0.5:
            settle = pb.SettleRequest(reservation_id=reservation_id, used=used)
            await self.carry_through(lambda: self.quotas.Settle(settle, metadata=metadata))
            amount = used
        run.is_busy = False
        self.spent[run.caller.user] += amount

    async def counted(self, user: str, tier: Tier) -> int:
        """How many tokens of today the scheduler has counted for a user."""
        metadata = caller_metadata(Caller(user, tier))
        usage = await self.carry_through(lambda: self.quotas.GetUsage(pb.GetUsageRequest(), metadata=metadata))
        return sum(each.used for each in usage.usage if each.kind == pb.QUOTA_KIND_TOKENS)

    async def release(self, run: Told) -> None:
        run.is_busy = True
        request = pb.ReleaseRequest(run_id=run.request.run_id, token=run.token, outcome=pb.RUN_OUTCOME_OK)
        await self.carry_through(lambda: self.stub.Release(request, metadata=caller_metadata(run.caller)))

    async def cancel(self, run: Told) -> None:
        run.is_busy = True
        request = pb.CancelRequest(run_id=run.request.run_id)
        await self.carry_through(lambda: self.stub.Cancel(request, metadata=caller_metadata(run.caller)))

    async def carry_through(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """The answer of a call, asked again until there is one."""
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if not is_transport(error):
                    self.wrong.append(f"refused: {from_rpc_error(error).message}")
                    return None
            await asyncio.sleep(RETRY_S)

    async def finish(self) -> None:
        """Bring every run to its end and hear all of it."""
        while live := [run for run in self.runs if run.is_live]:
            assert not self.wrong, self.wrong
            for run in live:
                run.changed.clear()
            await asyncio.gather(*(self.release(run) for run in live if run.started))
            if waiting := [run for run in live if run.is_live]:
                await asyncio.wait(
                    [asyncio.create_task(run.changed.wait()) for run in waiting], return_when=asyncio.FIRST_COMPLETED
                )
        await asyncio.gather(*self._streams)

    async def _follow(self, run: Told) -> None:
        while run.is_live:
            try:
                async for answer in self.stub.Submit(run.request, metadata=caller_metadata(run.caller)):
                    self._hear(run, answer.status)
                    run.changed.set()
            except grpc.aio.AioRpcError as error:
                if is_transport(error):
                    await asyncio.sleep(RETRY_S)
                else:
                    self._hear_refusal(run, from_rpc_error(error))
                    run.changed.set()

    def _hear(self, run: Told, status: pb.QueueStatus) -> None:
        name = run.request.run_id
        if status.token:
            if run.token not in (0, status.token) or run.tag not in ("", status.tag):
                self.wrong.append(f"{name} was doubled: {run.token} {run.tag}, then {status.token} {status.tag}")
            run.token, run.tag = status.token, status.tag
        if run.started and status.state == pb.RUN_STATE_QUEUED:
            self.wrong.append(f"{name} had started and waits again")
        if status.state == pb.RUN_STATE_STARTED:
            run.started = True
        if status.state == pb.RUN_STATE_ENDED:
            run.end = status.end

    def _hear_refusal(self, run: Told, error: PlotlaneError) -> None:
        if run.token:
            self.wrong.append(f"{run.request.run_id} had been accepted and is refused: {error.message}")
        run.refused = error.reason.value
