"""The error table is total in both directions, and an error survives the wire whole."""

from __future__ import annotations

import grpc
import pytest
from google.rpc import error_details_pb2

from plotlane_kit.errors import CLIENT_DOES, DOMAIN, TABLE, PlotlaneError, Reason, RemoteError, Violation, reason_of
from plotlane_kit.grpc_errors import STATUS_DETAILS_KEY, from_rpc_error, is_transport, status_code, to_status

EXPECTED = {
    # reason: (gRPC status, HTTP before a stream, SSE code inside one)
    "INVALID": ("INVALID_ARGUMENT", 422, "invalid"),
    "UNPARSEABLE": ("INVALID_ARGUMENT", 422, "unparseable"),
    "INVALID_BINDINGS": ("INVALID_ARGUMENT", 422, "invalid"),
    "TOO_LONG": ("INVALID_ARGUMENT", 413, "too_long"),
    "DATA_REFUSED": ("PERMISSION_DENIED", 403, "data_refused"),
    "MESSAGE_REFUSED": ("PERMISSION_DENIED", 403, "message_refused"),
    "NOT_ELIGIBLE": ("FAILED_PRECONDITION", 422, "not_eligible"),
    "NOT_FOUND": ("NOT_FOUND", 404, "session_expired"),
    "SESSION_EXPIRED": ("NOT_FOUND", 404, "session_expired"),
    "RUN_ACTIVE": ("ABORTED", 409, "run_active"),
    "CONFLICT": ("ABORTED", 409, "run_active"),
    "JOB_CONFLICT": ("ABORTED", 409, "run_active"),
    "RUN_LIMIT": ("RESOURCE_EXHAUSTED", 429, "run_limit"),
    "RATE_LIMITED": ("RESOURCE_EXHAUSTED", 429, "rate_limited"),
    "BUDGET": ("RESOURCE_EXHAUSTED", 429, "budget"),
    "LOCKED_OUT": ("RESOURCE_EXHAUSTED", 429, "locked_out"),
    "CAPACITY": ("UNAVAILABLE", 503, "capacity"),
    "SLOTS_BUSY": ("UNAVAILABLE", 503, "capacity"),
    "LOW_MEMORY": ("UNAVAILABLE", 503, "capacity"),
    "DRAINING": ("UNAVAILABLE", 503, "capacity"),
    "BUSY": ("UNAVAILABLE", 503, "busy"),
    "DEADLINE": ("DEADLINE_EXCEEDED", 504, "deadline"),
    "GUARD_UNAVAILABLE": ("UNAVAILABLE", 503, "guard_unavailable"),
    "UPSTREAM": ("UNAVAILABLE", 502, "upstream"),
    "INTERNAL": ("INTERNAL", 500, "internal"),
}


def as_received(error: PlotlaneError) -> grpc.aio.AioRpcError:
    trailing = grpc.aio.Metadata((STATUS_DETAILS_KEY, to_status(error).SerializeToString()))
    return grpc.aio.AioRpcError(status_code(error), grpc.aio.Metadata(), trailing, error.message)


def test_the_table_has_a_row_for_every_reason_and_no_other() -> None:
    assert {reason.value for reason in TABLE} == set(EXPECTED) == set(Reason.__members__)


def test_the_docs_say_for_every_reason_what_a_client_does() -> None:
    assert set(CLIENT_DOES) == set(Reason)


@pytest.mark.parametrize(("name", "row"), EXPECTED.items())
def test_each_reason_looks_as_the_contract_says(name: str, row: tuple[str, int, str]) -> None:
    mapped = TABLE[Reason(name)]
    assert (mapped.status.value, mapped.http, mapped.sse) == row


@pytest.mark.parametrize("http", [429, 503])
def test_every_answer_that_means_later_carries_retry_after(http: int) -> None:
    later = {reason for reason, row in TABLE.items() if row.http == http and reason is not Reason.GUARD_UNAVAILABLE}
    assert later
    assert all(TABLE[reason].retry_after for reason in later)


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_comes_back_from_the_wire_as_it_was_sent(reason: Reason) -> None:
    sent = RemoteError(
        reason,
        "three words here",
        metadata={"cap": "2"},
        retry_after_s=1.5,
        violations=[Violation("bindings[1].column", "unknown; choose one of a, b")],
    )
    received = from_rpc_error(as_received(sent))
    assert received.reason is reason
    assert received.message == "three words here"
    assert received.metadata == {"cap": "2"}
    assert received.retry_after_s == 1.5
    assert received.violations == sent.violations


def test_an_unknown_reason_is_transport_and_not_an_answer() -> None:
    assert reason_of("SOMETHING_NEW") is None


def test_a_status_without_our_domain_is_transport_and_may_be_retried() -> None:
    broken = grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata(), "reset")
    assert is_transport(broken)
    assert from_rpc_error(broken).reason is Reason.UPSTREAM


def test_an_answer_of_ours_is_not_transport() -> None:
    assert not is_transport(as_received(RemoteError(Reason.CAPACITY, "full")))


def test_the_same_reason_in_a_foreign_domain_is_transport() -> None:
    status = to_status(RemoteError(Reason.CAPACITY, "full"))
    info = error_details_pb2.ErrorInfo(reason="CAPACITY", domain="elsewhere")
    status.details[0].Pack(info)
    trailing = grpc.aio.Metadata((STATUS_DETAILS_KEY, status.SerializeToString()))
    foreign = grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), trailing, "full")
    assert is_transport(foreign)
    assert DOMAIN == "plotlane"


def test_the_first_paragraph_of_the_docstring_is_the_default_message() -> None:
    class NothingThere(PlotlaneError):
        """There is nothing
        here; look elsewhere.

        (This part is for readers of the code.)
        """

        reason = Reason.NOT_FOUND

    assert NothingThere().message == "There is nothing here; look elsewhere."
