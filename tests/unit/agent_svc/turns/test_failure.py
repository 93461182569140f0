"""The failure: the code, the text and the numbers that a user gets."""

from __future__ import annotations

import pytest

from agent_svc.turns.events import Failure, Refusal
from agent_svc.turns.failure import event_of
from plotlane_kit.errors import REFUSALS, TABLE, Reason, RemoteError, Violation


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_an_event_with_its_code_and_its_text(reason: Reason) -> None:
    event = event_of(RemoteError(reason, "try again"))
    assert isinstance(event, Refusal if reason in REFUSALS else Failure)
    assert (event.code, event.text) == (TABLE[reason].sse, "try again")


def test_what_was_refused_in_parts_is_told_in_the_text_because_an_event_has_no_other_place_for_it() -> None:
    error = RemoteError(Reason.INVALID, "These cannot be.", violations=[Violation("x", "takes numbers")])
    assert event_of(error) == Failure("invalid", "These cannot be. x: takes numbers.")


def test_the_numbers_of_a_limit_are_details_and_a_reference_is_not() -> None:
    error = RemoteError(Reason.RUN_LIMIT, "wait", metadata={"cap": "2", "count": "2", "ref": "abc"}, retry_after_s=4.5)
    assert event_of(error) == Failure("run_limit", "wait", "abc", {"cap": "2", "count": "2", "retry_after_s": "4.5"})
