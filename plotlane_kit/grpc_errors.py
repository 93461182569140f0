"""Errors on the wire: `PlotlaneError` to a gRPC status with details, and back."""

from __future__ import annotations

from typing import Final

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from plotlane_kit.errors import DOMAIN, TABLE, PlotlaneError, RemoteError, UpstreamError, Violation, reason_of

STATUS_DETAILS_KEY: Final = "grpc-status-details-bin"


def to_status(error: PlotlaneError) -> status_pb2.Status:
    """The rich status that carries `error`: ErrorInfo, and RetryInfo and BadRequest where it has them."""
    details: list[error_details_pb2.ErrorInfo | error_details_pb2.RetryInfo | error_details_pb2.BadRequest] = [
        error_details_pb2.ErrorInfo(reason=error.reason.value, domain=DOMAIN, metadata=dict(error.metadata))
    ]
    if error.retry_after_s is not None:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(round(error.retry_after_s * 1000))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    if error.violations:
        details.append(
            error_details_pb2.BadRequest(
                field_violations=[
                    error_details_pb2.BadRequest.FieldViolation(field=v.field, description=v.message)
                    for v in error.violations
                ]
            )
        )
    status = status_pb2.Status(code=_code(error), message=error.message)
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    return status


def _code(error: PlotlaneError) -> int:
    return int(code_pb2.Code.Value(TABLE[error.reason].status.value))


def status_code(error: PlotlaneError) -> grpc.StatusCode:
    """The gRPC code of `error`."""
    return grpc.StatusCode[TABLE[error.reason].status.value]


def from_rpc_error(error: grpc.aio.AioRpcError) -> PlotlaneError:
    """What a failed call means here: the other service's own refusal, else `UpstreamError` for a broken transport."""
    status = _rich_status(error)
    if status is not None:
        refusal = _refusal(status)
        if refusal is not None:
            return refusal
    return UpstreamError()


def is_transport(error: grpc.aio.AioRpcError) -> bool:
    """Whether `error` is no answer of a Plotlane service, so that a client may try again."""
    status = _rich_status(error)
    return status is None or _refusal(status) is None


def _rich_status(error: grpc.aio.AioRpcError) -> status_pb2.Status | None:
    for key, value in error.trailing_metadata() or ():
        if key == STATUS_DETAILS_KEY and isinstance(value, bytes):
            return status_pb2.Status.FromString(value)
    return None


def _refusal(status: status_pb2.Status) -> RemoteError | None:
    info = error_details_pb2.ErrorInfo()
    retry = error_details_pb2.RetryInfo()
    bad = error_details_pb2.BadRequest()
    retry_after_s: float | None = None
    for detail in status.details:
        if detail.Unpack(retry):
            retry_after_s = retry.retry_delay.ToMilliseconds() / 1000
        elif not detail.Unpack(info):
            detail.Unpack(bad)
    reason = reason_of(info.reason)
    if info.domain != DOMAIN or reason is None:
        return None
    return RemoteError(
        reason,
        status.message,
        metadata=dict(info.metadata),
        retry_after_s=retry_after_s,
        violations=[Violation(v.field, v.description) for v in bad.field_violations],
    )
