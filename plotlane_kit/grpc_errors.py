"""Errors on the wire: `PlotlaneError` to a gRPC status with details, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from plotlane_kit.errors import DOMAIN, TABLE, PlotlaneError, RemoteError, UpstreamError, Violation, reason_of

STATUS_DETAILS_KEY: Final = "grpc-status-details-bin"

# A status travels in the trailers of an answer, of which a client by default takes no more than 8 KiB; ours take more
# (see channel.py), but a status that they refuse is lost as a whole, and its reader takes it for a broken transport.
LONGEST_MESSAGE: Final = 2_000  # bytes in UTF-8; the message travels twice, once with three characters for each byte
LONGEST_TEXT: Final = 500  # bytes of one line of a refusal, and of one value of the metadata
MOST_METADATA: Final = 16
VIOLATIONS_BYTES: Final = 16 * 1024  # of all lines of a refusal; the last one says how many more there are


def to_status(error: PlotlaneError) -> status_pb2.Status:
    """The rich status that carries `error`: ErrorInfo, and RetryInfo and BadRequest where it has them.

    Texts are cut, and refused lines counted instead of listed, where they would not fit into an answer's trailers.
    """
    metadata = {key: _cut(value, LONGEST_TEXT) for key, value in list(error.metadata.items())[:MOST_METADATA]}
    details: list[error_details_pb2.ErrorInfo | error_details_pb2.RetryInfo | error_details_pb2.BadRequest] = [
        error_details_pb2.ErrorInfo(reason=error.reason.value, domain=DOMAIN, metadata=metadata)
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
                    for v in _fitting(error.violations)
                ]
            )
        )
    status = status_pb2.Status(code=_code(error), message=_wire_message(error))
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    return status


def _wire_message(error: PlotlaneError) -> str:
    """The message of `error`, as long as it may be on the wire."""
    return _cut(error.message, LONGEST_MESSAGE)


def _fitting(violations: Sequence[Violation]) -> list[Violation]:
    lines: list[Violation] = []
    left = VIOLATIONS_BYTES
    for place, violation in enumerate(violations):
        line = Violation(_cut(violation.field, LONGEST_TEXT), _cut(violation.message, LONGEST_TEXT))
        left -= len(line.field.encode()) + len(line.message.encode())
        if left < 0:
            more = len(violations) - place
            return [*lines, Violation("", f"and {more:,} more; correct these first, then send the request again")]
        lines.append(line)
    return lines


def _cut(text: str, most: int) -> str:
    """`text` in at most `most` bytes of UTF-8; a cut one ends in an ellipsis. What UTF-8 cannot hold is replaced."""
    data = text.encode("utf-8", "replace")
    if len(data) <= most:
        return data.decode()
    return data[: most - 3].decode("utf-8", "ignore") + "…"


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
