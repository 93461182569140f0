"""A call to another service, and what its failure means for the caller of the gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2

from gateway.errors import InternalError, ServiceTooSlow
from gateway.problem import new_ref
from plotlane_kit.caller import Caller, caller_metadata
from plotlane_kit.chunks import merged
from plotlane_kit.errors import DOMAIN, PlotlaneError, UpstreamError, reason_of
from plotlane_kit.event_log import event_log
from plotlane_kit.grpc_errors import STATUS_DETAILS_KEY, from_rpc_error

_log = event_log("gateway")

Q = TypeVar("Q")
A = TypeVar("A")
P = TypeVar("P", bound=Message)


async def ask(method: grpc.aio.UnaryUnaryMultiCallable[Q, A], request: Q, caller: Caller, timeout_s: float) -> A:
    """One call in the name of `caller`, answered within `timeout_s` seconds. Raises PlotlaneError."""
    try:
        return await method(request, timeout=timeout_s, metadata=caller_metadata(caller))
    except grpc.aio.AioRpcError as error:
        raise refusal_of(error) from None


async def ask_streaming(
    method: grpc.aio.StreamUnaryMultiCallable[Q, A], requests: AsyncIterator[Q], caller: Caller, timeout_s: float
) -> A:
    """One call whose request comes in parts, answered within `timeout_s` seconds. Raises PlotlaneError."""
    try:
        return await method(requests, timeout=timeout_s, metadata=caller_metadata(caller))
    except grpc.aio.AioRpcError as error:
        raise refusal_of(error) from None


async def ask_whole(method: grpc.aio.UnaryStreamMultiCallable[Q, P], request: Q, caller: Caller, timeout_s: float) -> P:
    """One call whose answer comes in parts, merged; all of them within `timeout_s` seconds. Raises PlotlaneError."""
    call = method(request, timeout=timeout_s, metadata=caller_metadata(caller))
    try:
        whole = await merged(call)
    except grpc.aio.AioRpcError as error:
        raise refusal_of(error) from None
    finally:
        call.cancel()
    if whole is None:
        raise UpstreamError
    return whole


def refusal_of(error: grpc.aio.AioRpcError) -> PlotlaneError:
    """What `error` means: the service's own refusal, or that it did not answer, or not in time.

    A reason of our domain that this build does not know becomes `internal`, and a line in the log.
    """
    reason = _reason(error)
    if reason is None:
        return ServiceTooSlow() if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED else UpstreamError()
    if reason_of(reason) is None:
        ref = new_ref()
        _log.error("unknown_reason", reason=reason[:64], ref=ref)
        return InternalError(metadata={"ref": ref})
    return from_rpc_error(error)


def _reason(error: grpc.aio.AioRpcError) -> str | None:
    """The reason that a Plotlane service gave; None when the failure is one of transport."""
    info = error_details_pb2.ErrorInfo()
    try:
        for key, value in error.trailing_metadata() or ():
            if key == STATUS_DETAILS_KEY and isinstance(value, bytes):
                for detail in status_pb2.Status.FromString(value).details:
                    if detail.Unpack(info) and info.domain == DOMAIN:
                        return str(info.reason)
    except DecodeError:
        return None
    return None
