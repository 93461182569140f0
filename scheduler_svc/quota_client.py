"""The quota client: how another service counts what its users do, and is told when that is too much."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import grpc

from plotlane.common.v1 import common_pb2 as common_pb
from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, caller_metadata
from plotlane_kit.grpc_errors import from_rpc_error, is_transport
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.quota.tokens import TokenCounts
from scheduler_svc.lease_client import CALL_TIMEOUT_S, FIRST_PAUSE_S, LONGEST_PAUSE_S, Patience
from scheduler_svc.quota_convert import KIND

T = TypeVar("T")

_RETRIED_FOR: Final = Patience().first_s
AMID_WORK_S: Final = Patience().amid_work().first_s  #: for what is counted within a run, as long as its lease is tried


class QuotaClient:
    """Speaks to the scheduler over `channel`, which its owner opens and closes.

    A call that does not get through is repeated for `patience_s` seconds: its name makes that safe.
    """

    def __init__(self, channel: grpc.aio.Channel, patience_s: float = _RETRIED_FOR) -> None:
        self._stub = scheduler_pb2_grpc.QuotaServiceStub(channel)
        self._patience_s = patience_s

    async def reserve(self, caller: Caller, kind: QuotaKind, amount: int, name: str) -> None:
        """Count `amount` under `name`, or, of a standing kind, keep that much under it.

        Raises RATE_LIMITED, BUDGET, LOCKED_OUT, RUN_LIMIT, CONFLICT, INVALID as a `PlotlaneError`, or `UpstreamError`.
        """
        request = pb.ReserveRequest(reservation_id=name, kind=KIND[kind], amount=amount)
        await self._call(lambda: self._stub.Reserve(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S))

    async def settle(self, caller: Caller, name: str, used: int) -> None:
        """Say how much of it was used, or is still kept. Raises NOT_FOUND as a `PlotlaneError`, or `UpstreamError`."""
        request = pb.SettleRequest(reservation_id=name, used=used)
        await self._call(lambda: self._stub.Settle(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S))

    async def reserve_tokens(self, caller: Caller, bound: TokenCounts, name: str, lease_id: str, token: int) -> None:
        """Set tokens aside under `name`, for as long as the lease of that id and fencing token lives.

        Raises BUDGET, LOCKED_OUT, CONFLICT, NOT_FOUND, INVALID as a `PlotlaneError`, or `UpstreamError`.
        """
        request = pb.ReserveRequest(
            reservation_id=name,
            kind=KIND[QuotaKind.TOKENS],
            tokens=_tokens(bound),
            lease=common_pb.Lease(id=lease_id, token=token),
        )
        await self._call(lambda: self._stub.Reserve(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S))

    async def settle_tokens(self, caller: Caller, name: str, used: TokenCounts) -> None:
        """Say which of them were used. Raises NOT_FOUND as a `PlotlaneError`, or `UpstreamError`."""
        request = pb.SettleRequest(reservation_id=name, tokens=_tokens(used))
        await self._call(lambda: self._stub.Settle(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S))

    async def record_strike(self, caller: Caller) -> float:
        """Count a refused message of the caller; the seconds for which that locks them out, 0: not at all.

        Asked once, because it has no name to be known again by. Raises `UpstreamError`.
        """
        try:
            request = pb.RecordStrikeRequest()
            answer = await self._stub.RecordStrike(request, metadata=caller_metadata(caller), timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return answer.locked_out_s

    async def _call(self, ask: Callable[[], Awaitable[T]]) -> T:
        loop = asyncio.get_running_loop()
        give_up_at, pause = loop.time() + self._patience_s, FIRST_PAUSE_S
        while True:
            try:
                return await ask()
            except grpc.aio.AioRpcError as error:
                if not is_transport(error) or loop.time() + pause >= give_up_at:
                    raise from_rpc_error(error) from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)


def _tokens(counts: TokenCounts) -> pb.TokenCounts:
    return pb.TokenCounts(
        input=counts.input, output=counts.output, cache_read=counts.cache_read, cache_write=counts.cache_write
    )
