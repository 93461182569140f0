"""Failed calls, as the errors that they mean."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

from gateway.upstream import refusal_of
from plotlane_kit.errors import Reason, RemoteError
from plotlane_kit.grpc_errors import STATUS_DETAILS_KEY, status_code, to_status


def failed(code: grpc.StatusCode, details: bytes | None = None) -> grpc.aio.AioRpcError:
    trailing = grpc.aio.Metadata((STATUS_DETAILS_KEY, details)) if details is not None else grpc.aio.Metadata()
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailing, "secret text")


def with_info(reason: str, domain: str) -> bytes:
    packed = any_pb2.Any()
    packed.Pack(error_details_pb2.ErrorInfo(reason=reason, domain=domain))
    return bytes(status_pb2.Status(code=13, message="secret text", details=[packed]).SerializeToString())


@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_of_a_service_passes_unchanged(reason: Reason) -> None:
    error = RemoteError(reason, "text", metadata={"cap": "2"}, retry_after_s=1.5)
    found = refusal_of(failed(status_code(error), to_status(error).SerializeToString()))
    assert (found.reason, found.message, found.metadata) == (reason, "text", {"cap": "2"})
    assert found.retry_after_s == 1.5


def test_a_reason_that_nobody_knows_is_internal_with_a_reference() -> None:
    found = refusal_of(failed(grpc.StatusCode.UNAVAILABLE, with_info("NEW_REASON", "plotlane")))
    assert (found.reason, set(found.metadata)) == (Reason.INTERNAL, {"ref"})
    assert "secret" not in found.message


@pytest.mark.parametrize(
    ("code", "details", "reason"),
    [
        (grpc.StatusCode.UNAVAILABLE, None, Reason.UPSTREAM),
        (grpc.StatusCode.UNKNOWN, None, Reason.UPSTREAM),
        (grpc.StatusCode.DEADLINE_EXCEEDED, None, Reason.DEADLINE),
        (grpc.StatusCode.UNAVAILABLE, with_info("INVALID", "somebody.else"), Reason.UPSTREAM),
        (grpc.StatusCode.UNAVAILABLE, b"\xff\xff no protobuf", Reason.UPSTREAM),
    ],
)
def test_a_failure_of_transport_is_upstream_or_deadline_without_its_text(
    code: grpc.StatusCode, details: bytes | None, reason: Reason
) -> None:
    found = refusal_of(failed(code, details))
    assert found.reason is reason
    assert "secret" not in found.message
