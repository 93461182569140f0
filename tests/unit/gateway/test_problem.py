"""Errors as HTTP answers: total over the table, and without a word too many."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gateway import errors
from gateway.errors import RequestRefused, Unauthenticated
from gateway.problem import problem
from plotlane_kit.errors import TABLE, PlotlaneError, Reason, RemoteError, Violation


def body(error: PlotlaneError) -> dict[str, Any]:
    return dict(json.loads(bytes(problem(error).body))["error"])


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_the_status_and_the_code_of_the_table(reason: Reason) -> None:
    answer = problem(RemoteError(reason, "text", metadata={"cap": "2"}))
    assert answer.status_code == TABLE[reason].http
    assert body(RemoteError(reason, "text"))["code"] == TABLE[reason].sse
    assert ("retry-after" in answer.headers) == TABLE[reason].retry_after
    assert answer.headers["cache-control"] == "no-store"


def test_a_refusal_carries_its_numbers_and_every_refused_line() -> None:
    lines = [Violation("bindings[0]", "no"), Violation("bindings[1]", "no")]
    shown = body(RemoteError(Reason.INVALID_BINDINGS, "two", metadata={"cap": "2"}, violations=lines))
    assert shown["details"] == {
        "cap": "2",
        "violations": [{"field": "bindings[0]", "message": "no"}, {"field": "bindings[1]", "message": "no"}],
    }
    assert shown["ref"] is None


@pytest.mark.parametrize(("wait", "header"), [(None, "10"), (0.0, "1"), (7.2, "8"), (60, "60")])
def test_retry_after_is_whole_seconds_and_never_too_early(wait: float | None, header: str) -> None:
    assert problem(RemoteError(Reason.CAPACITY, "full", retry_after_s=wait)).headers["retry-after"] == header


def test_a_failure_keeps_the_reference_that_it_has_and_else_gets_one() -> None:
    assert body(RemoteError(Reason.INTERNAL, "x", metadata={"ref": "abc"}))["ref"] == "abc"
    assert len(body(RemoteError(Reason.UPSTREAM, "x"))["ref"]) == 12


def test_a_missing_identity_says_how_to_bring_one() -> None:
    assert problem(Unauthenticated()).headers["www-authenticate"] == "Bearer"


def refusals() -> list[type[RequestRefused]]:
    found = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, RequestRefused)]
    assert len(found) > 8
    return found


@pytest.mark.parametrize("kind", refusals())
def test_what_the_gateway_refuses_itself_has_a_status_of_its_own(kind: type[RequestRefused]) -> None:
    assert (problem(kind()).status_code, body(kind())["code"]) == (kind.http, kind.code)
    assert 400 <= kind.http < 500
