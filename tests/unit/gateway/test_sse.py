"""Events as bytes, and ids as places to resume from."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.sse import CODES, SseEvent, ending, frame, known_code, resume_point
from plotlane_kit.errors import REFUSALS, TABLE, Reason, RemoteError


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_stays_one_line_of_data(text: str) -> None:
    lines = frame(SseEvent("7", "message", {"text": text})).decode().split("\n")
    assert lines[0] == "id: 7"
    assert lines[1] == "event: message"
    assert json.loads(lines[2].removeprefix("data: ")) == {"text": text}
    assert lines[3:] == ["", ""]
    assert "\r" not in lines[2]


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_ends_a_stream_with_its_code_and_done(reason: Reason) -> None:
    what, done = ending(RemoteError(reason, "text"), ref="r", after="4", outcome="failed")
    assert what.name == ("refusal" if reason in REFUSALS else "error")
    assert what.data["code"] == TABLE[reason].sse
    assert (what.event_id, done.event_id, done.name) == ("4.1", "4.2", "done")


def test_an_error_carries_its_numbers_as_texts() -> None:
    error = RemoteError(Reason.CAPACITY, "full", metadata={"waiting": "60"}, retry_after_s=2.5)
    what, _ = ending(error, ref="r", after="0", outcome="failed")
    assert what.data["details"] == {"waiting": "60", "retry_after_s": "2.5"}


def test_only_codes_of_the_table_are_passed_on() -> None:
    assert all(known_code(code) == code for code in CODES)
    assert known_code("gremlins") == "internal"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("7.2", 7),
        ("4294967295", 4294967295),
        ("4294967296", None),
        ("", None),
        ("-1", None),
        ("x", None),
        ("1e3", None),
        ("٣", None),
        (" 1", None),
        (".1", None),
    ],
)
def test_an_event_id_is_a_place_to_resume_from(text: str, number: int | None) -> None:
    assert resume_point(text) == number
