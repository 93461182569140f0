"""The quota servicer: each rpc is a conversion in, one call of the engine, and a conversion out."""

# ruff: noqa: ARG002 (gRPC decides the signatures)

from __future__ import annotations

from typing import Any

from grpc.aio import ServicerContext

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, caller_from
from scheduler_svc import quota_convert as convert
from scheduler_svc.core.quota.commands import ResetStrikes
from scheduler_svc.core.quota.report import kind_of, locked_out_s, usage_of, usage_report
from scheduler_svc.engine import Engine
from scheduler_svc.operator_convert import user_named

_Context = ServicerContext[Any, Any]


class QuotaService(scheduler_pb2_grpc.QuotaServiceServicer):
    """Serves the ledger; refusals are raised and become statuses in the interceptor."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def Reserve(self, request: pb.ReserveRequest, context: _Context) -> pb.ReserveResponse:
        weights = self._engine.looks.ledger().policy.weights
        self._engine.count(convert.reserve_command(request, _caller(context), weights))
        await self._engine.durable()
        return pb.ReserveResponse()

    async def Settle(self, request: pb.SettleRequest, context: _Context) -> pb.SettleResponse:
        ledger, caller = self._engine.looks.ledger(), _caller(context)
        kind = kind_of(ledger, caller.user, request.reservation_id)
        self._engine.count(convert.settle_command(request, caller, kind, ledger.policy.weights))
        await self._engine.durable()
        return pb.SettleResponse()

    async def GetUsage(self, request: pb.GetUsageRequest, context: _Context) -> pb.GetUsageResponse:
        caller, ledger = _caller(context), self._engine.looks.ledger()
        moment = self._engine.looks.moment()
        response = pb.GetUsageResponse(
            usage=[convert.usage(each) for each in usage_of(ledger, caller, moment)],
            locked_out_s=locked_out_s(ledger, caller.user, moment),
        )
        await self._engine.durable()
        return response

    async def ListUsage(self, request: pb.ListUsageRequest, context: _Context) -> pb.ListUsageResponse:
        most, moment = convert.most_users(request, _caller(context)), self._engine.looks.moment()
        response = convert.usage_report(usage_report(self._engine.looks.ledger(), moment, most), moment.day_left_s)
        await self._engine.durable()
        return response

    async def RecordStrike(self, request: pb.RecordStrikeRequest, context: _Context) -> pb.RecordStrikeResponse:
        caller = _caller(context)
        self._engine.count(convert.strike_command(caller))
        await self._engine.durable()
        left = locked_out_s(self._engine.looks.ledger(), caller.user, self._engine.looks.moment())
        return pb.RecordStrikeResponse(locked_out_s=left)

    async def ResetStrikes(self, request: pb.ResetStrikesRequest, context: _Context) -> pb.ResetStrikesResponse:
        command = convert.reset_command(request, _caller(context))
        command = ResetStrikes(user_named(command.user, self._engine.looks.users()))
        had_any = bool(self._engine.count(command))
        await self._engine.durable()
        return pb.ResetStrikesResponse(had_any=had_any)


def _caller(context: _Context) -> Caller:
    return caller_from(context.invocation_metadata())
